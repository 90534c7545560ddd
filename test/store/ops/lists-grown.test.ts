import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activeStatuses } from '../../../domain/booking/booking-states.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { endMadeSince } from '../../../store/access/end-made-since.ts';
import { listActivity, readSearchEnd as readEndOfText } from '../../../store/activity/activity-list.ts';
import { SEARCHED_ENTRIES } from '../../../store/activity/text-in-entries.ts';
import type { Transaction } from '../../../store/database.ts';
import { revokeByLink } from '../../../store/identity/change-agent.ts';
import { listMeetingLines, readSearchEnd, SEARCHED_MEETINGS } from '../../../store/meetings/meetings-list.ts';
import { listComingMeetings } from '../../../store/meetings/my-meetings.ts';
import { deleteOutdated } from '../../../store/ops/retention.ts';
import { plansOf, statementsOf } from '../../support/asserts/query-plans.ts';
import { COVERED, listCases } from '../../support/drivers/list-cases.ts';
import { fillDatabase, seedId } from '../../support/factories/grown-database.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  // Small enough for seconds, large enough that a list which reads what it does not return reads far too much.
  await fillDatabase(database.sql, { bookings: 20_000, hosts: 900, shared: 300 });
});
afterAll(() => database.close());

const LIMIT = 10;

/** Rows of all tables for each row of the page: the row itself, its names, and what one page of each branch of a list reads. */
const READ_FOR_EACH = 25;

/** PostgreSQL reads small tables whole by choice. Without that choice the plans are those of large tables. */
const LARGE = { enable_seqscan: 'off' };

const inputFields = ({ input }: Operation): readonly string[] =>
  'shape' in input ? Object.keys(input.shape as object) : [];

describe('a list reads what it returns, however many rows there are', () => {
  /** Where in the list, how much of it, in which form; and a text, which is looked for in row after row (docs/decisions/api.md#lists). */
  const NO_FILTERS = ['cursor', 'limit', 'detail', 'query', 'guest'];

  it('is checked for every list of the contract and all of its filters', () => {
    const lists = Object.values(contract)
      .flatMap((area): [string, Operation][] => Object.entries(area))
      // Exports are read to their end on purpose, part by part (docs/decisions/api.md#lists).
      .filter(([, { method }]) => method === 'GET')
      .map(([name, operation]): [string, readonly string[]] => [name, inputFields(operation)])
      .filter(([, fields]) => fields.includes('cursor'))
      .map(([name, fields]) => [name, fields.filter((field) => !NO_FILTERS.includes(field))]);
    // A workspace has 50 webhooks at most.
    const { listWebhooks: _few, ...covered } = Object.fromEntries(lists);
    expect(COVERED).toEqual(covered);
  });

  it.each(listCases(Date.now(), LIMIT))('$name', async ({ run }) => {
    const statements = await statementsOf(database.url, run);
    const read = (await plansOf(database.url, statements, LARGE)).map(({ rowsRead }) => rowsRead);
    expect(Math.max(...read)).toBeLessThanOrEqual(READ_FOR_EACH * (LIMIT + 1));
  });
});

it.each([null, seedId(2, 7)])('a text is looked for in a bounded number of entries (of %s)', async (reach) => {
  const any = { subjectType: undefined, subjectId: undefined, actor: undefined, action: undefined };
  const filter = { ...any, query: 'nobody has it', from: undefined, to: undefined };
  const of = { workspaceId: seedId(1, 1), reach };
  const statements = await statementsOf(database.url, async (sql) => {
    const end = await readEndOfText(sql, of, filter, undefined);
    if (reach === null) expect(end).toBeDefined();
    expect(await listActivity(sql, of, filter, { after: undefined, downTo: end, limit: LIMIT })).toEqual([]);
  });
  const read = (await plansOf(database.url, statements, LARGE)).map(({ rowsRead }) => rowsRead);
  expect(read).toHaveLength(2);
  // The entry, and what it may be about: an event type, a team, or a booking with its event type.
  expect(Math.max(...read)).toBeLessThanOrEqual(5 * SEARCHED_ENTRIES);
});

it.each([
  ['upcoming', null],
  ['past', null],
  ['all', null],
  ['all', seedId(2, 7)],
] as const)('a guest is looked for in a bounded number of meetings (%s of %s)', async (filter, hostId) => {
  const any = { eventTypeId: undefined, guestEmail: undefined, fromMs: undefined, toMs: undefined, after: undefined };
  const query = { ...any, workspaceId: seedId(1, 1), hostId, filter, now: Date.now(), guest: 'nobody', limit: LIMIT };
  const statements = await statementsOf(database.url, async (sql) => {
    const until = await readSearchEnd(sql, query);
    expect(await listMeetingLines(sql, { ...query, until })).toEqual([]);
  });
  const read = (await plansOf(database.url, statements, LARGE)).map(({ rowsRead }) => rowsRead);
  expect(read).toHaveLength(2);
  expect(Math.max(...read)).toBeLessThanOrEqual(2.5 * SEARCHED_MEETINGS);
});

it('goes on at a position without reading what is before it', async () => {
  const pagesOf = async (name: string) => {
    const one = listCases(Date.now(), LIMIT).find((each) => each.name === name);
    if (!one) throw new Error(`no list ${name}`);
    const [plan] = await plansOf(database.url, await statementsOf(database.url, one.run), LARGE);
    return plan?.buffers ?? Number.NaN;
  };
  // Rows differ by a page or two; what is before the position fills eight.
  expect((await pagesOf('listMeetings upcoming deep')) - (await pagesOf('listMeetings upcoming'))).toBeLessThan(4);
});

it('the next meetings of a person, in all their workspaces, are read by one query that reads little else', async () => {
  const [busiest] = await database.sql<{ id: string }[]>`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_timezone,
      location_type, source, revision)
    select gen_random_uuid(), b.workspace_id, b.event_type_id, b.host_id, 'confirmed', now() + n * interval '1 hour',
      now() + n * interval '1 hour' + interval '30 minutes', 'guest@guest.test', 'UTC', 'phone', 'public_api', 1
    from (select * from bookings where status = 'confirmed' limit 1) b, generate_series(1, 600) n returning host_id as id`;
  const statements = await statementsOf(database.url, (sql) =>
    listComingMeetings(sql, busiest?.id ?? '', Date.now(), { limit: 10, statuses: activeStatuses }),
  );
  expect(statements).toHaveLength(1);
  const [plan] = await plansOf(database.url, statements, LARGE);
  // Two branches of three statuses, ten rows each, and the names of ten.
  expect(plan?.rowsRead).toBeLessThanOrEqual(READ_FOR_EACH * 10);
  expect(plan?.rowsRead).toBeGreaterThan(0);
});

it('reads no row to find that nothing is old enough to be deleted', async () => {
  const statements = await statementsOf(database.url, deleteOutdated);
  expect(statements.length).toBeGreaterThan(15);
  const plans = await plansOf(database.url, statements, LARGE);
  expect(plans.filter(({ rowsRead }) => rowsRead > 1).map(({ text, rowsRead }) => ({ text, rowsRead }))).toEqual([]);
});

it('what waits of one person ends without a look at what waits of others', async () => {
  const { sql } = database;
  await sql`
    update device_sessions d set status = 'approved', decided_by_user_id = o.id, decided_at = now(), workspace_id = ${seedId(1, 1)}
    from (select id, row_number() over () as n from device_sessions) one
      join (select id, row_number() over () as n from users where id <> ${seedId(2, 7)}) o using (n)
    where d.id = one.id`;
  await sql`analyze device_sessions`;
  const made = { userId: seedId(2, 7), since: new Date(0), until: new Date() };
  const by = { actor: { kind: 'session', userId: made.userId, username: 'host' }, source: 'web' } as const;
  const statements = await statementsOf(database.url, (one) =>
    endMadeSince(one as unknown as Transaction, made, { now: Date.now(), by, revokeAgent: revokeByLink }),
  );
  expect(statements.length).toBeGreaterThan(3);
  const plans = await plansOf(database.url, statements, LARGE);
  expect(plans.filter(({ rowsRead }) => rowsRead > LIMIT).map(({ text, rowsRead }) => ({ text, rowsRead }))).toEqual(
    [],
  );
});
