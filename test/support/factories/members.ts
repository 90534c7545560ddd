import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { invitationToken, tokenHash } from '../../../domain/secrets.ts';
import type { Role } from '../../../schemas/shapes/access.ts';
import { invite } from '../../../store/members/invite.ts';
import type { Stack } from '../stack/stack.ts';
import type { TestMember } from './keys.ts';

let people = 0;

/** A new person in a workspace, as rows, without schedule or event type. */
export async function addPerson(sql: Sql, workspaceId: string, role: Role): Promise<TestMember> {
  const userId = uuidv7();
  const username = `person-${++people}-${userId.slice(-6)}`;
  const email = `${username}@people.test`;
  await sql`insert into users (id, email, name) values (${userId}, ${email}, ${`Person ${people}`})`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${uuidv7()}, ${workspaceId}, ${userId}, ${username}, ${role})`;
  return { userId, email, role };
}

/** Stores an invitation as invite_member does, without a flow. */
export async function storeInvitation(
  { sql, secrets }: Pick<Stack, 'sql' | 'secrets'>,
  options: { readonly workspaceId: string; readonly email: string; readonly role?: Role },
): Promise<{ readonly id: string; readonly token: string }> {
  const { workspaceId, email, role = 'member' } = options;
  const id = uuidv7();
  const token = invitationToken(secrets, id);
  // Keeps the daily limits out of tests of other rules.
  await sql`update outbox_mails set created_at = created_at - interval '2 days' where inbox = ${foldedAddress(email)}`;
  const [owner] = await sql<{ userId: string; username: string }[]>`
    select user_id as "userId", username from memberships where workspace_id = ${workspaceId} and role = 'owner'
    order by created_at limit 1`;
  if (!owner) throw new Error(`${workspaceId} has no owner`);
  const actor = { kind: 'session', sessionId: uuidv7(), workspaceId, role: 'owner', locked: false, ...owner } as const;
  const by = { actor, source: 'dashboard' } as const;
  const outcome = await invite(sql, { id, workspaceId, email, role, tokenHash: tokenHash(token) }, by);
  if (outcome.result !== 'invited') throw new Error(`${email}: ${outcome.result}`);
  return { id: outcome.invitation.id, token };
}
