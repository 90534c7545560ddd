import type { ActedBy } from '../../domain/booking/actors.ts';
import type { HandOver } from '../../domain/members/hand-over.ts';
import { slugCandidates } from '../../domain/workspaces/names.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { endWaysOut } from '../access/end-ways-out.ts';
import { logActedBy } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { lockMembership } from '../membership-lock.ts';
import { countUpcoming, type Leaver } from './hand-over.ts';
import { findMember, isLastOwner } from './members.ts';

interface Leaving extends Leaver {
  readonly handOver: HandOver;
  readonly by: ActedBy;
  readonly source: BookingSource;
  /** Whether webhooks that the member has set are switched off, too. */
  readonly disablesWebhooks?: boolean;
}

interface OwnEvent {
  readonly id: string;
  readonly slug: string;
}

/**
 * The last step of leaving, and the only one that cannot be undone. Event types get another host or are archived. Ends what
 * the member had and made (domain/access/ways-out.ts), deletes schedules, time off entered here and the membership with its teams (triggers).
 * Locks event types first: nobody books meanwhile. Does nothing if a meeting came up before the locks or no owner would be left.
 */
export async function endMembership(tx: Transaction, leaving: Leaving): Promise<'left' | 'busy' | 'last_owner'> {
  const { workspaceId, userId, handOver, by, source } = leaving;
  await lockMembership(tx, workspaceId);
  const successor = 'to' in handOver ? handOver.to : await heirOf(tx, leaving);
  await lockLeaving(tx, leaving, successor);
  if ((await countUpcoming(tx, leaving)) > 0) return 'busy';
  const member = await findMember(tx, workspaceId, userId);
  if (!member) return 'left';
  if (await isLastOwner(tx, workspaceId, member)) return 'last_owner';
  const own = await liveEvents(tx, leaving);
  if (successor === null) await archive(tx, own);
  else await handOverEvents(tx, workspaceId, own, successor);
  await tx`delete from schedules where workspace_id = ${workspaceId} and user_id = ${userId}`;
  const timeOff = await tx`delete from time_off where workspace_id = ${workspaceId} and host_id = ${userId}`;
  const { invitations = [] } = await endWaysOut(tx, {
    ending: by.userId === userId ? 'memberLeft' : 'memberRemoved',
    reach: { kind: 'member', workspaceId, userId, role: null },
    by: { ids: by, source },
    alsoAsked: leaving.disablesWebhooks === true,
  });
  const data = {
    email: member.email,
    role: member.role,
    username: member.username,
    removedTimeOff: timeOff.count,
    endedInvitations: invitations.length,
    ...(successor === null
      ? { archivedEventTypes: own.length }
      : { handedOverTo: successor, handedOverEventTypes: own.length }),
  };
  // Before the delete: the log needs the name of a member who removes themselves.
  const subject = { type: 'member', id: userId } as const;
  await logActedBy(tx, { by, workspaceId, source, action: 'member.removed', subject, data });
  await tx`delete from memberships where workspace_id = ${workspaceId} and user_id = ${userId}`;
  return 'left';
}

/** Locks the workspace, the event types that a leaving member hosts, and the people, in the order of locks.ts. */
export async function lockLeaving(
  tx: Transaction,
  { workspaceId, userId }: Leaver,
  successor: string | null,
): Promise<void> {
  await lockMembership(tx, workspaceId);
  await tx`
    select 1 from event_types
    where workspace_id = ${workspaceId}
      and (host_id = ${userId} or team_id in (select team_id from team_members where user_id = ${userId}))
    order by id for no key update`;
  await tx`
    select 1 from users where id = any(${successor === null ? [userId] : [userId, successor]}::uuid[]) order by id for no key update`;
}

/**
 * Who took the workspace over from a former owner: they get the event types even if the meetings are canceled, because the take-over promises
 * that booking links stay. null: nobody did, or they cannot host.
 */
async function heirOf(tx: Transaction, { workspaceId, userId }: Leaver): Promise<string | null> {
  const [heir] = await tx<{ userId: string }[]>`
    select h.user_id as "userId" from memberships m
      join workspace_claims c on c.workspace_id = m.workspace_id and c.requested_by_user_id = m.user_id and c.status = 'accepted'
      join memberships h on h.workspace_id = m.workspace_id and h.user_id = c.decided_by_user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.stays_closed and h.user_id <> m.user_id
      and h.leaving_at is null and h.role <> 'billing_only'
    order by c.ended_at desc limit 1`;
  return heir?.userId ?? null;
}

const liveEvents = (tx: Transaction, { workspaceId, userId }: Leaver) => tx<OwnEvent[]>`
  select id, slug from event_types
  where workspace_id = ${workspaceId} and host_id = ${userId} and archived_at is null order by created_at, id`;

const archive = async (tx: Transaction, events: readonly OwnEvent[]): Promise<void> => {
  await tx`
    update event_types set archived_at = clock_timestamp() where id = any(${events.map(({ id }) => id)}::uuid[])`;
};

/** With the successor's hours, and another slug if the successor has that one. */
async function handOverEvents(
  tx: Transaction,
  workspaceId: string,
  events: readonly OwnEvent[],
  successor: string,
): Promise<void> {
  const [schedule] = await tx<{ id: string }[]>`
    select id from schedules where workspace_id = ${workspaceId} and user_id = ${successor} order by created_at, id limit 1`;
  const taken = new Set(
    (
      await tx<{ slug: string }[]>`
        select slug from event_types where workspace_id = ${workspaceId} and host_id = ${successor} and archived_at is null`
    ).map(({ slug }) => slug),
  );
  for (const { id, slug } of events) {
    const free = slugCandidates(slug.slice(0, 50), id.slice(-6)).find((candidate) => !taken.has(candidate)) ?? slug;
    const next = taken.has(slug) ? free : slug;
    taken.add(next);
    await tx`
      update event_types set host_id = ${successor}, slug = ${next}, schedule_id = ${schedule?.id ?? null} where id = ${id}`;
  }
}
