import { v7 as uuidv7 } from 'uuid';
import type { WebhookNoticeKind } from '../../domain/access/new-access.ts';
import type { WhyDisabled } from '../../domain/webhooks/delivery.ts';
import { receiverHost } from '../../domain/webhooks/endpoint-url.ts';
import { noteNewAccess } from '../access/access-notices.ts';
import type { Doer } from '../access/api-keys.ts';
import { type NotedReader, notedReaderColumns } from '../accounts/account-mails.ts';
import { logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { noteMail } from '../mail/outbox.ts';

/** Max mails a day of all webhooks of a workspace; of one webhook there is one a day. */
const MAILS_A_DAY = 10;

/**
 * An endpoint was disabled: the log shows it, and the person who made it gets a mail, once a day; if they may no longer see webhooks, the
 * longest-serving owner gets it. The sweep starts its flow.
 */
export async function noteDisabled(tx: Transaction, endpointId: string, reason: WhyDisabled): Promise<void> {
  const [endpoint] = await tx<{ workspaceId: string; url: string; readerId: string | null }[]>`
    select e.workspace_id as "workspaceId", e.url, (
      select user_id from memberships m where m.workspace_id = e.workspace_id and (m.role = 'owner' or (m.role = 'admin' and m.user_id = e.made_by))
      order by m.user_id is not distinct from e.made_by desc, m.created_at, m.user_id limit 1) as "readerId"
    from webhook_endpoints e where e.id = ${endpointId}`;
  if (!endpoint) return;
  const { workspaceId, url, readerId } = endpoint;
  const host = receiverHost(url);
  const subject = { type: 'webhook', id: endpointId } as const;
  const entry = { actor: null, source: 'system', workspaceId, subject } as const;
  await logActivity(tx, { ...entry, action: 'webhook.disabled', data: { host, reason } });
  if (readerId === null || (await hasHadMail(tx, workspaceId, endpointId))) return;
  const [reader] = await tx<NotedReader[]>`select ${notedReaderColumns(tx)} from users u where u.id = ${readerId}`;
  if (!reader) return;
  const { email: recipient, ...facts } = reader;
  const mail = { id: uuidv7(), kind: 'webhook_disabled', subjectId: endpointId, workspaceId, recipient } as const;
  await noteMail(tx, { ...mail, facts: { ...facts, host, reason } });
}

/** Returns whether there was a mail about this endpoint in the last day, or as many of its workspace as its cap allows. */
async function hasHadMail(tx: Transaction, workspaceId: string, endpointId: string): Promise<boolean> {
  const [today] = await tx<[{ ofIt: number; all: number }]>`
    select count(*) filter (where subject_id = ${endpointId})::int as "ofIt", count(*)::int as all from outbox_mails
    where workspace_id = ${workspaceId} and kind = 'webhook_disabled' and created_at > clock_timestamp() - interval '1 day'`;
  return today.ofIt > 0 || today.all >= MAILS_A_DAY;
}

interface WebhookSet {
  readonly workspaceId: string;
  readonly kind: WebhookNoticeKind;
  /** Of its URL: the rest may hold secrets. */
  readonly host: string;
}

/**
 * Notes that the owners are to be notified of a new receiver, within the day's cap. An owner who made the change is notified as well: another
 * person may use the session.
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
  const notices = owners.map(({ userId }) => ({ userId, id: uuidv7() }));
  for (const notice of notices)
    await noteNewAccess(
      tx,
      { ...notice, kind, workspaceId, name: host, clientIp: null, isTest: false, doneBy: doer },
      by,
    );
  return notices.map(({ id }) => id);
}
