import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import { AppError } from '../../schemas/errors.ts';
import { type IdKind, isKnownId } from '../../store/activity/known-ids.ts';
import { findOpenInvitation } from '../../store/members/invitations.ts';

/** Ids that a field names; undefined: it was not given. */
export interface NamedIds {
  readonly kind: IdKind;
  readonly id: string | readonly string[] | undefined;
}

/** What such an id must be, and where ids of the kind are. */
const KINDS: Readonly<Record<IdKind, { readonly reason: string; readonly is: string; readonly see: string }>> = {
  person: { reason: 'host_not_found', is: 'member', see: 'list_members has their ids' },
  event_type: { reason: 'event_type_not_found', is: 'event type', see: 'list_event_types has their ids' },
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

/**
 * Refuses ids that this workspace never had, and those of other workspaces alike (decision 0265).
 * @throws AppError resource.not_found, naming the field and the tool that lists such ids
 */
export async function requireKnownIds({ sql, actor: { workspaceId } }: CallOf, fields: Fields): Promise<void> {
  for (const [field, { kind, id = [] }] of Object.entries(fields)) {
    for (const one of [id].flat()) {
      if (!(await isKnownId(sql, kind, { workspaceId, id: one })))
        throw await unknownId(sql, { workspaceId, kind, id: one, field: id === one ? field : `${field}: ${one}` });
    }
  }
}

/** The same of a list's filters, asked only where the list is empty: it would look like an answer. What a list found, its filters know. */
export const requireKnownFilters = async (call: CallOf, found: readonly unknown[], filters: Fields): Promise<void> =>
  found.length > 0 ? undefined : requireKnownIds(call, filters);

interface Unknown {
  readonly workspaceId: string;
  readonly kind: IdKind;
  readonly id: string;
  /** Which field, and of a list, which of its ids. */
  readonly field: string;
}

async function unknownId(sql: Sql, { workspaceId, kind, id, field: named }: Unknown): Promise<AppError> {
  const field = named.split(':')[0] ?? named;
  const open = kind === 'person' ? await findOpenInvitation(sql, { workspaceId, id }) : undefined;
  if (open) return notJoined(field, open.email);
  const { reason, is, see } = KINDS[kind];
  return new AppError('resource.not_found', `${named} is no ${is} of this workspace. ${see}.`, { reason, field });
}

/** The id is that of an invitation. */
export const notJoined = (field: string, email: string, reason = 'host_not_found'): AppError =>
  new AppError(
    'resource.not_found',
    `${field} is the invitation of ${email}, who has not joined yet. Once they accept, list_members has the user id to send.`,
    { reason, field },
  );
