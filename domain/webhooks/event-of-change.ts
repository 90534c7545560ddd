import type { ActivityAction } from '../../schemas/shapes/activity-names.ts';
import type { WebhookEvent } from '../../schemas/shapes/webhook-events.ts';

const EVENTS = {
  confirmed: 'booking.created',
  approved: 'booking.approved',
  rescheduled: 'booking.rescheduled',
  canceled: 'booking.canceled',
  expired: 'booking.canceled',
  declined: 'booking.declined',
  completed: 'booking.completed',
  no_show: 'booking.no_show',
  no_show_undone: 'booking.no_show_undone',
  host_changed: 'booking.host_changed',
  // Nothing of its state changed.
  link_ready: null,
} as const satisfies Readonly<Record<string, WebhookEvent | null>>;

/** The part of a booking's change that decides about its event. A kind without an entry does not compile where it is recorded. */
export interface ChangeForEvent {
  readonly kind: keyof typeof EVENTS | 'requested';
  readonly previousStartMs: number | null;
}

/**
 * The event of a booking's change; null: it is none, as a join link. A guest's move that asks the host again is a move,
 * whose status says that it waits.
 */
export function eventOfChange({ kind, previousStartMs }: ChangeForEvent): WebhookEvent | null {
  if (kind !== 'requested') return EVENTS[kind];
  return previousStartMs === null ? 'booking.created' : 'booking.rescheduled';
}

interface ActivityEvent {
  readonly type: WebhookEvent;
  /** States and ids of the log's facts; never a name or an address. */
  readonly dataOf: (subjectId: string, facts: Readonly<Record<string, unknown>>, actorId: string | null) => object;
}

const roleIn = (facts: unknown): unknown =>
  typeof facts === 'object' && facts !== null && 'role' in facts ? facts.role : null;

const memberOf = (userId: string, facts: Readonly<Record<string, unknown>>) => ({ userId, role: roleIn(facts) });

/** The events that follow from an entry of the activity log: each entry of these actions is an event. */
const ACTIVITY_EVENTS: Partial<Readonly<Record<ActivityAction, ActivityEvent>>> = {
  'calendar.disconnected': {
    type: 'calendar.disconnected',
    // Of somebody else, if a take-over or a removal disconnected it: then the entry names its person.
    dataOf: (connectionId, { provider, userId }, actorId) => ({
      ...{ connectionId, userId: userId ?? actorId, provider, cause: 'by_person' },
    }),
  },
  'member.joined': { type: 'member.joined', dataOf: memberOf },
  'member.role_changed': {
    type: 'member.role_changed',
    dataOf: (userId, { before, after }) => ({ userId, role: roleIn(after), previousRole: roleIn(before) }),
  },
  'member.removed': { type: 'member.removed', dataOf: memberOf },
  'agent_seat.created': { type: 'seat.created', dataOf: (seatId) => ({ seatId }) },
  'agent_seat.revoked': { type: 'seat.revoked', dataOf: (seatId) => ({ seatId }) },
  'checkout.completed': { type: 'checkout.completed', dataOf: (intentId) => ({ intentId }) },
};

/** The event of an entry of the activity log; null: integrators hear of none. */
export function eventOfActivity({
  action,
  subjectId,
  facts,
  actorId,
}: {
  readonly action: ActivityAction;
  readonly subjectId: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly actorId: string | null;
}): { readonly type: WebhookEvent; readonly data: object } | null {
  const event = ACTIVITY_EVENTS[action];
  return event ? { type: event.type, data: event.dataOf(subjectId, facts, actorId) } : null;
}
