import { endKeysOf } from '../access/key-tree.ts';
import { stopSetSince } from '../access/webhook-setters.ts';
import { disconnectIn } from '../calendars/connections.ts';
import type { Transaction } from '../database.ts';
import { lockMembership } from '../membership-lock.ts';
import { endInvitationsOf } from './end-invitations.ts';

/** What was made of an account from `since` to `until`. */
export interface MadeSince {
  readonly userId: string;
  readonly since: Date;
  readonly until: Date;
}

/** A calendar that was disconnected; its flow ends. */
export interface Disconnected {
  readonly id: string;
  readonly workspaceId: string | null;
}

/** In the order of workspaces, each locked first, as all who end keys do. */
export async function endKeysSince(tx: Transaction, { userId, since, until }: MadeSince, now: number): Promise<void> {
  const places = await tx<{ id: string; username: string }[]>`
    select distinct k.workspace_id as id, coalesce(m.username, 'host') as username
    from api_keys k left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id
    where k.created_by_user_id = ${userId} and k.created_at >= ${since} and k.revoked_at is null order by k.workspace_id`;
  for (const { id, username } of places) {
    await lockMembership(tx, id);
    const actor = { kind: 'session', userId, username } as const;
    await endKeysOf(tx, { workspaceId: id, userId, now, made: { since, until } }, { actor, source: 'web' });
  }
}

/** Ways to sign in: passkeys and linked accounts. */
export async function endSignInsSince(tx: Transaction, { userId, since, until }: MadeSince): Promise<void> {
  for (const table of ['passkeys', 'user_identities'])
    await tx`
      delete from ${tx(table)} where user_id = ${userId} and created_at >= ${since} and created_at <= ${until}`;
}

/**
 * Ends what can still become a way into an account's workspaces, or out of them: invitations that wait, agents that were allowed and have not
 * fetched their key, calendars that came since, and links that connect one. Webhooks that were set since are switched off. Invitations and agents end whatever their age: one that waits may
 * have been changed since. What was made or allowed after `until` stays.
 */
export async function endDoorsSince(tx: Transaction, { userId, since, until }: MadeSince): Promise<Disconnected[]> {
  const places = await tx<{ id: string }[]>`
    select distinct workspace_id as id from invitations
    where invited_by_user_id = ${userId} and accepted_at is null and revoked_at is null and created_at <= ${until} order by workspace_id`;
  const by = { userId, apiKeyId: null, agentSeatId: null };
  for (const { id } of places) {
    await lockMembership(tx, id);
    await endInvitationsOf(tx, { workspaceId: id, userId, role: null, until, by, source: 'web' });
  }
  await tx`update device_sessions set status = 'denied' where decided_by_user_id = ${userId} and status = 'approved' and decided_at <= ${until}`;
  await tx`update native_claims set status = 'refused' where decided_by_user_id = ${userId} and status = 'accepted' and decided_at <= ${until}`;
  await tx`delete from calendar_connect_links where user_id = ${userId} and created_at >= ${since} and created_at <= ${until}`;
  const connections = await tx<Disconnected[]>`
    select id, workspace_id as "workspaceId" from calendar_connections
    where user_id = ${userId} and consented_at >= ${since} and consented_at <= ${until} and status <> 'revoked' order by id`;
  for (const { id } of connections) await disconnectIn(tx, { connectionId: id, userId }, null);
  await stopSetSince(tx, { userId, since, until });
  return connections;
}

/** Agents that a person allowed meanwhile: the caller revokes them. @returns their ids */
export async function agentsSince(tx: Transaction, { userId, since, until }: MadeSince): Promise<string[]> {
  const agents = await tx<{ id: string }[]>`
    select id from agent_principals
    where user_id = ${userId} and verified_at >= ${since} and verified_at <= ${until} and status = 'verified'`;
  return agents.map(({ id }) => id);
}
