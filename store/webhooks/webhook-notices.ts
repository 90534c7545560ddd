import { v7 as uuidv7 } from 'uuid';
import type { WebhookNoticeKind } from '../../domain/access/new-access.ts';
import { noteNewAccess } from '../access/access-notices.ts';
import type { Doer } from '../access/api-keys.ts';
import type { Transaction } from '../database.ts';

interface WebhookSet {
  readonly workspaceId: string;
  readonly kind: WebhookNoticeKind;
  /** Of its address: the rest may hold secrets. */
  readonly host: string;
}

/**
 * Notes that the owners are to be told where events go from now on, with the day's cap of webhooks. Also who did it signed in: their session may be
 * somebody else's.
 * @returns the notices: after the commit the caller calls `notifyOfAccess` for each
 */
export async function noteWebhookSet(
  tx: Transaction,
  { workspaceId, kind, host }: WebhookSet,
  by: Doer,
): Promise<readonly string[]> {
  const doer = by.actor?.userId ?? null;
  const owners = await tx<{ userId: string }[]>`
    select user_id as "userId" from memberships where workspace_id = ${workspaceId} and role = 'owner' and leaving_at is null order by user_id`;
  const told = owners.map(({ userId }) => ({ userId, id: uuidv7() }));
  for (const notice of told)
    await noteNewAccess(
      tx,
      { ...notice, kind, workspaceId, name: host, clientIp: null, isTest: false, doneBy: doer },
      by,
    );
  return told.map(({ id }) => id);
}
