import type { SignedIn } from '../drivers/session.ts';
import type { Stack } from '../stack/stack.ts';
import { storeConnection } from './calendars.ts';
import { storeInvitation } from './members.ts';

/** A thief's ways to come back: an invitation, an agent that may fetch its key, and a calendar. */
export async function openDoors(stack: Stack, { workspaceId, userId }: SignedIn): Promise<void> {
  const { sql } = stack;
  await storeInvitation(stack, { workspaceId, email: 'friend@thief.test', role: 'admin' });
  await sql`
    insert into device_sessions (id, device_code_hash, user_code, client_ip, status, interval_seconds, created_at, expires_at, decided_by_user_id, decided_at, workspace_id)
    values (gen_random_uuid(), sha256(${userId}::bytea), 'BCDFGHJK', '192.0.2.1', 'approved', 5, now(), now() + interval '15 minutes', ${userId}, now(), ${workspaceId})`;
  await sql`
    insert into native_claims (id, poll_token_hash, link_token_hash, agent_email, operator_email, operator_inbox, client_ip, client_networks, status,
      created_at, expires_at, decided_by_user_id, decided_at, workspace_id)
    values (gen_random_uuid(), sha256(${`poll ${userId}`}::bytea), sha256(${`link ${userId}`}::bytea), 'agent@thief.test', 'owner@thief.test', 'owner@thief.test',
      '192.0.2.1', '{}', 'accepted', now(), now() + interval '1 day', ${userId}, now(), ${workspaceId})`;
  await storeConnection(sql, { userId, workspaceId });
  await sql`
    insert into calendar_connect_links (token_hash, id, user_id, workspace_id, provider, created_at, expires_at)
    values (sha256(${`connect ${userId}`}::bytea), gen_random_uuid(), ${userId}, ${workspaceId}, 'google', now(), now() + interval '1 hour')`;
}

/** Which of them are open still. */
export async function doorsOf({ sql }: Stack, { userId }: SignedIn) {
  const [row] = await sql`
    select (select bool_and(revoked_at is not null) from invitations where invited_by_user_id = ${userId}) as invitation,
      (select status from device_sessions where decided_by_user_id = ${userId}) as device,
      (select status from native_claims where decided_by_user_id = ${userId}) as claim,
      (select status from calendar_connections where user_id = ${userId}) as calendar,
      (select count(*)::int from calendar_connect_links where user_id = ${userId}) as links`;
  return row;
}

export const CLOSED_DOORS = { invitation: true, device: 'denied', claim: 'refused', calendar: 'revoked', links: 0 };
