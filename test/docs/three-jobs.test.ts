import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson } from '../support/drivers/http.ts';
import { signIn } from '../support/drivers/session.ts';
import { makeKey } from '../support/factories/keys.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { type Block, blocksIn, ROOT, readGuide } from './examples.ts';

const run = promisify(execFile);
const blocks = blocksIn(readGuide('docs/three-jobs.md'));

let stack: Stack;
let folder: string;
let key: string;
beforeAll(async () => {
  stack = await startStack();
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'test-results', 'jobs-'));
  const ada = await signIn(stack);
  key = (await makeKey(stack.sql, { workspaceId: ada.workspaceId, userId: ada.userId, name: 'Laptop' })).secret;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stack.close();
});

const blockOf = (name: string): Block => {
  const block = blocks.find((one) => one.name === name);
  if (!block) throw new Error(`docs/three-jobs.md has no example ${name}`);
  return block;
};
const here = (text: string): string =>
  text
    .replaceAll('http://localhost:3000', stack.appUrl)
    .replaceAll('http://localhost:3001', stack.publicUrl)
    .replaceAll('cli/main.ts', join(ROOT, 'cli/main.ts'))
    .replaceAll('@holdfast/client', join(ROOT, 'client/holdfast.ts'));

/** Runs an example as its reader would, with nothing else on the way. @param isKeyed with a key in the environment */
async function runExample(name: string, isKeyed = false): Promise<string> {
  const { language, text } = blockOf(name);
  const env = {
    ...{ PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, HOME: '/nonexistent', LC_ALL: 'C.UTF-8' },
    ...{
      HOLDFAST_URL: stack.appUrl,
      HOLDFAST_PUBLIC_URL: stack.publicUrl,
      HOLDFAST_CONFIG_DIR: folder,
      BROWSER: 'true',
    },
    ...(isKeyed && { HOLDFAST_API_KEY: key }),
  };
  const options = { cwd: folder, env, timeout: 60_000 };
  if (language === 'sh') return (await run('bash', ['-euc', here(text)], options)).stdout;
  const file = join(folder, `${name}.mts`);
  writeFileSync(file, here(text));
  return (await run(process.execPath, ['--import', 'tsx', file], { ...options, cwd: ROOT })).stdout;
}

/** A person who allows the next device that asks. */
async function allowNext(agentName: RegExp): Promise<void> {
  const ada = await signIn(stack);
  for (let tried = 0; tried < 300; tried += 1) {
    const [session] = await stack.sql<{ userCode: string; name: string }[]>`
      select user_code as "userCode", coalesce(agent_name, client_name, '') as name from device_sessions where status = 'pending'`;
    if (session) {
      expect(session.name).toMatch(agentName);
      const body = { userCode: session.userCode, decision: 'approve', workspaceId: ada.workspaceId };
      expect((await postJson(`${stack.appUrl}/api/v1/cli/auth/decide`, body, ada.headers)).status).toBe(200);
      return;
    }
    await delay(100);
  }
  throw new Error('no device asked');
}

describe('docs/three-jobs.md', () => {
  it('has each job in each voice', () => {
    const names = blocks.flatMap(({ name }) => name ?? []);
    for (const job of ['book', 'run'])
      for (const voice of ['curl', 'mcp', 'cli', 'ts']) expect(names).toContain(`${job}-${voice}`);
  });

  it.each(['curl', 'mcp', 'cli', 'ts'])(
    'books with %s',
    async (voice) => {
      const output = await runExample(`book-${voice}`);
      expect(output).not.toContain('"error"');
      const [booking] = await stack.sql`select status from bookings where guest_email = ${`${voice}@example.com`}`;
      expect(booking).toEqual({ status: 'confirmed' });
    },
    90_000,
  );

  it.each([
    ['curl', /Claude/, /owner/],
    ['cli', /Holdfast CLI/, /"acme"/],
    ['ts', /Claude/, /approved svc_live_/],
  ])(
    'gets a key with %s',
    async (voice, asks, says) => {
      const [output] = await Promise.all([runExample(`key-${voice}`), allowNext(asks)]);
      expect(output).toMatch(says);
    },
    90_000,
  );

  it.each([
    ['curl', /Quick question/],
    ['mcp', /\d+ meetings to come/],
    ['cli', /durationMinutes/],
    ['ts', /\d+ meetings to come/],
  ])(
    'runs the workspace with %s',
    async (voice, says) => {
      const output = await runExample(`run-${voice}`, true);
      expect(output).not.toContain('"error"');
      expect(output).toMatch(says);
    },
    90_000,
  );
});
