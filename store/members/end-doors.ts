import { disconnectIn } from '../calendars/connections.ts';
import type { Transaction } from '../database.ts';
import { endInvitationsOf } from './invitations.ts';
import { lockMembership } from './members.ts';

export interface Doors {
  readonly userId: string;
  readonly since: Date;
}

/** A calendar that was disconnected; its flow ends. */
export interface Disconnected {
  readonly id: string;
  readonly workspaceId: string | null;
}

/**
 * Ends what can still become a way into an account's workspaces, or out of them: invitations that wait, agents that were allowed and have not
 * fetched their key, calendars that came since, and links that connect one. Invitations end whatever their age: one that waits may have been
 * changed since.
 */
export async function endDoorsSince(tx: Transaction, { userId, since }: Doors): Promise<Disconnected[]> {
  const places = await tx<{ id: string }[]>`
    select distinct workspace_id as id from invitations
    where invited_by_user_id = ${userId} and accepted_at is null and revoked_at is null order by workspace_id`;
  const by = { userId, apiKeyId: null, agentSeatId: null };
  for (const { id } of places) {
    await lockMembership(tx, id);
    await endInvitationsOf(tx, { workspaceId: id, userId, role: null, by, source: 'web' });
  }
  await tx`update device_sessions set status = 'denied' where decided_by_user_id = ${userId} and status = 'approved'`;
  await tx`update native_claims set status = 'refused' where decided_by_user_id = ${userId} and status = 'accepted'`;
  await tx`delete from calendar_connect_links where user_id = ${userId} and created_at >= ${since}`;
  const connections = await tx<Disconnected[]>`
    select id, workspace_id as "workspaceId" from calendar_connections
    where user_id = ${userId} and consented_at >= ${since} and status <> 'revoked' order by id`;
  for (const { id } of connections) await disconnectIn(tx, { connectionId: id, userId }, null);
  return connections;
}
