import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { flowId } from '../../../workflows/catalogue.ts';

const SETTLES_WITHIN_MS = 120_000;
const NUDGES_HELP_WITHIN_MS = 60_000;
const NUDGED_AT_MINUTES = 2;
const BEGUN_ANEW_AT_MINUTES = 4;
const SWEEP_EACH_MS = 10_000;

/** The parts of a stack that an audit reads. */
export interface Audited {
  readonly sql: Sql;
  readonly client: Client;
  sweep(): Promise<void>;
}

/** Rules that hold after any kill. Each query returns the rows that break its rule. */
const rules = (sql: Sql): Readonly<Record<string, Promise<readonly { what: string }[]>>> => ({
  'two meetings of one host overlap': sql`
    select a.id || ' and ' || b.id as what from bookings a join bookings b on a.host_id = b.host_id and a.id < b.id
    where a.status in ('confirmed', 'rescheduled', 'pending_confirmation') and b.status in ('confirmed', 'rescheduled', 'pending_confirmation')
      and tstzrange(a.start_at, a.end_at) && tstzrange(b.start_at, b.end_at)`,
  'a guest who booked once has two bookings': sql`
    select guest_email::text || ': ' || count(*) as what from bookings group by guest_email having count(*) > 1`,
  'a standing booking does not claim its time': sql`
    select b.id || ' ' || b.status as what from bookings b
    left join claims c on c.booking_id = b.id and c.kind = 'booking' and c.period = tstzrange(b.start_at, b.end_at)
    where b.status in ('confirmed', 'rescheduled', 'pending_confirmation') and c.booking_id is null`,
  'a claim belongs to nothing': sql`
    select c.booking_id || ' ' || c.kind as what from claims c
    left join bookings b on b.id = c.booking_id and b.status in ('confirmed', 'rescheduled', 'pending_confirmation')
    left join challenges h on h.id = c.booking_id and h.status = 'open'
    where case c.kind when 'booking' then b.id is null else h.id is null end`,
  'a booking was not made by one settled attempt': sql`
    select b.id::text as what from bookings b
    left join attempts a on a.booking_id = b.id and a.kind in ('confirm', 'open') and a.outcome ->> 'result' = 'done'
    group by b.id having count(a.id) <> 1`,
  'a settled attempt has no booking': sql`
    select a.id::text as what from attempts a left join bookings b on b.id = (a.outcome ->> 'bookingId')::uuid
    where a.outcome ->> 'result' = 'done' and b.id is null`,
  'a code stage is open past its time': sql`
    select id::text as what from challenges where status = 'open' and expires_at < clock_timestamp()`,
  'a change was not announced': sql`
    select booking_id || ' revision ' || revision || ' ' || kind as what from booking_changes where announced_at is null`,
  'mails are missing or too many': mailDifferences(sql),
});

/** Each change is one mail to the guest and one to the host; each issue of a code at most one, and one if it was accepted. */
const mailDifferences = (sql: Sql) => sql<{ what: string }[]>`
  with wanted as (
    select b.id, r.recipient, case c.kind when 'confirmed' then 'booking_confirmation' else 'booking_' || c.kind end as kind, count(*) as n
    from booking_changes c join bookings b on b.id = c.booking_id join users u on u.id = b.host_id
      cross join lateral (values (b.guest_email), (u.email)) as r (recipient)
    where c.kind in ('confirmed', 'rescheduled', 'canceled') group by 1, 2, 3
    union all
    select challenge_id, receiving_email, 'booking_code', count(*) from code_issues group by 1, 2
  ), sent as (
    select split_part(key, ':', 1)::uuid as id, recipient, kind, count(*) as n from local_mails
    where kind <> 'booking_reminder' group by 1, 2, 3
  )
  select coalesce(w.kind, s.kind) || ' to ' || coalesce(w.recipient, s.recipient) || ': ' || coalesce(s.n, 0) || ' of ' || coalesce(w.n, 0) as what
  from wanted w full join sent s on s.id = w.id and s.recipient = w.recipient and s.kind = w.kind
  where coalesce(w.n, 0) <> coalesce(s.n, 0)
    and not (w.kind = 'booking_code' and coalesce(s.n, 0) < w.n
      and not exists (select from challenges h where h.id = w.id and h.accepted_at is not null))`;

/** Running flows without a meeting, and meetings without a running flow. */
async function flowDifferences({ sql, client }: Audited): Promise<string[]> {
  const standing = await sql<{ id: string }[]>`
    select id from bookings where status in ('confirmed', 'rescheduled', 'pending_confirmation')
    union all select id from challenges where status = 'open'`;
  const wanted = new Set(standing.map(({ id }) => flowId('booking', id)));
  const running: string[] = [];
  for await (const { workflowId } of client.workflow.list({
    query: "WorkflowType = 'booking' and ExecutionStatus = 'Running'",
  }))
    running.push(workflowId);
  return [
    ...running.filter((id, index) => running.indexOf(id) !== index).map((id) => `two flows run: ${id}`),
    ...running.filter((id) => !wanted.has(id)).map((id) => `a flow runs for nothing: ${id}`),
    ...[...wanted].filter((id) => !running.includes(id)).map((id) => `no flow runs: ${id}`),
  ];
}

/** Every broken rule right now, in words. */
export async function findProblems(stack: Audited): Promise<string[]> {
  const broken = await Promise.all(
    Object.entries(rules(stack.sql)).map(async ([rule, query]) => (await query).map(({ what }) => `${rule}: ${what}`)),
  );
  return [...broken.flat(), ...(await flowDifferences(stack))];
}

/** Expires the open codes and makes unannounced changes some minutes old, so that the sweep handles them. */
async function ageWhatWaits(sql: Sql, minutes: number): Promise<void> {
  const since = sql`clock_timestamp() - ${minutes} * interval '1 minute'`;
  await sql`update challenges set expires_at = ${since} where status = 'open'`;
  await sql`update booking_changes set created_at = ${since} where announced_at is null`;
}

/**
 * Sweeps until no rule is broken. In the first minute rows are old enough for a nudge of their flow. What is stuck after that is
 * printed, because it should not be, and its rows become old enough for the sweep to restart the flow.
 * @returns what is still wrong after two minutes
 */
export async function settledProblems(stack: Audited): Promise<string[]> {
  const beganMs = Date.now();
  const deadlineMs = beganMs + SETTLES_WITHIN_MS;
  let sweepMs = 0;
  let minutes = NUDGED_AT_MINUTES;
  for (;;) {
    if (minutes === NUDGED_AT_MINUTES && Date.now() > beganMs + NUDGES_HELP_WITHIN_MS) {
      minutes = BEGUN_ANEW_AT_MINUTES;
      for (const problem of await findProblems(stack))
        process.stderr.write(`${await withFlow(stack.client, problem)}\n`);
    }
    if (Date.now() > sweepMs) {
      await ageWhatWaits(stack.sql, minutes);
      await stack.sweep();
      sweepMs = Date.now() + SWEEP_EACH_MS;
    }
    const problems = await findProblems(stack);
    if (problems.length === 0) return problems;
    if (Date.now() > deadlineMs) return Promise.all(problems.map((problem) => withFlow(stack.client, problem)));
    await delay(250);
  }
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;
const LAST_EVENTS = 40;

/** A problem with the state of its flow: pending tasks and activities, and the newest events. */
async function withFlow(client: Client, problem: string): Promise<string> {
  const id = UUID.exec(problem)?.[0];
  if (id === undefined) return problem;
  const handle = client.workflow.getHandle(flowId('booking', id));
  try {
    const [{ raw }, { events }] = await Promise.all([handle.describe(), handle.fetchHistory()]);
    const { pendingWorkflowTask, pendingActivities, workflowExecutionInfo } = raw;
    const newest = (events ?? []).slice(-LAST_EVENTS).map((event) => {
      const [kind, attributes] =
        Object.entries(event).find(([key, value]) => key.endsWith('EventAttributes') && value) ?? [];
      return `${event.eventId} ${kind} ${JSON.stringify(attributes)}`;
    });
    return [
      problem,
      JSON.stringify({ status: workflowExecutionInfo?.status, pendingWorkflowTask, pendingActivities }),
      ...newest,
    ].join('\n');
  } catch (error) {
    return `${problem}\n${String(error)}`;
  }
}
