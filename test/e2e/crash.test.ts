import { setTimeout as delay } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settledProblems } from '../support/audit.ts';
import { bundlePath } from '../support/database.ts';
import { Guest, type Heard } from '../support/guest-calls.ts';
import { createHost, type TestHost } from '../support/host.ts';
import { findLeaks, mailedSecrets, readFlows } from '../support/leaks.ts';
import { type PartName, type Processes, startProcesses } from '../support/processes.ts';

const TARGETS: readonly (readonly PartName[])[] = [
  ['worker'],
  ['api'],
  ['temporal'],
  ['postgres'],
  ['worker', 'temporal'],
];

let stack: Processes;
let host: TestHost;
let freeStarts: number[];

beforeAll(async () => {
  stack = await startProcesses(bundlePath());
  host = await createHost(stack.sql);
  freeStarts = await host.openStarts();
}, 120_000);
afterAll(() => stack?.close(), 60_000);

const nextStart = (): number => {
  const start = freeStarts.shift();
  if (start === undefined) throw new Error('no start is left');
  return start;
};

/** A guest who has done everything before a step; from then on they repeat their calls or do not. */
async function guestBefore(step: 'code' | 'booking' | 'change', repeats: boolean): Promise<Guest> {
  const guest = new Guest(stack, host.address, { startMs: nextStart(), repeats: true });
  if (step !== 'code') expect((await guest.askCode()).status).toBe(200);
  if (step === 'change') {
    expect((await guest.book()).status).toBe(200);
    await guest.manageToken();
  }
  guest.repeats = repeats;
  guest.heard.length = 0;
  return guest;
}

const pairBefore = (step: 'code' | 'booking' | 'change') =>
  Promise.all([guestBefore(step, true), guestBefore(step, false)]);

/** Sessions of the product that wait for a lock. */
async function countWaiting(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where application_name like 'holdfast-%' and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

async function waitFor(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadlineMs = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadlineMs) throw new Error(`Waited in vain for ${what}`);
    await delay(5);
  }
}

/** A transaction of the test, in which it holds the product back. A database that is killed takes it with it. */
async function holdingBack(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  let working: Promise<void> | undefined;
  const held = stack.sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    working = work(tx);
    await working;
  });
  const failed = await held.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!working) throw failed;
  await working;
}

const lockHost = (tx: TransactionSql) => tx`select 1 from users where id = ${host.userId} for no key update`;

async function restart(parts: readonly PartName[]): Promise<void> {
  // Servers first: a worker needs Temporal to start.
  await stack.start(...parts.filter((part) => part === 'postgres' || part === 'temporal'));
  await stack.start(...parts);
}

/** Guests who repeat their call get what they asked for; the others hear 200, 503 with Retry-After, or a cut connection. */
async function expectHeard(guests: readonly Guest[], calls: readonly Promise<Heard>[]): Promise<void> {
  const last = await Promise.all(calls);
  for (const [index, { repeats, heard }] of guests.entries()) {
    if (repeats) expect(last[index]?.status).toBe(200);
    for (const { status, answer, tookMs } of heard) {
      expect([200, 503, 0]).toContain(status);
      if (status !== 503) continue;
      expect(answer?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(tookMs).toBeLessThan(4_000);
    }
  }
}

describe.each(TARGETS.map((parts) => ({ parts, name: parts.join(' and ') })))('kill -9 of $name', ({ parts }) => {
  it('before anything is written: while a code is mailed, after the attempt, before a mail', async () => {
    const unmailed = await guestBefore('booking', true);
    const [codes, bookers, movers, cancelers] = await Promise.all([
      pairBefore('code'),
      pairBefore('booking'),
      pairBefore('change'),
      pairBefore('change'),
    ]);
    let calls: Promise<Heard>[] = [];
    await holdingBack(async (tx) => {
      await tx`lock table local_mails in share mode`;
      expect((await unmailed.book()).status).toBe(200);
      await lockHost(tx);
      calls = [
        ...codes.map((guest) => guest.askCode()),
        ...bookers.map((guest) => guest.book()),
        ...movers.map((guest) => guest.reschedule(nextStart())),
        ...cancelers.map((guest) => guest.cancel()),
      ];
      await waitFor(async () => (await countWaiting(tx)) >= 8, 'sessions that wait for the lock');
      await stack.kill9(...parts);
    });
    await restart(parts);
    await expectHeard([...codes, ...bookers, ...movers, ...cancelers], calls);
    expect(await settledProblems(stack)).toEqual([]);
  }, 120_000);

  it('between the commit of the claim and the end of the update', async () => {
    const [bookers, movers, cancelers] = await Promise.all([
      pairBefore('booking'),
      pairBefore('change'),
      pairBefore('change'),
    ]);
    const guests = [...bookers, ...movers, ...cancelers];
    let calls: Promise<Heard>[] = [];
    await holdingBack(async (tx) => {
      await lockHost(tx);
      calls = [
        ...bookers.map((guest) => guest.book()),
        ...movers.map((guest) => guest.reschedule(nextStart())),
        ...cancelers.map((guest) => guest.cancel()),
      ];
      await waitFor(async () => (await countWaiting(tx)) >= guests.length, 'sessions that wait for the lock');
      // The worker will commit, and find nobody to tell of it.
      stack.pause('temporal');
    });
    await waitFor(() => allWritten(guests), 'every change to be committed');
    expect(guests.flatMap(({ heard }) => heard.filter(({ status }) => status === 200))).toEqual([]);
    await stack.kill9(...parts);
    stack.resume('temporal');
    await restart(parts);
    await expectHeard(guests, calls);
    expect(await settledProblems(stack)).toEqual([]);
    expect(await allWritten(guests)).toBe(true);
  }, 120_000);
});

it('leaves no code, token or address in any history, nor in the output of api and worker', async () => {
  const flows = await readFlows(stack.client, "WorkflowType = 'booking'");
  expect(flows.length).toBeGreaterThan(50);
  const output = { where: 'the output', text: stack.output.join('\n') };
  expect(findLeaks(await mailedSecrets(stack.sql), [...flows, output])).toEqual([]);
}, 60_000);

/** Whether the booking, move or cancel that each of them asked for stands in the rows. */
async function allWritten(guests: readonly Guest[]): Promise<boolean> {
  const [row] = await stack.sql<{ count: number }[]>`
    select count(distinct a.booking_id)::int as count from attempts a join bookings b on b.id = a.booking_id
    where b.guest_email in ${stack.sql(guests.map(({ email }) => email))}
      and a.outcome ->> 'result' = 'done' and a.kind = any(case when b.revision = 1 then '{confirm}'::text[] else '{reschedule,cancel}' end)`;
  return row?.count === guests.length;
}
