import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AttemptKind } from '../../../domain/booking/attempt.ts';
import type { AttemptRequests } from '../../../store/booking/attempts.ts';
import { readStanding } from '../../../store/booking/booking-flow-state.ts';
import { readBooking } from '../../../store/booking/bookings.ts';
import { cancelBooking, decideBooking, markNoShow, rescheduleBooking } from '../../../store/booking/change-booking.ts';
import { inTransaction } from '../../../store/database.ts';
import { moveMeeting } from '../../../store/members/hand-over.ts';
import { payloadsFor } from '../../support/asserts/webhook-payloads.ts';
import { openAttempt } from '../../support/drivers/attempts.ts';
import { askCode, confirmIssue, testSecrets } from '../../support/drivers/guest.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { eventsFor, makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 10 });
});
afterAll(() => database.close());

const ACTS = [
  ...['guest_moves', 'host_moves', 'approve', 'decline', 'guest_cancels', 'host_cancels', 'not_me', 'undecided'],
  ...['no_show', 'undo_no_show', 'over', 'host_leaves'],
] as const;
type Act = (typeof ACTS)[number];

interface Story {
  readonly host: TestHost;
  readonly id: string;
  readonly starts: readonly number[];
  readonly successorId: string;
}

async function begin(settings: { requires_approval: boolean; reapprove_on_reschedule: boolean }): Promise<Story> {
  const host = await createHost(database.sql, settings);
  const successor = await createHost(database.sql);
  await database.sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (gen_random_uuid(), ${host.workspaceId}, ${successor.userId}, 'successor', 'member')`;
  return { host, id: '', starts: await host.openStarts(), successorId: successor.userId };
}

const rowOf = async (id: string) => {
  const [row] = await database.sql<{ status: string; startAt: Date; endAt: Date; revision: number; hostId: string }[]>`
    select status, start_at as "startAt", end_at as "endAt", revision, host_id as "hostId" from bookings where id = ${id}`;
  if (!row) throw new Error('the booking is gone');
  return { ...row, startAt: row.startAt.toISOString(), endAt: row.endAt.toISOString() };
};

const marksNoShow = (what: Act): what is 'no_show' | 'undo_no_show' => what === 'no_show' || what === 'undo_no_show';

/** The meeting of a booking has begun, if it must. */
async function beginIf(must: boolean, id: string): Promise<boolean> {
  if (must)
    await database.sql`
      update bookings set start_at = now() - interval '10 minutes', end_at = now() + interval '10 minutes', decide_by = null
      where id = ${id} and status in ('confirmed', 'rescheduled')`;
  return must;
}

/** Whatever the act is, the store decides whether it is legal. */
async function act({ host, id, starts, successorId }: Story, what: Act, nth: number): Promise<void> {
  const { sql } = database;
  const revision = (await rowOf(id)).revision;
  const by = { userId: host.userId, apiKeyId: null, agentSeatId: null };
  const attempt = async <Kind extends AttemptKind>(kind: Kind, request: AttemptRequests[Kind]) =>
    (await openAttempt(sql, id, kind, request)).id;
  if (what === 'guest_moves' || what === 'host_moves') {
    const request = { startMs: starts[nth] ?? 0, atRevision: revision, source: 'public_api' };
    await rescheduleBooking(sql, await attempt('reschedule', what === 'host_moves' ? { ...request, by } : request));
  } else if (what === 'approve' || what === 'decline') {
    const { startMs = 0 } = (await readBooking(sql, id)) ?? {};
    await decideBooking(
      sql,
      await attempt('decide', { decision: what, reason: 'Ann Guest, ann@guest.test', startMs, atRevision: revision }),
    );
  } else if (marksNoShow(what)) {
    const noShow = await beginIf(what === 'no_show', id);
    await markNoShow(sql, await attempt('markNoShow', { noShow, atRevision: revision, source: 'dashboard', by }));
  } else if (what === 'over') {
    await sql`update bookings set start_at = now() - interval '1 hour', end_at = now() - interval '1 minute'
      where id = ${id} and status in ('confirmed', 'rescheduled')`;
    await readStanding(sql, id);
  } else if (what === 'undecided') {
    await sql`update bookings set decide_by = now() - interval '1 second' where id = ${id} and status = 'pending_confirmation'`;
    await readStanding(sql, id);
  } else if (what === 'host_leaves') {
    const leaver = { workspaceId: host.workspaceId, userId: host.userId };
    const moving = { leaver, bookingId: id, to: successorId, by, source: 'dashboard' } as const;
    await inTransaction(sql, (tx) => moveMeeting(tx, testSecrets, moving));
  } else {
    const actor = ({ guest_cancels: 'guest', host_cancels: 'host', not_me: 'not_me' } as const)[what];
    const request = { reason: 'Call me at ann@guest.test', actor, source: 'public_api' };
    await cancelBooking(sql, await attempt('cancel', actor === 'host' ? { ...request, by } : request));
  }
}

it('the events of a booking, in order, always tell the state of its row', async () => {
  const { sql } = database;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.integer({ min: 0, max: 40 })), { minLength: 1, maxLength: 6 }),
      async (requires, again, acts) => {
        const begun = await begin({ requires_approval: requires, reapprove_on_reschedule: again });
        const endpoint = await makeEndpoint(sql, testSecrets, { workspaceId: begun.host.workspaceId });
        const issue = await askCode(sql, begun.host);
        const { guestEmail: email } = issue.challenge;
        const others = { guests: ['bea@guest.test'], agentEmail: 'bot@guest.test' };
        const invitee = { email, name: 'Ann Guest', timezone: 'Asia/Tokyo' };
        const booked = await confirmIssue(sql, issue, begun.starts[0] ?? 0, { invitee, ...others });
        if (booked.result !== 'done') throw new Error(booked.reason);
        const story = { ...begun, id: booked.bookingId };
        let known = 0;
        for (const [what, nth] of [['none', 0] as const, ...acts]) {
          if (what !== 'none') await act(story, what, nth);
          const [events, row] = [await eventsFor(sql, endpoint.id), await rowOf(story.id)];
          const { revision } = row;
          expect(events.map(({ data }) => data.revision)).toEqual(Array.from({ length: revision }, (_, n) => n + 1));
          // A change has its event, and nothing else has one.
          if (revision === known) continue;
          known = revision;
          expect(events.at(-1)?.data).toMatchObject({ bookingId: story.id, ...row });
        }
        const events = await eventsFor(sql, endpoint.id);
        for (const { type } of events) seen.add(type);
        for (const { state, details } of await payloadsFor(sql, endpoint.id))
          expect(details).toMatchObject({ guest: invitee, ...others, host: { id: state.hostId } });
        const [first, ...rest] = events.map(({ type }) => type);
        expect(first).toBe('booking.created');
        expect(rest).not.toContain('booking.created');
        const text = JSON.stringify(events);
        expect(text).not.toMatch(/requested|@|Ann/);
      },
    ),
    {
      numRuns: 25,
      // Each event is in one of these.
      examples: [
        [
          true,
          true,
          [
            ['guest_moves', 5],
            ['approve', 0],
            ['guest_moves', 9],
            ['decline', 0],
          ],
        ],
        [
          false,
          false,
          [
            ['host_leaves', 0],
            ['no_show', 0],
          ],
        ],
        [false, false, [['over', 0]]],
        [
          false,
          false,
          [
            ['guest_moves', 5],
            ['no_show', 0],
            ['undo_no_show', 0],
          ],
        ],
        [
          false,
          true,
          [
            ['host_moves', 7],
            ['not_me', 0],
          ],
        ],
        [true, false, [['undecided', 0]]],
      ],
    },
  );
  // What never happens proves nothing.
  expect([...seen].sort()).toEqual([
    ...['booking.approved', 'booking.canceled', 'booking.completed', 'booking.created', 'booking.declined'],
    ...['booking.host_changed', 'booking.no_show', 'booking.no_show_undone', 'booking.rescheduled'],
  ]);
});

it('writes nothing for whom nobody listens: other types, disabled endpoints, deleted and unpaid workspaces', async () => {
  const { sql } = database;
  const listening = await createHost(sql);
  const cases: readonly [string, (host: TestHost, endpointId: string) => Promise<unknown>][] = [
    [
      'other types',
      (_host, id) => sql`update webhook_endpoints set event_types = '{booking.canceled}' where id = ${id}`,
    ],
    [
      'disabled',
      (_host, id) =>
        sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'by_hand' where id = ${id}`,
    ],
    [
      'deleted',
      ({ workspaceId }) => sql`update workspaces set erase_at = now() + interval '9 days' where id = ${workspaceId}`,
    ],
    [
      'unpaid',
      ({ workspaceId }) => sql`update workspaces set subscription_status = 'inactive' where id = ${workspaceId}`,
    ],
  ];
  const bookIn = async (host: TestHost, change: (endpointId: string) => Promise<unknown>) => {
    const endpoint = await makeEndpoint(sql, testSecrets, { workspaceId: host.workspaceId });
    const [issue, [start = 0]] = [await askCode(sql, host), await host.openStarts()];
    await change(endpoint.id);
    await confirmIssue(sql, issue, start);
    const rows = await sql`select 1 from webhook_events where workspace_id = ${host.workspaceId}`;
    return [rows.length, (await eventsFor(sql, endpoint.id)).length];
  };
  expect(await bookIn(listening, async () => undefined)).toEqual([1, 1]);
  for (const [name, change] of cases) {
    const host = await createHost(sql);
    expect([name, ...(await bookIn(host, (id) => change(host, id)))]).toEqual([name, 0, 0]);
  }
});
