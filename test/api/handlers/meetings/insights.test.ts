import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insights } from '../../../../schemas/operations/meetings/insights.ts';
import { readInsights } from '../../../../store/meetings/insights.ts';
import { plansOf, statementsOf } from '../../../support/asserts/query-plans.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
});

interface Row {
  readonly at: string;
  readonly status?: string;
  readonly source?: string;
  readonly hostId?: string;
  readonly leadMinutes?: number;
  readonly testMode?: boolean;
  readonly sample?: boolean;
}

async function book({
  at,
  status = 'completed',
  source = 'web',
  hostId,
  leadMinutes = 60,
  testMode = false,
  sample = false,
}: Row) {
  const id = uuidv7();
  await stack.sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_timezone, location_type,
      source, decide_by, revision, created_at, test_mode, is_sample)
    values (${id}, ${team.workspaceId}, ${team.host.eventTypeId}, ${hostId ?? team.host.userId}, ${status}, ${at},
      ${at}::timestamptz + interval '30 minutes', 'ada@guest.test', 'UTC', 'phone', ${source},
      ${status === 'pending_confirmation' ? at : null}, 1, ${at}::timestamptz - ${leadMinutes} * interval '1 minute', ${testMode}, ${sample})`;
  return id;
}

const november = { fromDate: '2025-11-03', toDate: '2025-11-16', timeZone: 'Europe/Berlin' };
const ask = async (input: Record<string, unknown> = november, role: 'owner' | 'member' | 'billing_only' = 'owner') => {
  const { headers } = await team.key(role, { scopes: ['workspace.read'] });
  return callHost(stack.appUrl, insights.getInsights, input, headers);
};

const counts = (more: object = {}) => ({
  ...{ bookings: 0, pending: 0, upcoming: 0, completed: 0, canceled: 0, noShows: 0 },
  ...more,
});

it('counts by event type, host, source and week of the zone', async () => {
  const member = team.members.member.userId;
  await book({ at: '2025-11-02T23:30:00Z', leadMinutes: 10 });
  await book({ at: '2025-11-05T10:00:00Z', status: 'canceled', source: 'public_mcp', leadMinutes: 30 });
  await book({ at: '2025-11-05T12:00:00Z', status: 'no_show', source: 'public_mcp', leadMinutes: 50 });
  const shared = await book({ at: '2025-11-12T10:00:00Z', status: 'confirmed', hostId: member, leadMinutes: 70 });
  await stack.sql`insert into booking_hosts (booking_id, user_id, position) values (${shared}, ${team.host.userId}, 0)`;
  // Neither before, nor after, nor a test key's, nor the host's own sample.
  await book({ at: '2025-11-10T10:00:00Z', sample: true });
  await book({ at: '2025-11-02T22:30:00Z' });
  await book({ at: '2025-11-16T23:00:00Z' });
  await book({ at: '2025-11-10T10:00:00Z', testMode: true });

  const all = { bookings: 4, completed: 2, canceled: 1, noShows: 1, leadTimeMinutes: 30 };
  const agents = { bookings: 2, canceled: 1, noShows: 1, leadTimeMinutes: 30 };
  const people = { bookings: 2, completed: 2, leadTimeMinutes: 10 };
  const { leadTimeMinutes: _lead, ...ofHost } = all;
  expect((await ask()).json()).toEqual({
    ...november,
    total: counts(all),
    byEventType: [{ eventType: { id: team.host.eventTypeId, name: 'Call' }, ...counts(all) }],
    eventTypesLeftOut: 0,
    byHost: [
      { host: { id: team.host.userId, name: 'Hedy Host' }, ...counts(ofHost) },
      {
        host: { id: member, name: 'Person member' },
        ...counts({ bookings: 1, completed: 1 }),
      },
    ],
    hostsLeftOut: 0,
    bySource: [
      { source: 'public_mcp', bookedBy: 'agents', ...counts(agents) },
      { source: 'web', bookedBy: 'people', ...counts(people) },
    ],
    byWeek: [
      {
        ...{ week: '2025-W45', monday: '2025-11-03' },
        ...counts({ bookings: 3, completed: 1, canceled: 1, noShows: 1 }),
      },
      {
        ...{ week: '2025-W46', monday: '2025-11-10' },
        ...counts({ bookings: 1, completed: 1 }),
      },
    ],
  });
});

it('a member sees their own meetings, also those in which they are one of several hosts', async () => {
  const member = team.members.member.userId;
  const shared = await book({ at: '2025-11-05T10:00:00Z' });
  await stack.sql`insert into booking_hosts (booking_id, user_id, position) values (${shared}, ${member}, 0)`;
  await book({ at: '2025-11-06T10:00:00Z', hostId: member });
  await book({ at: '2025-11-07T10:00:00Z' });
  const answer = (await ask(november, 'member')).json();
  expect(answer).toMatchObject({ total: { bookings: 2 }, byHost: [{ host: { id: member }, bookings: 2 }] });
  expect(answer.byHost).toHaveLength(1);
  expect((await ask(november, 'billing_only')).status).toBe(403);
});

describe('the period', () => {
  it('is the last 90 days in the zone of the workspace', async () => {
    await stack.sql`update workspaces set timezone = 'Pacific/Auckland' where id = ${team.host.workspaceId}`;
    await book({ at: new Date(Date.now() - 3_600_000).toISOString() });
    const answer = (await ask({})).json();
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Auckland' }).format(new Date());
    expect(answer).toMatchObject({ toDate: today, timeZone: 'Pacific/Auckland', total: { bookings: 1 } });
    expect((Date.parse(String(answer.toDate)) - Date.parse(String(answer.fromDate))) / 86_400_000).toBe(89);
  });

  it.each([
    [{ fromDate: '2025-11-03' }, ['2025-11-03', '2026-01-31']],
    [{ toDate: '2026-01-31' }, ['2025-11-03', '2026-01-31']],
    [{ fromDate: '2024-01-01', toDate: '2024-12-31' }, ['2024-01-01', '2024-12-31']],
  ])('%o', async (input, expected) => {
    const { fromDate, toDate, total } = (await ask(input)).json();
    expect([fromDate, toDate]).toEqual(expected);
    expect(total).toEqual(counts({ leadTimeMinutes: null }));
  });

  it.each([
    ['reversed', { fromDate: '2025-11-03', toDate: '2025-11-02' }],
    ['longer than a year', { fromDate: '2025-01-01', toDate: '2026-01-02' }],
  ])('%s: 400', async (_, input) => {
    const answer = await ask(input);
    expect([answer.status, answer.json().error.details?.issues]).toEqual([
      400,
      [expect.objectContaining({ path: 'toDate' })],
    ]);
  });
});

it('reads one query, by indexes, only the meetings of the period', async () => {
  const many = 2_000;
  await stack.sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_timezone, location_type,
      source, revision)
    select gen_random_uuid(), ${team.workspaceId}, ${team.host.eventTypeId}, ${team.host.userId}, 'completed', at, at + interval '30 minutes',
      'ada@guest.test', 'UTC', 'phone', 'web', 1
    from generate_series(1, ${many}) n, lateral (select timestamptz '2025-11-14' - n * interval '12 hours' as at) t`;
  await stack.sql`analyze bookings`;
  for (const hostId of [null, team.host.userId]) {
    const query = { workspaceId: team.workspaceId, hostId, ...november, now: Date.now() };
    const statements = await statementsOf(stack.databaseUrl, (sql) => readInsights(sql, query));
    expect(statements).toHaveLength(1);
    const [plan] = await plansOf(stack.databaseUrl, statements, { enable_seqscan: 'off' });
    // 22 meetings, read again by each grouping.
    expect(plan?.rowsRead).toBeLessThan(many / 4);
    expect(plan?.rowsRead).toBeGreaterThan(20);
  }
});
