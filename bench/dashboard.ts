/** The lists of meetings of the dashboard, for a host with 10,000 of them. */
import type { Sql } from 'postgres';
import { createHost, type TestHost } from '../test/support/drivers/host.ts';
import { makeKey } from '../test/support/factories/keys.ts';
import { timeMs } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import { benchPlan, type Stack } from './stack.ts';

const MEETINGS = 10_000;
/** A statement of the product may take 5 s. */
const BATCH = 500;
const PAGE = 25;
const ROUNDS = 100;
const WARM_UPS = 10;
const FILTERS = ['upcoming', 'past', 'canceled', 'pending'] as const;

/** Half of them to come, each with its first entry in the log; of 20 two are canceled, one waits for an answer. */
async function fill(sql: Sql, { workspaceId, eventTypeId, userId }: TestHost): Promise<void> {
  for (let first = 1; first <= MEETINGS; first += BATCH)
    await sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name, guest_timezone,
      location_type, source, decide_by, revision)
    select gen_random_uuid(), ${workspaceId}, ${eventTypeId}, ${userId}, s.status, at, at + interval '30 minutes',
      n || '@guest.test', 'Guest ' || n, 'Europe/Berlin', 'phone', 'web', case s.status when 'pending_confirmation' then at end, 1
    from generate_series(${first}::int, ${first + BATCH - 1}::int) n,
      lateral (select now() + (n - ${MEETINGS / 2}) * interval '1 hour' as at) t,
      lateral (select case when n % 20 in (3, 4) then 'canceled' when at < now() then 'completed' when n % 20 = 5 then 'pending_confirmation'
        else 'confirmed' end as status) s`;
  for (let first = 0; first < MEETINGS; first += BATCH)
    await sql`
    insert into activity_log (id, workspace_id, booking_id, actor, source, action, subject_type, subject_id)
    select gen_random_uuid(), workspace_id, id, 'guest', 'web', 'booking.confirmed', 'booking', id from bookings
    where workspace_id = ${workspaceId} order by start_at, id offset ${first} limit ${BATCH}`;
  await sql`analyze bookings, activity_log`;
}

/** `dashboard_list`: p95 of a page of 25 of each list, the first page and a later one, by HTTP. */
export async function dashboardListRow({ sql }: Stack): Promise<Row> {
  const host = await createHost(sql);
  await fill(sql, host);
  const { headers } = await makeKey(sql, { workspaceId: host.workspaceId, userId: host.userId });
  const read = async (query: string): Promise<{ nextCursor: string | null; meetings: unknown[] }> => {
    const url = `http://localhost:${benchPlan().ports.app}/api/v1/workspace/meetings?limit=${PAGE}&${query}`;
    const answer = await fetch(url, { headers });
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as never;
  };
  const times: number[] = [];
  for (const filter of FILTERS) {
    const first = await read(`filter=${filter}`);
    if (first.meetings.length !== PAGE) throw new Error(`${filter}: ${first.meetings.length} meetings`);
    for (const query of [`filter=${filter}`, `filter=${filter}&cursor=${first.nextCursor}`]) {
      for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
        const tookMs = await timeMs(() => read(query));
        if (round >= 0) times.push(tookMs);
      }
    }
  }
  const value = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return makeRow('dashboard_list', atMost(30), { value, floor: null, unit: 'ms' });
}
