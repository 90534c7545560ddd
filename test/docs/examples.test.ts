import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../support/factories/keys.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import type { Block } from './examples.ts';
import { ExampleRunner, exampleOf, expectAnswers as expectThem } from './run-examples.ts';

let stack: Stack;
let runner: ExampleRunner;

beforeEach(async () => {
  stack = await startStack();
  runner = new ExampleRunner(stack);
});
afterEach(async () => {
  runner.close();
  await stack.close();
});

const runShell = (blocks: readonly Block[], env?: NodeJS.ProcessEnv) => runner.shell(blocks, env);
const expectAnswers = (blocks: readonly Block[], outputs: readonly string[]) => expectThem(stack, blocks, outputs);

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
    const output = await runner.program(program);
    expect(output).toContain('Intro call');
    expect(output).toContain('(America/New_York)');
    expect(await bookings()).toEqual([{ guest: 'guest@example.com', status: 'confirmed', source: 'public_mcp' }]);
  });

  it('a call by curl, and how it fails', async () => {
    const blocks = exampleOf('docs/mcp.md', 'mcp-by-curl');
    expectAnswers(blocks, await runShell(blocks));
  });
});
