import type { Sql } from 'postgres';
import { isMailWaiting } from '../../store/mail/outbox.ts';
import type { FlowRow } from '../../workflows/catalogue.ts';
import type { FlowClient } from './flow-client.ts';

/**
 * Starts the flow that mails a person about new access, after the commit that made it. Past the day's mails none waits and no flow starts.
 * The sweep repairs a failure here: the access exists, and the call must answer its secret.
 * @param row of the key, seat, passkey, linked account or grant
 */
export async function notifyOfAccess(
  { sql, flowClient }: { readonly sql: Sql; readonly flowClient: FlowClient },
  row: FlowRow,
): Promise<void> {
  const isWaiting = await isMailWaiting(sql, row.id).catch(() => false);
  if (isWaiting) flowClient.start('mail', row);
}
