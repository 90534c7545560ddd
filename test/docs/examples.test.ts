import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../support/factories/keys.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { differences } from './answers.ts';
import { type Block, blocksIn, ROOT, readGuide } from './examples.ts';

const run = promisify(execFile);
const MARK = '@@ end of block';

let stack: Stack;
let folder: string;

beforeEach(async () => {
  stack = await startStack();
  // Inside the project, where programs find its packages.
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'test-results', 'examples-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stack.close();
});

const exampleOf = (path: string, name: string): Block[] => {
  const blocks = blocksIn(readGuide(path)).filter((block) => block.name === name);
  if (blocks.length === 0) throw new Error(`${path} has no example ${name}`);
  return blocks;
};

const onThisStack = (text: string): string =>
  text.replaceAll('http://localhost:3000', stack.appUrl).replaceAll('http://localhost:3001', stack.publicUrl);

/** Nothing but what the guides ask for is on the way: no proxy, no configuration of the person that runs this. */
const bare = { PATH: process.env.PATH, HOME: '/nonexistent', LC_ALL: 'C.UTF-8' };

/** Runs shell blocks in one session. @returns what each printed. */
const runShell = async (blocks: readonly Block[], more: NodeJS.ProcessEnv = {}): Promise<string[]> => {
  const script = blocks.map(({ text }) => `${onThisStack(text)}\nprintf '\\n${MARK}\\n'`).join('\n');
  const { stdout } = await run('bash', ['-euc', script], { cwd: folder, env: { ...bare, ...more }, timeout: 120_000 });
  return stdout.split(`\n${MARK}\n`).slice(0, -1);
};

const runProgram = async (block: Block): Promise<string> => {
  const file = join(folder, 'example.mts');
  writeFileSync(file, onThisStack(block.text));
  const { stdout } = await run(process.execPath, ['--import', 'tsx', file], { cwd: ROOT, env: bare, timeout: 60_000 });
  return stdout;
};

/** Each answer is what the guide shows; an example without one shows no failure either. */
const expectAnswers = (blocks: readonly Block[], outputs: readonly string[]): void => {
  expect(outputs).toHaveLength(blocks.length);
  for (const [index, { text, answer }] of blocks.entries()) {
    const output = outputs[index]?.trim() ?? '';
    if (answer === undefined) expect(output, text).not.toMatch(/"error":|undefined/);
    else expect(differences(answer, JSON.parse(output)), `${text}\n${output}`).toEqual([]);
  }
};

interface BookingRow {
  readonly guest: string;
  readonly status: string;
  readonly source: string;
}

const bookings = () => stack.sql<BookingRow[]>`
  select guest_email as guest, status, source from bookings order by created_at, id`;

it('README: the first booking', async () => {
  const blocks = exampleOf('README.md', 'first-booking');
  const [output = ''] = await runShell(blocks);
  expect(output.match(/"status":"\w+"/g)).toEqual(
    ['otp_sent', 'confirmed', 'rescheduled', 'canceled'].map((status) => `"status":"${status}"`),
  );
  expect(output).not.toContain('"error"');
  expect(await bookings()).toEqual([{ guest: 'guest@example.com', status: 'canceled', source: 'public_api' }]);
  const mail = await stack.waitForMail('guest@example.com', 'booking_confirmation');
  expect(mail.text).toContain(`${stack.publicUrl}/manage/`);
  expect(mail.attachments.map(({ name }) => name)).toEqual(['invite.ics']);
});

it('docs/time-zones.md, self-hosting.md, temporal-ui.md: what is typed', async () => {
  const zones = exampleOf('docs/time-zones.md', 'time-zones');
  expectAnswers(zones, await runShell(zones));
  for (const name of ['self-hosting', 'temporal-ui']) {
    const blocks = exampleOf(`docs/${name}.md`, name);
    const health = (await runShell(blocks)).at(-1) ?? '';
    expect(JSON.parse(health), health).toMatchObject({ checks: { database: 'up', temporal: 'up' } });
  }
});

it('docs/temporal-ui.md: each query is one that Temporal takes, and a booking’s finds it', async () => {
  await runShell(exampleOf('README.md', 'first-booking'));
  const [row] = await stack.sql`select id from bookings`;
  const [{ text } = { text: '' }] = exampleOf('docs/temporal-ui.md', 'queries');
  const count = async (query: string) => (await stack.client.workflow.count(query)).count;
  for (const query of text.split('\n')) expect(await count(query), query).toBeGreaterThanOrEqual(0);
  const byId = text.split('\n').find((query) => query.startsWith('BookingId')) ?? '';
  await expect.poll(() => count(byId.replace('<booking id>', String(row?.id))), { timeout: 20_000 }).toBeGreaterThan(0);
});

it('docs/booking-by-api.md: everything a guest or an agent does', { timeout: 150_000 }, async () => {
  const blocks = exampleOf('docs/booking-by-api.md', 'booking-by-api');
  expectAnswers(blocks, await runShell(blocks));
  const source = 'public_api';
  expect(await bookings()).toEqual([
    { guest: 'sam@example.com', status: 'canceled', source },
    { guest: 'kim@example.com', status: 'confirmed', source },
    { guest: 'lee@example.com', status: 'confirmed', source },
    { guest: 'max@example.com', status: 'confirmed', source },
    { guest: 'ana@example.com', status: 'confirmed', source },
    { guest: 'noa@example.com', status: 'pending_confirmation', source },
  ]);
  const [lee] = await stack.sql`select agent_email from bookings where guest_email = 'lee@example.com'`;
  expect(lee).toEqual({ agent_email: 'agent@example.com' });
  for (const guest of ['bea@example.com', 'carl@example.com'])
    expect((await stack.waitForMail(guest, 'booking_confirmation')).subject).toContain('Intro call');
});

it('docs/keys-and-seats.md: what the holder of a key does', async () => {
  const [ada] = await stack.sql<{ workspaceId: string; userId: string }[]>`
    select workspace_id as "workspaceId", user_id as "userId" from memberships where username = 'ada'`;
  if (!ada) throw new Error('the demo has no Ada');
  const key = await makeKey(stack.sql, { ...ada, name: 'Laptop' });
  const blocks = exampleOf('docs/keys-and-seats.md', 'keys-and-seats');
  expectAnswers(blocks, await runShell(blocks, { HOLDFAST_API_KEY: key.secret }));
});

it('docs/workspace-tools.md: an event type with a form, and a short link to it', async () => {
  const [ada] = await stack.sql<{ workspaceId: string; userId: string }[]>`
    select workspace_id as "workspaceId", user_id as "userId" from memberships where username = 'ada'`;
  if (!ada) throw new Error('the demo has no Ada');
  const key = await makeKey(stack.sql, { ...ada, name: 'Laptop' });
  const blocks = exampleOf('docs/workspace-tools.md', 'event-types');
  expectAnswers(blocks, await runShell(blocks, { HOLDFAST_API_KEY: key.secret }));
});

it('docs/workspace-tools.md: a meeting, proposed and booked', async () => {
  const [ada] = await stack.sql<{ workspaceId: string; userId: string }[]>`
    select workspace_id as "workspaceId", user_id as "userId" from memberships where username = 'ada'`;
  if (!ada) throw new Error('the demo has no Ada');
  const key = await makeKey(stack.sql, { ...ada, name: 'Laptop' });
  const blocks = exampleOf('docs/workspace-tools.md', 'meetings');
  expectAnswers(blocks, await runShell(blocks, { HOLDFAST_API_KEY: key.secret }));
  await stack.waitForMail('grace@example.com', 'booking_confirmation');
});

it('docs/workspace-tools.md: a working day', { timeout: 150_000 }, async () => {
  const [ada] = await stack.sql<{ workspaceId: string; userId: string }[]>`
    select workspace_id as "workspaceId", user_id as "userId" from memberships where username = 'ada'`;
  if (!ada) throw new Error('the demo has no Ada');
  const key = await makeKey(stack.sql, { ...ada, name: 'Laptop' });
  const blocks = exampleOf('docs/workspace-tools.md', 'workspace-day');
  expectAnswers(blocks, await runShell(blocks, { HOLDFAST_API_KEY: key.secret }));
  expect(await bookings()).toEqual([
    { guest: 'kim@example.com', status: 'rescheduled', source: 'host_api' },
    { guest: 'lee@example.com', status: 'canceled', source: 'host_api' },
  ]);
  expect((await stack.waitForMail('lee@example.com', 'booking_canceled')).text).toContain('We are ill');
});

describe('docs/mcp.md', () => {
  it('a whole booking with the official client', async () => {
    const [program, ...others] = exampleOf('docs/mcp.md', 'booking-by-mcp');
    if (!program) throw new Error('no program');
    expect(others).toEqual([]);
    const output = await runProgram(program);
    expect(output).toContain('Intro call');
    expect(output).toContain('(America/New_York)');
    expect(await bookings()).toEqual([{ guest: 'guest@example.com', status: 'confirmed', source: 'public_mcp' }]);
  });

  it('a call by curl, and how it fails', async () => {
    const blocks = exampleOf('docs/mcp.md', 'mcp-by-curl');
    expectAnswers(blocks, await runShell(blocks));
  });
});
