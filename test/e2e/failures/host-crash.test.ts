import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetings } from '../../../schemas/operations/meetings.ts';
import { settledProblems } from '../../support/asserts/audit.ts';
import { newGuest } from '../../support/drivers/guest.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../support/factories/keys.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { countWaiting, lockTable, waitFor, withTablesLocked } from '../../support/stack/lock-tables.ts';
import { type Processes, SHORT_TASKS, startProcesses } from '../../support/stack/processes.ts';

const PATIENCE_MS = 60_000;

let stack: Processes;
let team: TestTeam;
let key: TestKey;
let starts: number[];

beforeAll(async () => {
  stack = await startProcesses(bundlePath(), SHORT_TASKS);
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
  starts = await team.host.openStarts();
  await stack.waitReady();
  // The first call waits until the processes have loaded.
  await createUntilHeard(request(true));
});
afterAll(() => stack?.close(), 60_000);

interface BookingRequest {
  readonly guest: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const request = (withKey: boolean): BookingRequest => {
  const guest = newGuest();
  const startAt = new Date(starts.shift() ?? 0).toISOString();
  const invitee = { email: guest, timezone: 'UTC' };
  const idempotencyKey = withKey ? { idempotencyKey: uuidv7() } : {};
  return { guest, input: { eventTypeId: team.host.eventTypeId, startAt, invitee, ...idempotencyKey } };
};

const create = ({ input }: BookingRequest) => callHost(stack.appUrl, meetings.createBooking, input, key.headers);

/** Repeats a call that got 503, or 429 because its earlier calls still run, as its message advises. */
async function createUntilHeard(wanted: BookingRequest): Promise<string> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await create(wanted);
    if (answer.status === 200) return String((answer.json().booking as { id: string }).id);
    const isBusy = answer.status === 503 || answer.json().error?.details?.reason === 'too_many_at_once';
    expect(isBusy, answer.text).toBe(true);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    if (Date.now() > deadlineMs) throw new Error('never booked');
    await delay(200);
  }
}

/** Each guest has one booking and one mail about it, and all rows agree. */
async function expectBookedOnce(wishes: readonly BookingRequest[], ids: readonly string[]): Promise<void> {
  expect(await settledProblems(stack)).toEqual([]);
  const mails = await stack.sql<{ recipient: string }[]>`
    select recipient::text from local_mails where kind = 'booking_confirmation'`;
  for (const [index, { guest }] of wishes.entries()) {
    const rows = await stack.sql<{ id: string }[]>`select id from bookings where guest_email = ${guest}`;
    expect(rows).toHaveLength(1);
    if (ids[index]) expect(rows[0]?.id).toBe(ids[index]);
    expect(mails.filter(({ recipient }) => recipient === guest)).toHaveLength(1);
  }
}

it('kill -9 of the worker before a host’s booking is written: a repeated call books once', async () => {
  const wishes = [request(true), request(true), request(false), request(false)];
  let calls: Promise<string>[] = [];
  await withTablesLocked(stack.sql, async (tx) => {
    await tx`select 1 from event_types where id = ${team.host.eventTypeId} for no key update`;
    calls = wishes.map(createUntilHeard);
    // Each waits a second and is tried again, so on a busy machine they never all wait at the same moment.
    await waitFor(
      async () => (await countWaiting(tx, 'event_types')) >= wishes.length / 2,
      'half to wait for the lock',
    );
    await stack.kill9('worker');
  });
  await stack.start('worker');
  await expectBookedOnce(wishes, await Promise.all(calls));
}, 120_000);

it('kill -9 of the worker between the commit and the mails: the mails are sent without another call', async () => {
  const wishes = [request(true), request(false)];
  const ids: string[] = [];
  await withTablesLocked(stack.sql, async (tx) => {
    await lockTable(tx, 'local_mails');
    for (const wanted of wishes) ids.push(await createUntilHeard(wanted));
    await waitFor(async () => (await countWaiting(tx, 'local_mails')) >= 1, 'a mail to wait for the lock');
    await stack.kill9('worker');
  });
  await stack.start('worker');
  await expectBookedOnce(wishes, ids);
}, 120_000);
