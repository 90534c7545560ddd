import { setTimeout as passes } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowId } from '../../../workflows/catalogue.ts';
import { settledProblems } from '../../support/asserts/audit.ts';
import { ANSWERED_WITHIN_MS, callsIn, watchLateness } from '../../support/drivers/call-log.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { postJson } from '../../support/drivers/http.ts';
import { get, RestGuest, type TimedAnswer, timedCall } from '../../support/drivers/rest-guest.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { type PartName, type Processes, startProcesses } from '../../support/stack/processes.ts';

let stack: Processes;
let host: TestHost;
let freeStarts: number[];

beforeAll(async () => {
  stack = await startProcesses(bundlePath());
  host = await createHost(stack.sql);
  freeStarts = await host.openStarts();
});
afterAll(() => stack?.close(), 60_000);

const nextStart = (): number => freeStarts.shift() ?? 0;
const newGuest = (): RestGuest => new RestGuest(stack, host.address, { startMs: nextStart(), repeats: false });
const eventPath = () => `${host.address.workspace}/${host.address.username}/${host.address.eventSlug}`;

/** The calls that are made during an outage, once each. */
interface Calls {
  readonly reads: Readonly<Record<string, () => Promise<TimedAnswer>>>;
  readonly writes: Readonly<Record<string, () => Promise<TimedAnswer>>>;
  /** Repeats the writes after the outage. Each must return its one result. */
  repeat(): Promise<void>;
}

/** Guests right before each step, and their next calls. */
async function prepareCalls(): Promise<Calls> {
  const [asker, booker, mover, canceler] = [newGuest(), newGuest(), newGuest(), newGuest()];
  const guests = [asker, booker, mover, canceler];
  for (const guest of guests) guest.repeats = true;
  for (const guest of [booker, mover, canceler]) expect((await guest.askCode()).status).toBe(200);
  for (const guest of [mover, canceler]) expect((await guest.book()).status).toBe(200);
  const token = await mover.manageToken();
  const newStart = nextStart();
  // The test's own pool reads the mailboxes and fails when the database is away.
  const [book, move, cancel] = await Promise.all([
    booker.bookCall(),
    mover.rescheduleCall(newStart),
    canceler.cancelCall(),
  ]);
  for (const guest of guests) guest.repeats = false;
  const api = `${stack.publicUrl}/api/v1/public`;
  const repeat = async (): Promise<void> => {
    for (const guest of guests) guest.repeats = true;
    for (const again of [() => asker.askCode(), book, move, cancel]) {
      const first = await again();
      const second = await again();
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.answer?.json().booking).toEqual(first.answer?.json().booking);
    }
  };
  return {
    reads: {
      slots: () => get(`${api}/${eventPath()}/slots?timezone=UTC`),
      calendar: () => get(`${api}/${host.address.workspace}/${host.address.username}`),
      'manage view': () => get(`${api}/manage/booking?token=${token}`),
      'event page': () => getPage(`${stack.publicUrl}/${eventPath()}`),
      'manage page': () => getPage(`${stack.publicUrl}/manage/${token}`),
      'slots over MCP': () => callTool('get_availability', { ...host.address, timezone: 'UTC' }),
    },
    writes: {
      code: () => asker.askCode(),
      book,
      reschedule: move,
      cancel,
      'code over MCP': () => callTool('request_booking_code', { ...host.address, email: newGuest().email }),
    },
    repeat,
  };
}

const getPage = (url: string): Promise<TimedAnswer> =>
  timedCall(async () => {
    const page = await fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(20_000) });
    const text = await page.text();
    return { status: page.status, headers: Object.fromEntries(page.headers), text, json: () => JSON.parse(text) };
  });

/** A tool's error is in its result. This returns the status that REST would answer. */
const callTool = (name: string, args: object): Promise<TimedAnswer> =>
  timedCall(async () => {
    const answer = await postJson(
      `${stack.publicUrl}/api/mcp/public/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
    );
    const isAway =
      /service\.unavailable/.test(answer.text) && /"retryAfterSeconds":\d/.test(answer.text.replaceAll('\\', ''));
    const headers = isAway ? { 'retry-after': '1' } : {};
    return { ...answer, headers, status: isAway ? 503 : answer.status, json: () => JSON.parse(answer.text) };
  });

const callAll = async (calls: Calls['reads']): Promise<Record<string, TimedAnswer>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await call()] as const)),
  );

const statusesOf = (answers: Record<string, TimedAnswer>): Record<string, number> =>
  Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]));

const allAre = (status: number, calls: Calls['reads']): Record<string, number> =>
  Object.fromEntries(Object.keys(calls).map((name) => [name, status]));

/**
 * The 3 s are measured inside the api (`whileAway`), because a busy machine adds time outside it. This limit only separates one
 * deadline from two in a row (5.2 s), which a page with two operations would take.
 */
const ONE_DEADLINE_MS = 5_000;

/** Each call gets 503 in time, with Retry-After and the name of the dependency. */
function expectAway(
  answers: Record<string, TimedAnswer>,
  calls: Calls['reads'],
  dependency?: 'temporal' | 'database',
): void {
  expect(statusesOf(answers)).toEqual(allAre(503, calls));
  for (const [name, { answer, tookMs }] of Object.entries(answers)) {
    expect({ name, tookMs }).toEqual({ name, tookMs: expect.toSatisfy((ms: number) => ms < ONE_DEADLINE_MS) });
    expect({ name, retryAfter: answer?.headers['retry-after'] }).toEqual({
      name,
      retryAfter: expect.stringMatching(/^[1-9]\d*$/),
    });
    if (dependency)
      expect({ name, text: answer?.text }).toEqual({
        name,
        text: expect.stringMatching(name.endsWith('page') ? 'try again' : dependency),
      });
  }
}

const readiness = async () => {
  const { status, answer, tookMs } = await get(`${stack.appUrl}/api/v1/health?ready=1`);
  expect(tookMs).toBeLessThan(ONE_DEADLINE_MS);
  return { code: status, ...answer?.json() };
};

interface Absence {
  readonly how: string;
  begin(part: PartName): Promise<void>;
  end(part: PartName): Promise<void>;
}

const absences: readonly Absence[] = [
  { how: 'killed', begin: (part) => stack.kill9(part), end: (part) => stack.start(part) },
  {
    how: 'hanging',
    begin: async (part) => stack.pause(part),
    end: async (part) => stack.resume(part),
  },
];

/** Stops the part, runs the checks and restores it. All recover by themselves, and every call returns its one result. */
async function whileAway(
  part: PartName,
  { begin, end }: Absence,
  look: (calls: Calls) => Promise<void>,
): Promise<void> {
  const calls = await prepareCalls();
  const fromLine = stack.output.length;
  const lateMs = watchLateness();
  await begin(part);
  try {
    await look(calls);
  } finally {
    await end(part);
  }
  const logged = callsIn(stack.output.slice(fromLine));
  expect(logged.length).toBeGreaterThanOrEqual(Object.keys({ ...calls.reads, ...calls.writes }).length);
  // By the api's own clock, because a busy machine adds time outside it.
  const grantedMs = ANSWERED_WITHIN_MS + lateMs();
  expect({ grantedMs, late: logged.filter(({ ms }) => ms > grantedMs) }).toEqual({ grantedMs, late: [] });
  await calls.repeat();
  await stack.waitReady();
  expect(await settledProblems(stack)).toEqual([]);
  expect(stack.starts('api')).toBe(1);
}

describe.each(absences)('$how', (absence) => {
  it('Temporal: reads work, writes answer 503', async () => {
    await whileAway('temporal', absence, async (calls) => {
      const [reads, writes, ready] = await Promise.all([callAll(calls.reads), callAll(calls.writes), readiness()]);
      expect(statusesOf(reads)).toEqual(allAre(200, calls.reads));
      expectAway(writes, calls.writes, 'temporal');
      expect(ready).toMatchObject({ code: 200, status: 'ready', checks: { database: 'up', temporal: 'down' } });
    });
  }, 180_000);

  it('the worker: reads work, writes answer 503', async () => {
    await whileAway('worker', absence, async (calls) => {
      const [reads, writes, ready] = await Promise.all([callAll(calls.reads), callAll(calls.writes), readiness()]);
      expect(statusesOf(reads)).toEqual(allAre(200, calls.reads));
      expectAway(writes, calls.writes, 'temporal');
      expect(ready).toMatchObject({ code: 200, status: 'ready', checks: { database: 'up', temporal: 'up' } });
    });
  }, 180_000);

  it('PostgreSQL: every call answers 503, and readiness says not_ready', async () => {
    await whileAway('postgres', absence, async (calls) => {
      const all = {
        ...calls.reads,
        ...calls.writes,
        'decide page': () => getPage(`${stack.appUrl}/decide/${'x'.repeat(43)}`),
      };
      const [answers, ready] = await Promise.all([callAll(all), readiness()]);
      expectAway(answers, all, 'database');
      expect(ready).toMatchObject({ code: 503, status: 'not_ready', checks: { database: 'down' } });
      expect((await get(`${stack.appUrl}/api/v1/health`)).status).toBe(200);
    });
  }, 180_000);
});

/** As long as an overloaded worker may leave a flow waiting, and shorter than the timeout of a call. */
const BUSY_MS = 1_600;
/** More flows than a worker polls at once: polled tasks count as started, not as waiting. */
const FLOWS_AT_ONCE = 20;

it('the worker, for a short time as if it were busy: it keeps its cached flows', async () => {
  const guests = Array.from({ length: FLOWS_AT_ONCE }, newGuest);
  const cancels: (() => Promise<TimedAnswer>)[] = [];
  for (const guest of guests) {
    guest.repeats = true;
    expect((await guest.askCode()).status).toBe(200);
    expect((await guest.book()).status).toBe(200);
    cancels.push(await guest.cancelCall());
  }
  stack.pause('worker');
  const canceled = cancels.map((cancel) => cancel());
  await passes(BUSY_MS);
  stack.resume('worker');
  expect((await Promise.all(canceled)).map(({ status }) => status)).toEqual(guests.map(() => 200));
  const rows = await stack.sql<{ id: string }[]>`
    select id from bookings where guest_email in ${stack.sql(guests.map(({ email }) => email))}`;
  expect(rows).toHaveLength(FLOWS_AT_ONCE);
  const takenFrom = async ({ id }: { id: string }): Promise<boolean | undefined> => {
    const { events } = await stack.client.workflow.getHandle(flowId('booking', id)).fetchHistory();
    return events?.some(({ workflowTaskTimedOutEventAttributes: lost }) => lost);
  };
  expect(await Promise.all(rows.map(takenFrom))).toEqual(rows.map(() => false));
}, 90_000);
