import { v7 as uuidv7 } from 'uuid';
import { mintKey } from '../../../domain/access/api-key.ts';
import { insertKey } from '../../../store/access/api-keys.ts';
import { inTransaction } from '../../../store/database.ts';
import type { Stack } from '../stack/stack.ts';

/**
 * Stores a person with a workspace and a new key with its notice, without a flow.
 * @param mailsToday as many such mails as they got today; the one after the 20th was the last of the day
 */
export async function storeNotice(
  { sql }: Pick<Stack, 'sql'>,
  { email, mailsToday = 0 }: { readonly email: string; readonly mailsToday?: number },
) {
  const [id, userId, workspaceId] = [uuidv7(), uuidv7(), uuidv7()];
  await sql`
    insert into workspaces (id, slug, name, plan, subscription_status)
    values (${workspaceId}, ${`w${workspaceId.slice(-12)}`}, 'Told Ltd', 'growth', 'active')`;
  await sql`insert into users (id, email, name) values (${userId}, ${email}, 'Tilda Told')`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role) values (${uuidv7()}, ${workspaceId}, ${userId}, 'tilda', 'owner')`;
  await sql`
    insert into access_notices (id, user_id, workspace_id, kind, name, source, test_mode, decision, decided_at)
    select gen_random_uuid(), ${userId}, ${workspaceId}, 'key', 'Earlier', 'dashboard', false,
      case when n > 20 then 'last' else 'mail' end, now() - interval '1 hour' from generate_series(1, ${mailsToday}) n`;
  const key = {
    ...({
      id,
      workspaceId,
      createdByUserId: userId,
      name: 'Fresh key',
      mode: 'live',
      scopes: ['workspace.act'],
    } as const),
    ...({
      origin: 'dashboard',
      minted: mintKey('live'),
      createdAtMs: Date.now(),
      expiresAtMs: null,
      roleCap: null,
    } as const),
    clientIp: '192.0.2.7',
  };
  const actor = { kind: 'session', userId, username: 'tilda' } as const;
  await inTransaction(sql, (tx) => insertKey(tx, key, { actor, source: 'dashboard' }));
  return { id, userId, workspaceId };
}
