import type { Sql } from 'postgres';
import { type Actor, actsFor } from '../../domain/access/actor.ts';
import { reachOf } from '../../domain/members/member-reach.ts';
import { firstNamed } from '../../domain/names-near.ts';
import { tokenHash } from '../../domain/secrets.ts';
import { AppError } from '../../schemas/errors.ts';
import { type IdKind, readKnownIds } from '../../store/activity/known-ids.ts';
import type { EventAddress } from '../../store/bookable/bookable-events.ts';
import { type BookedAddress, readBookedAddress, wasBookedAt } from '../../store/booking/booked-address.ts';
import { type Booking, findBookingByToken } from '../../store/booking/bookings.ts';
import { isMember } from '../../store/event-types/hosts.ts';
import { findOpenInvitation } from '../../store/members/invitations.ts';
import { flowId } from '../../workflows/catalogue.ts';
import type { Context } from './handler.ts';

const unknownToken = (): AppError =>
  new AppError(
    'resource.not_found',
    'No booking for this token. Take the token from the link in the confirmation mail; it works until 24 hours after the meeting.',
    { reason: 'unknown_token' },
  );

/**
 * Returns the booking of a manage token, even if its host or event has ended; with an address, only if the event there is its own.
 * @throws AppError resource.not_found
 */
export async function requireGuestBooking(
  { sql, nameFlow }: Pick<Context, 'sql' | 'nameFlow'>,
  token: string,
  given?: EventAddress,
): Promise<{ booking: Booking; address: BookedAddress }> {
  const booking = await findBookingByToken(sql, tokenHash(token), 'manage');
  if (!booking) throw unknownToken();
  nameFlow(flowId('booking', booking.id));
  const address = await readBookedAddress(sql, booking);
  const isItsOwn = !given || isSame(address, given) || (await wasBookedAt(sql, booking, given));
  if (!isItsOwn) throw unknownToken();
  return { booking, address };
}

const isSame = (one: EventAddress, other: EventAddress): boolean =>
  one.workspace === other.workspace && one.username === other.username && one.eventSlug === other.eventSlug;

/** The ids in a field; undefined: the field is absent. */
interface NamedIds {
  readonly kind: IdKind;
  readonly id: string | readonly string[] | undefined;
}

/** One id of a field. */
interface NamedId {
  readonly field: string;
  readonly kind: IdKind;
  readonly id: string;
  /** The field has several ids, so the error names this one. */
  readonly isOfList?: boolean;
}

/** The name of each kind in refusals, and the tool that lists such ids. */
const KINDS: Readonly<Record<IdKind, { readonly reason: string; readonly is: string; readonly see: string }>> = {
  person: { reason: 'host_not_found', is: 'member', see: 'list_members has their ids' },
  event_type: { reason: 'event_type_not_found', is: 'event type', see: 'list_event_types has their ids' },
  schedule: { reason: 'schedule_not_found', is: 'schedule', see: 'list_schedules has their ids' },
  team: { reason: 'team_not_found', is: 'team', see: 'list_teams has their ids' },
  booking: { reason: 'booking_not_found', is: 'meeting', see: 'list_meetings has their ids' },
  actor: {
    reason: 'actor_not_found',
    is: 'member, key or agent seat',
    see: 'list_members, list_api_keys and list_agent_seats have their ids',
  },
  subject: {
    reason: 'subject_not_found',
    is: 'thing',
    see: 'Send the id of a meeting (list_meetings), an event type (list_event_types), a member (list_members) or of whatever else a list tool shows',
  },
};

interface CallOf {
  readonly sql: Sql;
  readonly actor: Actor;
}

type Fields = Readonly<Record<string, NamedIds>>;

/** Returns the ids that this workspace never had. */
async function unknownIn({ sql, actor: { workspaceId } }: CallOf, fields: Fields): Promise<readonly NamedId[]> {
  const named = Object.entries(fields).flatMap(([field, { kind, id = [] }]): NamedId[] =>
    typeof id === 'string' ? [{ field, kind, id }] : id.map((one) => ({ field, kind, id: one, isOfList: true })),
  );
  const known = await knownOf(sql, workspaceId, named);
  return named.filter(({ kind, id }) => !known.get(kind)?.has(id));
}

/** Reads the known ids with one query for each kind. */
async function knownOf(sql: Sql, workspaceId: string, named: readonly NamedId[]) {
  const kinds = [...new Set(named.map(({ kind }) => kind))];
  const idsOf = (kind: IdKind): string[] => named.filter((one) => one.kind === kind).map(({ id }) => id);
  const found = kinds.map(
    async (kind) => [kind, await readKnownIds(sql, kind, { workspaceId, ids: idsOf(kind) })] as const,
  );
  return new Map(await Promise.all(found));
}

/**
 * Refuses ids that this workspace never had, and those of other workspaces alike (docs/decisions/api.md#unknown-arguments).
 * @throws AppError resource.not_found, naming every such field and the tool that lists such ids
 */
export async function requireKnownIds(call: CallOf, fields: Fields): Promise<void> {
  const unknown = await unknownIn(call, fields);
  if (unknown.length > 0) throw await unknownIds(call, unknown);
}

/**
 * Runs a call whose store function stops at the first unknown id; the error then names all unknown ids.
 * @throws AppError as the call; resource.not_found if several of these ids are unknown
 */
export async function namingEveryId<T>(call: CallOf, fields: Fields, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'resource.not_found') throw error;
    const unknown = await unknownIn(call, fields);
    throw unknown.length > 1 ? await unknownIds(call, unknown) : error;
  }
}

/** Checks the ids in a list’s filters, only if the list is empty: an empty list would hide an unknown id. */
export const requireKnownFilters = async (call: CallOf, found: readonly unknown[], filters: Fields): Promise<void> =>
  found.length > 0 ? undefined : requireKnownIds(call, filters);

/** Returns one error for all ids: `reason` and `field` are those of the first, `issues` has each. */
async function unknownIds({ sql, actor: { workspaceId } }: CallOf, unknown: readonly NamedId[]): Promise<AppError> {
  const { named, more } = firstNamed(unknown);
  const each = await Promise.all(named.map((one) => unknownId(sql, workspaceId, one)));
  const [first] = each;
  if (first && each.length === 1) return first;
  const issues = each.map(({ message, details }) => ({ path: String(details?.field), message }));
  const rest = more > 0 ? ` And ${more} more.` : '';
  const message = `${each.map((one) => one.message).join(' ')}${rest}`;
  return new AppError('resource.not_found', message, { ...first?.details, issues });
}

async function unknownId(sql: Sql, workspaceId: string, { field, kind, id, isOfList }: NamedId): Promise<AppError> {
  const open = kind === 'person' ? await findOpenInvitation(sql, { workspaceId, id }) : undefined;
  if (open) return notJoined(field, open.email);
  const { reason, is, see } = KINDS[kind];
  const which = isOfList ? `${field}: ${id}` : field;
  return new AppError('resource.not_found', `${which} is no ${is} of this workspace. ${see}.`, { reason, field });
}

/** Returns the error for an id that belongs to an open invitation. */
export const notJoined = (field: string, email: string, reason = 'host_not_found'): AppError =>
  new AppError(
    'resource.not_found',
    `${field} is the invitation of ${email}, who has not joined yet. Once they accept, list_members has the user id to send.`,
    { reason, field },
  );

/**
 * Refuses an actor who may not work with a host's things: members may use their own, managers and above everyone's.
 * @param hostId null: a team's, for managers and above
 * @param what words that follow "your own", such as "event types"
 * @throws AppError auth.forbidden (not_yours)
 */
export function requireAccess(actor: Actor, hostId: string | null, what: string): void {
  const reach = reachOf(actor);
  if (reach === null || reach === hostId) return;
  const person = actsFor(actor);
  const own = person
    ? `You act for ${person} in the role ${actor.role}: you can work only with their own ${what}.`
    : `Your role is ${actor.role}: you can work only with your own ${what}.`;
  throw new AppError('auth.forbidden', `${own} Those of others need the role manager.`, {
    reason: 'not_yours',
    role: actor.role,
    neededRoles: ['owner', 'admin', 'manager'],
  });
}

export const noSuchHost = (): AppError =>
  new AppError('resource.not_found', 'hostUserId is not a member of this workspace. list_members has their ids.', {
    reason: 'host_not_found',
    field: 'hostUserId',
  });

/**
 * Returns the host of a call; default: the caller.
 * @throws AppError resource.not_found (host_not_found), auth.forbidden (not_yours)
 */
export async function requireHost(
  { sql, actor }: { readonly sql: Sql; readonly actor: Actor },
  hostUserId: string | undefined,
  what: string,
): Promise<string> {
  if (hostUserId === undefined || hostUserId === actor.userId) return actor.userId;
  if (!(await isMember(sql, { workspaceId: actor.workspaceId, hostId: hostUserId }))) throw noSuchHost();
  requireAccess(actor, hostUserId, what);
  return hostUserId;
}
