/**
 * Kills and hangs the parts of a real stack at random while guests book, move and cancel. Then checks that nothing was lost
 * or done twice:
 *
 *     npm run chaos                                    # 200 guests, 30 strikes, about four minutes
 *     npm run chaos -- --guests 500 --strikes 80 --at-commit 30
 *
 * Half of the guests repeat a call that was answered 503 or cut, the others give up. Ends with exit code 1 if a rule was broken.
 */
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SETTLED_CHANNEL } from '../store/booking/attempts.ts';
import { settledProblems } from '../test/support/asserts/audit.ts';
import { findLeaks, mailedSecrets, readFlows } from '../test/support/asserts/leaks.ts';
import { ANSWERED_WITHIN_MS, callsIn, grantedElsewhereMs, watchLateness } from '../test/support/drivers/call-log.ts';
import { createHost, type TestHost } from '../test/support/drivers/host.ts';
import { RestGuest, type TimedAnswer } from '../test/support/drivers/rest-guest.ts';
import { PARTS, type PartName, type Processes, startProcesses } from '../test/support/stack/processes.ts';
import { workflowBundle } from '../workers/bundle.ts';

const { values } = parseArgs({
  options: {
    guests: { type: 'string', default: '200' },
    /** Kills and pauses, spread evenly over the guests. */
    strikes: { type: 'string', default: '30' },
    /** So many of the strikes are kills within 50 ms of a commit that answers a guest. */
    'at-commit': { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const GUESTS = Number(values.guests);
const STRIKES = Number(values.strikes);
const AT_COMMIT = Number(values['at-commit']);
const AT_ONCE = 10;
const HOSTS = 4;
const LONGEST_MS = 25 * 60_000;
/** 99 of 100 mails of a change leave within this time, whatever is killed. */
const MAILED_WITHIN_SECONDS = 30;

/** Random numbers, the same for the same seed (mulberry32). */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
const numbers = randomNumbers(Number(values.seed));
const random = (): number => numbers.next().value;
const oneOf = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];

const beganMs = Date.now();
const say = (line: string): void =>
  console.log(`${((Date.now() - beganMs) / 1_000).toFixed(1).padStart(6)} s  ${line}`);

const figures = new Map<string, number>();
const count = (what: string, by = 1): void => void figures.set(what, (figures.get(what) ?? 0) + by);

/** Bookings with an answer to a guest, each with the last one. */
const told = new Map<string, { status: 'confirmed' | 'rescheduled' | 'canceled'; startMs: number; sure: boolean }>();
/** As guests saw it, including the time when the api was stopped or the machine busy. */
let slowestHeard503Ms = 0;

/**
 * Lines of the output from the api's stop (SIGSTOP) until its earlier calls are answered. A stopped process
 * does not answer while its clock goes on, so the duration of these calls says nothing about the api.
 */
const stoppedLines: { readonly from: number; to: number }[] = [];

const note = (step: string, last: TimedAnswer, guest: RestGuest): boolean => {
  for (const { status, tookMs, answer } of guest.answers.splice(0)) {
    count(`${step}: ${status === 0 ? 'cut' : status}`);
    if (status === 503) slowestHeard503Ms = Math.max(slowestHeard503Ms, tookMs);
    if (status === 503 && !answer?.headers['retry-after']) count('503 without Retry-After');
  }
  return last.status === 200;
};

const idOf = ({ answer }: TimedAnswer): string => {
  if (!answer) throw new Error('a booking without an answer');
  return (JSON.parse(answer.text) as { booking: { id: string } }).booking.id;
};

async function guestLife(stack: Processes, host: TestHost, starts: number[]): Promise<void> {
  const guest = new RestGuest(stack, host.address, { startMs: starts.shift() ?? 0, repeats: random() < 0.5 });
  if (!note('code', await guest.askCode(), guest)) return;
  const booked = await guest.book();
  if (!note('book', booked, guest)) return;
  const id = idOf(booked);
  told.set(id, { status: 'confirmed', startMs: guest.startMs, sure: true });
  if (random() < 0.4) {
    const startMs = starts.shift() ?? 0;
    const moved = note('reschedule', await guest.reschedule(startMs), guest);
    told.set(id, { status: 'rescheduled', startMs, sure: moved });
    if (!moved) return;
  }
  if (random() < 0.3) {
    const canceled = note('cancel', await guest.cancel(), guest);
    told.set(id, { status: 'canceled', startMs: 0, sure: canceled });
  }
}

/** Runs all guests, a limited number at once. */
async function runGuests(stack: Processes, hosts: readonly TestHost[]): Promise<void> {
  const starts = await Promise.all(hosts.map((host) => host.openStarts()));
  let next = 0;
  const endMs = Date.now() + LONGEST_MS;
  const queue = async (): Promise<void> => {
    while (next < GUESTS && Date.now() < endMs) {
      const turn = next++ % hosts.length;
      // Guests and strikes keep the same pace.
      while (next > ((strikesDone + 1) * GUESTS) / STRIKES + AT_ONCE && strikesDone < STRIKES && Date.now() < endMs)
        await delay(50);
      const host = hosts[turn];
      // A guest who requested once and got no code by mail leaves.
      if (host) await guestLife(stack, host, starts[turn] ?? []).catch(() => count('left without a mail'));
      count('guests');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, queue));
}

const VICTIMS: readonly [readonly PartName[], ...(readonly PartName[])[]] = [
  ['worker'],
  ['api'],
  ['temporal'],
  ['postgres'],
  ['worker', 'temporal'],
];

async function hang(stack: Processes, part: PartName): Promise<void> {
  const stopped = { from: stack.output.length, to: Number.POSITIVE_INFINITY };
  if (part === 'api') stoppedLines.push(stopped);
  stack.pause(part);
  await delay(500 + random() * 4_000);
  stack.resume(part);
  if (part !== 'api') return;
  await delay(ANSWERED_WITHIN_MS);
  stopped.to = stack.output.length;
}

let strikesDone = 0;
let strikesAtCommit = 0;

async function strike(stack: Processes, commits: Commits): Promise<void> {
  const victims = oneOf(VICTIMS);
  const [first = 'worker'] = victims;
  const isAtCommit = strikesAtCommit / AT_COMMIT <= strikesDone / STRIKES && strikesAtCommit < AT_COMMIT;
  if (!isAtCommit && random() < 0.25) {
    count(`hung ${first}`);
    say(`${first} hangs`);
    await hang(stack, first);
    return;
  }
  const commitMs = isAtCommit ? await commits.next() : null;
  if (commitMs !== null) await delay(random() * 40);
  const name = victims.join(' and ');
  count(`killed ${name}`);
  say(`kill -9 ${name}${commitMs === null ? '' : `, ${(performance.now() - commitMs).toFixed(0)} ms after a commit`}`);
  if (commitMs !== null) {
    strikesAtCommit += 1;
    count('kills within 50 ms of a commit', performance.now() - commitMs <= 50 ? 1 : 0);
  }
  await stack.kill9(...victims);
  await delay(random() * 2_500);
  await stack.start(...victims.filter((part) => part === 'postgres' || part === 'temporal'));
  await stack.start(...victims);
}

async function strikeUntil(stack: Processes, commits: Commits, isOver: () => boolean): Promise<void> {
  while (!isOver() && strikesDone < STRIKES) {
    await delay(1_000 + random() * 5_000);
    if (isOver()) return;
    await strike(stack, commits);
    strikesDone += 1;
  }
}

interface Commits {
  /** Resolves at the next commit that answers a guest, with its `performance.now()`; null: none came for ten seconds. */
  next(): Promise<number | null>;
}

/** Hears of commits as the api does. The connection comes back by itself after PostgreSQL was killed. */
async function watchCommits({ sql }: Processes): Promise<Commits> {
  const commits = new EventEmitter();
  await sql.listen(SETTLED_CHANNEL, () => void commits.emit('commit'));
  return {
    next: async () => {
      const came = await once(commits, 'commit', { signal: AbortSignal.timeout(10_000) }).catch(() => null);
      return came === null ? null : performance.now();
    },
  };
}

/** Waits until the product itself has mailed all changes; the audit helps it along. Then: how long that took from each commit. */
async function lateMails({ sql }: Processes): Promise<string[]> {
  const untilMs = Date.now() + 180_000;
  const waiting = async () => (await sql`select 1 from booking_changes where announced_at is null limit 1`).length > 0;
  while ((await waiting()) && Date.now() < untilMs) await delay(250);
  const [row] = await sql<{ changes: number; p50: number; p90: number; p99: number; most: number }[]>`
    select count(*)::int as changes, percentile_cont(0.5) within group (order by took) as p50,
      percentile_cont(0.9) within group (order by took) as p90, percentile_cont(0.99) within group (order by took) as p99,
      max(took) as most
    from (select extract(epoch from coalesce(announced_at, now()) - created_at)::float8 as took from booking_changes) mails`;
  if (!row) return [];
  count('changes mailed', row.changes);
  for (const name of ['p50', 'p90', 'p99', 'most'] as const)
    count(`mails of a change after seconds, ${name}`, Number(row[name].toFixed(1)));
  return row.p99 <= MAILED_WITHIN_SECONDS ? [] : [`1 of 100 mails took over ${row.p99.toFixed(1)} s`];
}

/** Answers to guests that differ from the rows. A change without an answer may or may not have happened. */
async function brokenPromises({ sql }: Processes): Promise<string[]> {
  const rows = await sql<
    { id: string; status: string; start: Date }[]
  >`select id, status, start_at as start from bookings`;
  const booking = new Map(rows.map((row) => [row.id, row]));
  return [...told].flatMap(([id, { status, startMs, sure }]) => {
    const row = booking.get(id);
    if (!row) return [`lost: ${id}`];
    if (!sure) return [];
    if (row.status !== status) return [`answered ${status}, is ${row.status}: ${id}`];
    return status === 'canceled' || row.start.getTime() === startMs ? [] : [`at another time than answered: ${id}`];
  });
}

/** 503s that took longer than allowed, by the api's own clock. */
function late503s({ output }: Processes, lateMs: number): string[] {
  const isJudged = (_: string, line: number): boolean =>
    !stoppedLines.some(({ from, to }) => from <= line && line < to);
  const all = callsIn(output).filter(({ status }) => status === 503);
  const judged = callsIn(output.filter(isJudged)).filter(({ status }) => status === 503);
  count('503s, by the api', all.length);
  count('503s not judged, as the api was stopped', all.length - judged.length);
  count('slowest 503 by the api, ms', Math.round(Math.max(0, ...judged.map(({ ms }) => ms))));
  count('slowest 503 as a guest saw it, ms', Math.round(slowestHeard503Ms));
  count('timers of this process late by, ms', lateMs);
  return judged.filter(({ ms }) => ms > grantedElsewhereMs(lateMs)).map(({ ms }) => `a 503 after ${ms} ms`);
}

async function audit(stack: Processes, lateMs: number): Promise<string[]> {
  const problems = await settledProblems(stack);
  const output = { where: 'the output of api and worker', text: stack.output.join('\n') };
  const flows = await readFlows(stack.client, "WorkflowType = 'booking'");
  const leaks = findLeaks(await mailedSecrets(stack.sql), [...flows, output]);
  const [row] = await stack.sql<Record<string, number>[]>`
    select (select count(*)::int from bookings) as "bookings in the rows",
      (select count(*)::int from bookings where status <> 'canceled') as "standing bookings",
      (select count(*)::int from local_mails) as "mails",
      (select count(*)::int from challenges where status = 'expired') as "code stages closed without a booking"`;
  for (const [what, number] of Object.entries(row ?? {})) count(what, number);
  count('flows', flows.length);
  count('bookings that guests got an answer about', told.size);
  for (const part of PARTS) count(`starts of ${part}`, stack.starts(part));
  return [...problems, ...leaks, ...(await brokenPromises(stack)), ...late503s(stack, lateMs)];
}

say(`${GUESTS} guests, seed ${values.seed}. Starting the stack …`);
const stack = await startProcesses(await workflowBundle(join(fileURLToPath(new URL('..', import.meta.url)), '.local')));
try {
  const hosts = await Promise.all(Array.from({ length: HOSTS }, () => createHost(stack.sql)));
  const startMs = Date.now();
  const lateMs = watchLateness();
  let over = false;
  const striking = strikeUntil(stack, await watchCommits(stack), () => over);
  await runGuests(stack, hosts);
  over = true;
  say(`${figures.get('guests')} guests have come; waiting for all to recover`);
  await striking;
  await stack.waitReady();
  count('seconds of chaos', Math.round((Date.now() - startMs) / 1_000));
  const late = await lateMails(stack);
  say('the audit');
  const problems = [...late, ...(await audit(stack, lateMs()))];
  console.table(Object.fromEntries([...figures].sort(([one], [other]) => one.localeCompare(other))));
  for (const problem of problems) console.log(`BROKEN  ${problem}`);
  console.log(problems.length === 0 ? 'Nothing lost, nothing done twice.' : `${problems.length} rules broken.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await stack.close();
}
