import { v7 as uuidv7 } from 'uuid';
import type { WhyDisabled } from '../../domain/webhooks/delivery.ts';
import { receiverHost } from '../../domain/webhooks/endpoint-url.ts';
import { mailLanguage } from '../accounts/mail-reader.ts';
import { logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { personZone } from '../person-zone.ts';

/** In a day, of all endpoints of a workspace together: whoever makes, fails and deletes them floods no inbox. Each has one. */
const MAILS_A_DAY = 10;

/**
 * An endpoint was disabled: the log shows it, and whoever made it gets a mail by the flow `accountMail`, once a day; if they may not see
 * webhooks any more, the owner who has been there longest. The sweep starts that flow.
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
  if (readerId === null || (await wasTold(tx, workspaceId, endpointId))) return;
  await tx`
    insert into account_mails (id, kind, recipient, language, timezone, webhook_host, webhook_reason, webhook_id, webhook_workspace_id)
    select ${uuidv7()}, 'webhook_disabled', u.email, ${mailLanguage(tx)}, ${personZone(tx, 'u.id')}, ${host}, ${reason},
      ${endpointId}, ${workspaceId}
    from users u where u.id = ${readerId}`;
}

/** Whether a mail about this endpoint left in the last day, or as many of its workspace as may. */
async function wasTold(tx: Transaction, workspaceId: string, endpointId: string): Promise<boolean> {
  const [today] = await tx<[{ ofIt: number; all: number }]>`
    select count(*) filter (where webhook_id = ${endpointId})::int as "ofIt", count(*)::int as all from account_mails
    where webhook_workspace_id = ${workspaceId} and created_at > clock_timestamp() - interval '1 day'`;
  return today.ofIt > 0 || today.all >= MAILS_A_DAY;
}
