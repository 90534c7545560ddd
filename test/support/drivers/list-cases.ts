/** Every list by every filter, on the first workspace of a seeded database (test/support/factories/grown-database.ts). */
import type { Sql } from 'postgres';
import { listSeats } from '../../../store/access/agent-seats.ts';
import { listKeys } from '../../../store/access/api-keys.ts';
import { type ActivityFilter, listActivity } from '../../../store/activity/activity-list.ts';
import { listScheduleLines } from '../../../store/availability/schedules.ts';
import { listEventTypes } from '../../../store/event-types/event-types.ts';
import type { Position } from '../../../store/keyset.ts';
import { listShortLinks } from '../../../store/links/short-links.ts';
import { listTestMails } from '../../../store/mail/test-mails.ts';
import { listMeetingLines, type MeetingFilter, type MeetingQuery } from '../../../store/meetings/meetings-list.ts';
import { listInvitations } from '../../../store/members/invitations.ts';
import { listMembers } from '../../../store/members/members.ts';
import { listTeams } from '../../../store/teams/teams.ts';
import { type DeliveryQuery, listDeliveries } from '../../../store/webhooks/deliveries.ts';
import { seedId } from '../factories/grown-database.ts';

export interface ListCase {
  /** The operation, and what it filters by. */
  readonly name: string;
  readonly run: (sql: Sql) => Promise<readonly unknown[]>;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const workspaceId = seedId(1, 1);
const host = seedId(2, 7);

/** By operation of the contract: the input fields that its cases cover, without `limit` and `cursor`. */
export const COVERED: Readonly<Record<string, readonly string[]>> = {
  listApiKeys: [],
  listAgentSeats: [],
  listActivity: ['subjectType', 'subjectId', 'actor', 'action', 'from', 'to'],
  listTestMail: ['to', 'bookingId'],
  listHostEventTypes: ['hostUserId', 'status'],
  listSchedules: ['userId'],
  // The last two only say how times are written.
  listMeetings: ['filter', 'hostUserId', 'eventTypeId', 'inviteeEmail', 'from', 'to', 'timeZone', 'disambiguation'],
  listShortLinks: ['status'],
  listTeams: [],
  listMembers: ['status'],
  listWebhookDeliveries: ['webhookId', 'state', 'event'],
};

export const listCases = (now: number, limit: number): readonly ListCase[] => [
  ...meetingCases(now, limit),
  ...activityCases(now, limit),
  ...settingCases(now, limit),
  ...accessCases(now, limit),
  ...deliveryCases(now, limit),
];

/** A row of a list that lies some days from now. */
const cursorAt = (now: number, days: number): Position => ({
  atMicros: `${Math.round(now + days * DAY_MS)}000`,
  id: seedId(99, 1),
});

const FILTERS: readonly MeetingFilter[] = ['upcoming', 'past', 'canceled', 'pending', 'all'];

/** Somewhere in the middle of each list. */
const DEEP_DAYS = { upcoming: 100, past: -500, canceled: -500, pending: 100, all: -500 };

function meetingCases(now: number, limit: number): ListCase[] {
  const all = {
    workspaceId,
    hostId: null,
    eventTypeId: undefined,
    guestEmail: undefined,
    fromMs: undefined,
    toMs: undefined,
  };
  const run = (query: Partial<MeetingQuery> & Pick<MeetingQuery, 'filter'>) => (sql: Sql) =>
    listMeetingLines(sql, { ...all, after: undefined, now, limit, ...query });
  return FILTERS.flatMap((filter) => {
    const after = cursorAt(now, DEEP_DAYS[filter]);
    const narrow: readonly [string, Partial<MeetingQuery>][] = [
      ['', {}],
      ['deep', { after }],
      ['deep backwards', { after, backwards: true }],
      ['host', { hostId: host }],
      ['host deep', { hostId: host, after }],
      ['host deep backwards', { hostId: host, after, backwards: true }],
      ['event type', { eventTypeId: seedId(5, 28) }],
      ['team event type', { eventTypeId: seedId(7, 1) }],
      ['guest', { guestEmail: 'guest-11@seed.test' }],
      ['host, event type', { hostId: host, eventTypeId: seedId(5, 28) }],
      ['from, to', { fromMs: now - 500 * DAY_MS, toMs: now - 400 * DAY_MS }],
      ['from', { fromMs: now + 100 * DAY_MS }],
      ['to', { toMs: now - 700 * DAY_MS }],
    ];
    return narrow.map(([name, query]) => ({
      name: `listMeetings ${filter} ${name}`.trim(),
      run: run({ filter, ...query }),
    }));
  });
}

function activityCases(now: number, limit: number): ListCase[] {
  const any = {
    subjectType: undefined,
    subjectId: undefined,
    actor: undefined,
    action: undefined,
    query: undefined,
    from: undefined,
    to: undefined,
  };
  const after = cursorAt(now, -300);
  const narrow: readonly [string, Partial<ActivityFilter>, Position?][] = [
    ['', {}],
    ['deep', {}, after],
    ['subjectType', { subjectType: 'event_type' }],
    ['subjectType without entries', { subjectType: 'team' }],
    ['subjectId', { subjectId: seedId(12, 2_000) }],
    ['actor', { actor: host }],
    ['actor without entries', { actor: seedId(99, 2) }],
    ['actor is a seat', { actor: seedId(9, 10) }],
    ['action', { action: 'event_type.' }],
    ['action deep', { action: 'booking.' }, after],
    ['action without entries', { action: 'team.deleted' }],
    ['from', { from: new Date(now - 10 * DAY_MS) }],
    ['to', { to: new Date(now - 700 * DAY_MS) }],
  ];
  return [null, host].flatMap((reach) =>
    narrow.map(([name, filter, position]) => ({
      name: `listActivity ${reach === null ? 'all' : 'member'} ${name}`.trim(),
      run: (sql: Sql) => listActivity(sql, { workspaceId, reach }, { ...any, ...filter }, { after: position, limit }),
    })),
  );
}

function settingCases(now: number, limit: number): ListCase[] {
  const states = ['active', 'archived', 'all'] as const;
  const page = { after: undefined, limit };
  return [
    ...[null, host].flatMap((hostId) =>
      states.flatMap((status): ListCase[] => [
        {
          name: `listHostEventTypes ${status}${hostId === null ? '' : ' host'}`,
          run: (sql) => listEventTypes(sql, { workspaceId, hostId, status, now, ...page }),
        },
        {
          name: `listShortLinks ${status}${hostId === null ? '' : ' host'}`,
          run: (sql) =>
            listShortLinks(sql, { workspaceId, hostId, status: status === 'archived' ? 'revoked' : status, ...page }),
        },
      ]),
    ),
    { name: 'listTeams', run: (sql) => listTeams(sql, { workspaceId, ...page }) },
    { name: 'listSchedules', run: (sql) => listScheduleLines(sql, { workspaceId, userId: null, ...page }) },
    { name: 'listSchedules userId', run: (sql) => listScheduleLines(sql, { workspaceId, userId: host, ...page }) },
  ];
}

function accessCases(now: number, limit: number): ListCase[] {
  const page = { after: undefined, limit };
  const deep = { after: { ...cursorAt(now, 0), atMicros: `${now - 100 * MINUTE_MS}000` }, limit };
  const mail = { to: undefined, bookingId: undefined };
  return [
    { name: 'listMembers', run: (sql) => listMembers(sql, workspaceId, page) },
    {
      name: 'listMembers deep',
      run: (sql) =>
        // The small workspace has 15 members there: the same number from both.
        listMembers(sql, workspaceId, { limit: 10, after: { ...deep.after, atMicros: `${now - 20 * MINUTE_MS}000` } }),
    },
    { name: 'listMembers invited', run: (sql) => listInvitations(sql, workspaceId, page) },
    { name: 'listApiKeys', run: (sql) => listKeys(sql, workspaceId, { kind: 'workspace' }, page) },
    { name: 'listApiKeys deep', run: (sql) => listKeys(sql, workspaceId, { kind: 'workspace' }, deep) },
    { name: 'listApiKeys of a member', run: (sql) => listKeys(sql, workspaceId, { kind: 'own', userId: host }, page) },
    { name: 'listAgentSeats', run: (sql) => listSeats(sql, workspaceId, page) },
    {
      name: 'listAgentSeats deep',
      run: (sql) => listSeats(sql, workspaceId, { limit, after: { ...deep.after, isRevoked: true } }),
    },
    ...[null, host].flatMap((reach) =>
      [mail, { ...mail, to: 'guest-11@seed.test' }, { ...mail, bookingId: seedId(12, 2_000) }].map((filter) => ({
        name: `listTestMail ${reach === null ? 'all' : 'member'} ${filter.to ? 'to' : ''}${filter.bookingId ? 'bookingId' : ''}`.trim(),
        run: (sql: Sql) => listTestMails(sql, workspaceId, reach, filter, page),
      })),
    ),
  ];
}

/** By all filters and each pair; the rarest rows are the oldest. */
function deliveryCases(now: number, limit: number): ListCase[] {
  const any = { workspaceId, webhookId: undefined, state: undefined, event: undefined, after: undefined, limit };
  const states = [undefined, 'delivered', 'given_up', 'pending', 'sending'] as const;
  const narrow = [undefined, seedId(30, 1), seedId(30, 2)].flatMap((webhookId) =>
    states.flatMap((state) =>
      [undefined, 'booking.created', 'member.removed', 'seat.created'].map(
        (event): Partial<DeliveryQuery> => ({ webhookId, state, event }),
      ),
    ),
  );
  const after = cursorAt(now, -15);
  const deep: Partial<DeliveryQuery>[] = [
    { after },
    { after, event: 'booking.created' },
    { after, state: 'delivered' },
  ];
  return [...narrow, ...deep].map((query) => ({
    name: `listWebhookDeliveries ${query.webhookId?.at(-1) ?? 'all'} ${query.state ?? ''} ${query.event ?? ''}${query.after ? ' deep' : ''}`,
    run: (sql) => listDeliveries(sql, { ...any, ...query }),
  }));
}
