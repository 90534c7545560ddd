import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds that files took, by path; those of a few seconds are not listed. `scripts/slow-files.mjs --write` makes it. */
const SECONDS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('../../slow-files.json', import.meta.url), 'utf8'),
);

/** Starts the longest files first: the last ones are short, so no worker is left alone with a long one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification): number => SECONDS[relative(this.ctx.config.root, moduleId)] ?? 0;
    // A worker serves one project at a time, so the projects stay apart: the pure files, which are short, come last.
    const isPure = ({ project }: TestSpecification): number => (project.name === 'pure' ? 1 : 0);
    return [...files].sort(
      (one, other) =>
        isPure(one) - isPure(other) || seconds(other) - seconds(one) || one.moduleId.localeCompare(other.moduleId),
    );
  }
}
