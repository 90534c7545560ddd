import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { webBuild } from '../../../infra/local/web-build.mjs';
import { workflowBundle } from '../../../workers/bundle.ts';

/** For tests that start servers of their own: builds the workflow bundle and the browser's part of the pages once. */
export default async function setup(project: TestProject): Promise<void> {
  const [bundle] = await Promise.all([workflowBundle(join(project.config.root, '.local')), builtPages()]);
  project.provide('bundlePath', bundle);
}

/** @returns the folder of the browser's part of the pages, built again only after a change of its sources */
export async function builtPages(): Promise<string> {
  const { folder, ready } = await webBuild(() => {
    process.stderr.write('Building the pages (once after each change).\n');
  });
  await ready;
  return folder;
}
