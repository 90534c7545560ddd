/**
 * By hand, not a row: meetings whose reminders are all due at the same moment, while guests book. Says when all mails are there, whether each
 * is there once, what guests wait, and what worker and database do meanwhile. `npx tsx bench/reminders.ts --meetings 10000`
 * `--meetings 1000 --within 180` is the rate at which they leave, for less long. Seconds are multiples of five.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from '@temporalio/client';
import { planReminders, SPREAD_SHARE } from '../domain/reminders/reminder-times.ts';
import { inTransaction } from '../store/database.ts';
import { planColumns } from '../store/reminders/reminders.ts';
import { createHost } from '../test/support/drivers/host.ts';
import { remindOf } from '../test/support/drivers/reminders.ts';
import { flowStart } from '../workflows/catalogue.ts';
import { settled, withCode } from './bookings.ts';
import { guestsOf, type NextGuest } from './guests.ts';
import { insertBookings } from './hosts.ts';
import { median, ratePerSecond, timeMs } from './measure.ts';
import { dropStackData, launch, openStack, type Stack } from './stack.ts';
import { temporalOf } from './sync-flows.ts';

const EACH = 100;
const MINUTES = 30;
const DAY_MS = 86_400_000;
const START_AT_ONCE = 20;
const PLANS_AT_ONCE = 4;
/** Flows start at about this rate on two cores. All are to wait before the reminders are due. */
const STARTS_PER_SECOND = 80;
const GUESTS_BEFORE = 30;
const GUEST_EVERY_MS = 400;
const LOOK_EVERY_MS = 500;
const WITHIN_MS = 3_600_000;

/** A reminder leaves within this part of the time to the start (docs/decisions/mail.md#reminders). */
const SHARES = 1 / SPREAD_SHARE;

interface Size {
  readonly meetings: number;
  /** Their mails are spread over so long. */
  readonly withinSeconds: number;
}

interface Row {
  readonly id: string;
  readonly workspaceId: string;
}

/** Hosts with a hundred meetings each, the day after tomorrow and later. Their guests have proved their addresses. */
async function makeMeetings({ sql }: Stack, meetings: number): Promise<Row[]> {
  const rows: Row[] = [];
  const firstMs = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
  const starts = Array.from({ length: EACH }, (_, nth) => firstMs + nth * MINUTES * 60_000);
  for (let made = 0; made < meetings; made += EACH) {
    const host = await createHost(sql);
    await remindOf(sql, host.eventTypeId, [{ when: '24h before' }]);
    await insertBookings(sql, host, starts, MINUTES);
    rows.push(
      ...(await sql<Row[]>`
        update bookings set guest_proved = true where event_type_id = ${host.eventTypeId} returning id, workspace_id as "workspaceId"`),
    );
  }
  return rows;
}

/** Plans a mail to guest and host of each meeting as if all were due at one moment, and starts the flows that wait for it. */
async function plan(
  { sql }: Stack,
  client: Client,
  rows: readonly Row[],
  { dueMs, withinSeconds }: Size & { readonly dueMs: number },
): Promise<void> {
  const aheadMinutes = (withinSeconds * SHARES) / 60;
  const startMs = dueMs + aheadMinutes * 60_000;
  const times = { startMs, endMs: startMs, guestTimezone: 'UTC', hostTimezone: 'UTC' };
  const rule = { id: 'rule0', when: `${aheadMinutes}m before`, to: 'both', subject: null, text: null } as const;
  await ratePerSecond(rows.length, PLANS_AT_ONCE, async (nth) => {
    const { id, workspaceId } = rows[nth] ?? { id: '', workspaceId: null };
    const planned = planReminders([rule], { bookingId: id, ...times }, 0);
    await inTransaction(sql, (tx) => {
      const { reminders, remindAt } = planColumns(tx, planned, { startMs, workspaceId, testMode: false });
      return tx`update bookings set reminders = ${reminders}, remind_at = ${remindAt} where id = ${id}`;
    });
  });
  const perSecond = await ratePerSecond(rows.length, START_AT_ONCE, async (nth) => {
    const row = rows[nth];
    if (!row) return;
    const start = flowStart('booking', row, 'interactive');
    await client.workflow.start('booking', { ...start, args: [{ bookingId: row.id, codeLifetimeMs: 1 }] });
  });
  console.log(`flows: ${perSecond.toFixed(0)} starts a second; ${Math.round((dueMs - Date.now()) / 1_000)} s to go`);
}

interface Waits {
  readonly codeMs: number[];
  readonly bookMs: number[];
  failed: number;
}

/** A guest comes every 0.4 seconds, whether the one before has booked or not. */
async function bookUntil(nextGuest: NextGuest, isOver: () => boolean): Promise<Waits> {
  const waits: Waits = { codeMs: [], bookMs: [], failed: 0 };
  const calls: Promise<void>[] = [];
  const one = async (): Promise<void> => {
    const guest = nextGuest();
    const codeMs = await timeMs(() => guest.requestCode());
    const code = await guest.readCode();
    waits.bookMs.push(await timeMs(() => guest.book(code)));
    waits.codeMs.push(codeMs);
  };
  while (!isOver()) {
    calls.push(
      one().catch((error: unknown) => {
        waits.failed += 1;
        console.error(`  a guest could not book: ${String(error).slice(0, 160)}`);
      }),
    );
    await delay(GUEST_EVERY_MS);
  }
  await Promise.all(calls);
  return waits;
}

const shown = (ms: readonly number[]): string => {
  const sorted = ms.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return `p50 ${Math.round(median(ms))}, p95 ${at(0.95)}, most ${at(0.9999)} ms of ${ms.length}`;
};

async function countMails({ sql }: Stack): Promise<number> {
  const [row] = await sql<{ mails: number }[]>`
    select count(*)::int as mails from local_mails where kind = 'booking_reminder'`;
  return row?.mails ?? 0;
}

/** Commits, and sessions that run a statement right now. */
async function databaseLoad({ sql }: Stack) {
  const [row] = await sql<{ commits: number; active: number }[]>`
    select xact_commit::int as commits,
      (select count(*)::int from pg_stat_activity where state <> 'idle' and datname = current_database()) as active
    from pg_stat_database where datname = current_database()`;
  return row ?? { commits: 0, active: 0 };
}

async function watch(stack: Stack, mails: number, dueMs: number) {
  const atRestMb = stack.memoryMb('worker');
  const before = await databaseLoad(stack);
  let mostMb = 0;
  let mostActive = 0;
  let nextShownMs = 10_000;
  for (;;) {
    const there = await countMails(stack);
    const tookMs = Date.now() - dueMs;
    const { active, commits } = await databaseLoad(stack);
    mostMb = Math.max(mostMb, stack.memoryMb('worker'));
    mostActive = Math.max(mostActive, active);
    if (there >= mails)
      return { tookMs, atRestMb, mostMb, mostActive, commitsPerMail: (commits - before.commits) / mails };
    if (tookMs > nextShownMs) {
      console.log(`  ${Math.round(tookMs / 1_000)} s: ${there} mails`);
      nextShownMs += 10_000;
    }
    if (tookMs > WITHIN_MS) throw new Error(`reminders: ${there} of ${mails} mails are there`);
    await delay(LOOK_EVERY_MS);
  }
}

/** @throws Error a mail is missing, or one came twice */
async function check({ sql }: Stack, meetings: number): Promise<void> {
  const [row] = await sql<{ mails: number; different: number; left: number }[]>`
    select count(*)::int as mails, count(distinct (split_part(key, ':', 1), recipient))::int as different,
      (select count(*)::int from bookings where remind_at is not null and reminders @> '[{"id": "rule0"}]') as left
    from local_mails where kind = 'booking_reminder'`;
  if (row?.mails !== 2 * meetings || row.different !== 2 * meetings || row.left !== 0)
    throw new Error(`reminders: ${JSON.stringify(row)} for ${meetings} meetings`);
}

async function measure(stack: Stack, { meetings, withinSeconds }: Size): Promise<void> {
  const nextGuest = await guestsOf(stack);
  for (let nth = 0; nth < GUESTS_BEFORE; nth += 1) {
    const { guest, code } = await withCode(nextGuest());
    await guest.book(code);
  }
  await settled({ stack });
  const untilMs = Date.now() + 15_000;
  const alone = await bookUntil(nextGuest, () => Date.now() > untilMs);
  console.log(`guests alone: code ${shown(alone.codeMs)}; booking ${shown(alone.bookMs)}`);
  const client = await temporalOf(stack);
  const rows = await makeMeetings(stack, meetings);
  await stack.sql`vacuum analyze bookings`;
  const dueMs = Date.now() + 60_000 + (meetings * 1_000) / STARTS_PER_SECOND;
  await plan(stack, client, rows, { meetings, withinSeconds, dueMs });
  await delay(Math.max(dueMs - Date.now() - 1_000, 0));
  let isOver = false;
  const booking = bookUntil(nextGuest, () => isOver);
  const seen = await watch(stack, 2 * meetings, dueMs).finally(() => {
    isOver = true;
  });
  const waits = await booking;
  await delay(5_000);
  await check(stack, meetings);
  console.log(
    `${meetings} meetings, ${2 * meetings} mails: all there after ${(seen.tookMs / 1_000).toFixed(1)} s, each once; worker ${Math.round(seen.atRestMb)} MB before, ${Math.round(seen.mostMb)} MB at most; database ${seen.commitsPerMail.toFixed(1)} commits a mail, ${seen.mostActive} sessions at work at most`,
  );
  console.log(`guests meanwhile: code ${shown(waits.codeMs)}; booking ${shown(waits.bookMs)}; failed ${waits.failed}`);
  await client.connection.close();
}

const { values } = parseArgs({
  options: { meetings: { type: 'string', default: '10000' }, within: { type: 'string', default: '300' } },
});
const size = { meetings: Number(values.meetings), withinSeconds: Number(values.within) };
const launched = launch({ fresh: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void launched.stop().finally(() => process.exit(130)));
try {
  const stack = await openStack(launched);
  await measure(stack, size).finally(() => stack.stop());
} finally {
  await launched.stop();
  await dropStackData();
}
process.exit(0);
