import type { PendingQuery, Row, Sql } from 'postgres';
import { KNOWN_DAYS } from '../accounts/known-clients.ts';
import { IDLE_DAYS } from '../accounts/sessions.ts';
import { isLiveIn } from '../booking/live-bookings.ts';

const BATCH = 500;

/**
 * The rows that wait for a flow, and since when. Columns: `lot` (rows of one lot share a batch), `id`, `workspace_id` (null: none yet),
 * `since`.
 */
export type WaitingQuery = (sql: Sql) => PendingQuery<Row[]>;

/** By flow. activities/ops/sweep.ts compiles only if these are the flows of the catalogue in workflows/. */
export const waitingRows = {
  booking: (sql) => sql`
    select 'code' as lot, id, workspace_id, expires_at as since from challenges where status = 'open'
    union all
    select 'booking', b.id, b.workspace_id, c.created_at from booking_changes c join bookings b on b.id = c.booking_id
      where c.announced_at is null
    union all
    select 'booking', id, workspace_id, decide_by from bookings where status = 'pending_confirmation'
    union all
    select 'booking', id, workspace_id, end_at from bookings where status in ('confirmed', 'rescheduled')`,
  deviceAuthorization: (sql) => sql`
    select 'device' as lot, id, workspace_id, expires_at as since from device_sessions
      where status in ('pending', 'approved')
    union all
    select 'device', id, workspace_id, coalesce(consumed_at, decided_at, created_at) from device_sessions
      where status is distinct from flow_status`,
  signIn: (sql) => sql`
    select 'signIn' as lot, id, null::uuid as workspace_id, created_at as since from sign_in_links
      where mailed_at is null and used_at is null and expires_at > now()`,
  trial: (sql) => sql`
    select 'trial' as lot, id, id as workspace_id, trial_ends_at as since from workspaces
      where subscription_status = 'trialing'`,
  invitation: (sql) => sql`
    select 'invitation' as lot, i.id, i.workspace_id, d.asked_at as since from invitation_mails d
      join invitations i on i.id = d.invitation_id and i.issue_no = d.issue_no
      where d.mailed_at is null and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()`,
  memberRemoval: (sql) => sql`
    select 'memberRemoval' as lot, id, workspace_id, created_at as since from member_removals where status = 'running'`,
} satisfies Record<string, WaitingQuery>;

/** A row that waits for its flow. The sweep nudges the flow, or starts it if it is gone. */
export interface WaitingRow<Flow extends string> {
  readonly flow: Flow;
  readonly id: string;
  /** null: none yet. */
  readonly workspaceId: string | null;
  /** For how long it has waited. */
  readonly waitedMinutes: number;
}

/**
 * Rows that have waited for their flow for a minute. A row comes up after 1, 2, 4, 8 … minutes and then each hour: rows whose flow runs
 * and only waits for a mail provider neither delay others nor fill their histories. The longest waiting come first. Each lot has a batch
 * of its own, in turns: rows that strangers make (codes, device sessions, links) delay neither bookings nor each other.
 */
export async function findWaiting<Flow extends string>(
  sql: Sql,
  queries: Readonly<Record<Flow, WaitingQuery>>,
): Promise<WaitingRow<Flow>[]> {
  const all = Object.entries<WaitingQuery>(queries)
    .map(([flow, query]) => sql`select ${flow}::text as flow, rows.* from (${query(sql)}) rows`)
    .reduce((left, right) => sql`${left} union all ${right}`);
  const rows = await sql<{ flow: Flow; id: string; workspace_id: string | null; minutes: number }[]>`
    select flow, id, workspace_id, minutes from (
      select flow, id, workspace_id, max(minutes) as minutes, min(lot) as lot, row_number() over (partition by min(lot) order by min(since)) as turn
      from (${all}) rows,
      lateral (select floor(extract(epoch from now() - since) / 60)::int as minutes) waited
      where since < now() - interval '1 minute' and ((minutes & (minutes - 1)) = 0 or minutes % 60 = 0)
      group by flow, id, workspace_id
    ) ranked where turn <= ${BATCH} order by turn, lot`;
  return rows.map((row) => ({
    flow: row.flow,
    id: row.id,
    workspaceId: row.workspace_id,
    waitedMinutes: row.minutes,
  }));
}

const MOST_BATCHES = 40;

/** How long a mailed link is kept after the end of its meeting, and a claim after the end of its period. */
const PAST_DAYS = 62;

/** Runs one part of the sweep by its name. It may keep a failure for later, so that the other parts run. */
export type RunPart = (name: string, work: () => Promise<void>) => Promise<void>;

/**
 * Deletes rows that no rule reads any more, in small batches. Bookings, answers and the activity log stay. Times are compared with
 * `now()`: with `clock_timestamp()` no index can be used, and each minute would read whole tables.
 */
export async function deleteOutdated(sql: Sql, run: RunPart = (_name, work) => work()): Promise<void> {
  const deletions = { ...outdatedOfBookings(sql), ...outdatedOfMails(sql), ...outdatedOfPeople(sql) };
  await run('links', () => deleteOldLinks(sql));
  for (const [name, deleteSome] of Object.entries(deletions)) await run(name, () => inBatches(deleteSome));
  await run('booking_origins', () => deleteOldOrigins(sql));
  await run('sessions', () => deleteEndedSessions(sql));
}

/** By the name of the part: deletes one batch. */
type Deletions = Readonly<Record<string, () => PromiseLike<{ readonly count: number }>>>;

const before = (sql: Sql, days: number) => sql`now() - ${days} * interval '1 day'`;

const outdatedOfBookings = (sql: Sql): Deletions => ({
  claims: () => sql`delete from claims where (booking_id, host_id) in (
      select booking_id, host_id from claims where upper(period) < ${before(sql, PAST_DAYS)} limit ${BATCH})`,
  challenges: () => sql`delete from challenges where id in (
      select id from challenges where status <> 'open' and created_at < ${before(sql, 8)} limit ${BATCH})`,
  attempts: () => sql`delete from attempts where id in (
      select id from attempts where created_at < ${before(sql, 8)} limit ${BATCH})`,
  idempotency_records: () => sql`delete from idempotency_records where (scope, key) in (
      select scope, key from idempotency_records where created_at < ${before(sql, 8)} limit ${BATCH})`,
  guesses: () => sql`delete from stray_guesses where (owner_hash, client_network) in (
      select owner_hash, client_network from stray_guesses where since < ${before(sql, 1)} limit ${BATCH})`,
});

const outdatedOfMails = (sql: Sql): Deletions => ({
  mail_counts: () => sql`delete from uninvited_mails where ctid = any(array(
      select ctid from uninvited_mails where caused_at < ${before(sql, 1)} limit ${BATCH}))`,
  mail_deliveries: () => sql`delete from mail_deliveries where key in (
      select key from mail_deliveries where updated_at < ${before(sql, 60)} limit ${BATCH})`,
  local_mails: () => sql`delete from local_mails where id in (
      select id from local_mails where created_at < ${before(sql, 30)} limit ${BATCH})`,
  sign_in_links: () => sql`delete from sign_in_links where id in (
      select id from sign_in_links where created_at < ${before(sql, 2)} limit ${BATCH})`,
});

const outdatedOfPeople = (sql: Sql): Deletions => ({
  invitations: () => sql`delete from invitations where id in (
      select id from invitations where created_at < ${before(sql, 90)} and expires_at < ${before(sql, 30)} limit ${BATCH})`,
  member_removals: () => sql`delete from member_removals where id in (
      select id from member_removals where status <> 'running' and created_at < ${before(sql, 90)} limit ${BATCH})`,
  known_clients: () => sql`delete from known_clients where client_hash in (
      select client_hash from known_clients where proved_at < ${before(sql, KNOWN_DAYS)} limit ${BATCH})`,
  device_sessions: () => sql`delete from device_sessions where id in (
      select id from device_sessions where created_at < ${before(sql, 30)} limit ${BATCH})`,
});

/** Deletes where a booking came from, once its meeting is over or canceled. Reads each at the end of the meeting; moved ones again. */
async function deleteOldOrigins(sql: Sql): Promise<void> {
  await inBatches(
    () => sql`
      with due as (
        select o.booking_id, b.end_at, ${isLiveIn(sql, 'b')} and b.end_at > now() as stays
        from booking_origins o join bookings b on b.id = o.booking_id where o.look_at < now() order by o.look_at limit ${BATCH}
      ), later as (
        update booking_origins o set look_at = due.end_at from due where o.booking_id = due.booking_id and due.stays
      ), gone as (
        delete from booking_origins o using due where o.booking_id = due.booking_id and not due.stays
      )
      select 1 from due`,
  );
}

/** Deletes sessions a day after they expired, were revoked or became idle for too long. */
async function deleteEndedSessions(sql: Sql): Promise<void> {
  const ended = [
    () => sql`expires_at < now() - interval '1 day'`,
    () => sql`revoked_at < now() - interval '1 day'`,
    () => sql`last_seen_at < now() - ${IDLE_DAYS + 1} * interval '1 day'`,
  ];
  for (const isEnded of ended) {
    await inBatches(
      () => sql`delete from sessions where id in (select id from sessions where ${isEnded()} limit ${BATCH})`,
    );
  }
}

/** Reads each link 62 days after it was made. If its meeting ended less than 62 days ago, or is still to come, it is read again later. */
async function deleteOldLinks(sql: Sql): Promise<void> {
  await inBatches(
    () => sql`
      with due as (
        select t.token_hash, b.end_at + ${PAST_DAYS} * interval '1 day' as over_at
        from booking_tokens t join bookings b on b.id = t.booking_id
        where t.look_at < now() order by t.look_at limit ${BATCH}
      ), later as (
        update booking_tokens t set look_at = due.over_at from due
        where t.token_hash = due.token_hash and due.over_at >= now()
      ), gone as (
        delete from booking_tokens t using due
        where t.token_hash = due.token_hash and due.over_at < now()
      )
      select 1 from due`,
  );
}

async function inBatches(deleteSome: () => PromiseLike<{ readonly count: number }>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    if ((await deleteSome()).count < BATCH) return;
  }
}
