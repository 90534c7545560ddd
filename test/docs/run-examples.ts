import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Stack } from '../support/stack/stack.ts';
import { differences } from './answers.ts';
import { type Block, blocksIn, ROOT, readGuide } from './examples.ts';

const run = promisify(execFile);
const MARK = '@@ end of block';

type Addresses = Pick<Stack, 'appUrl' | 'publicUrl' | 'mcpUrl'>;

/** The blocks of one name in a guide. @throws Error if it has none */
export const exampleOf = (path: string, name: string): Block[] => {
  const blocks = blocksIn(readGuide(path)).filter((block) => block.name === name);
  if (blocks.length === 0) throw new Error(`${path} has no example ${name}`);
  return blocks;
};

/** A text of a guide with the addresses of this stack, and with what the repository builds in place of packages. */
export const onStack = ({ appUrl, publicUrl, mcpUrl }: Addresses, text: string): string =>
  text
    // In one pass: a port such as 30017 begins as the next one to replace does.
    .replace(
      /http:\/\/localhost:300([012])(?!\d)/g,
      (_, last: string) => [appUrl, publicUrl, mcpUrl][Number(last)] ?? '',
    )
    .replaceAll('cli/main.ts', join(ROOT, 'cli/main.ts'))
    .replaceAll('@holdfast/client', join(ROOT, 'client/holdfast.ts'));

/** Nothing but what the guides ask for is on the way: no proxy, no configuration of the person that runs this. */
const BARE = {
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
} as const;

/** Runs examples as their reader would, in a folder of their own. */
export class ExampleRunner {
  /** Inside the project, where programs find its packages. */
  readonly folder: string;
  readonly #stack: Addresses;

  constructor(stack: Addresses) {
    this.#stack = stack;
    mkdirSync(join(ROOT, 'test-results'), { recursive: true });
    this.folder = mkdtempSync(join(ROOT, 'test-results', 'examples-'));
  }

  /** Runs shell blocks in one session. @returns what each printed */
  async shell(blocks: readonly Block[], env: NodeJS.ProcessEnv = {}): Promise<string[]> {
    const script = blocks.map(({ text }) => `${onStack(this.#stack, text)}\nprintf '\\n${MARK}\\n'`).join('\n');
    const options = { cwd: this.folder, env: { ...BARE, ...env }, timeout: 120_000 };
    const { stdout } = await run('bash', ['-euc', script], options);
    return stdout.split(`\n${MARK}\n`).slice(0, -1);
  }

  /** Runs a TypeScript block. @param line what its reader types. @returns what it printed */
  async program({ text }: Block, env: NodeJS.ProcessEnv = {}, line?: () => Promise<string>): Promise<string> {
    const file = join(this.folder, 'example.mts');
    writeFileSync(file, onStack(this.#stack, text));
    const options = { cwd: ROOT, env: { ...BARE, ...env }, timeout: 60_000 };
    const running = run(process.execPath, ['--import', 'tsx', file], options);
    if (line) running.child.stdin?.end(`${await line()}\n`);
    return (await running).stdout;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Each answer is what the guide shows; an example without one shows no failure either. */
export const expectAnswers = (stack: Addresses, blocks: readonly Block[], outputs: readonly string[]): void => {
  expect(outputs).toHaveLength(blocks.length);
  for (const [index, { text, answer }] of blocks.entries()) {
    const output = outputs[index]?.trim() ?? '';
    if (answer === undefined) {
      expect(output, text).not.toMatch(/"error":|undefined/);
      continue;
    }
    const documented: unknown = JSON.parse(onStack(stack, JSON.stringify(answer)));
    expect(differences(documented, JSON.parse(output)), `${text}\n${output}`).toEqual([]);
  }
};
