import type { Sql } from 'postgres';
import type { Actor } from '../../../domain/access/actor.ts';
import { type ConnectionRow, isConnectedHere, readConnection } from '../../../store/calendars/connections.ts';
import { connectionRefusal } from './refusals.ts';

/**
 * The caller's own connection, a disconnected one too: only its person connects, chooses and disconnects.
 * @throws AppError resource.not_found (connection_not_found), auth.forbidden (not_yours) for one of another host here
 */
export async function requireOwnConnection(
  { sql, actor }: { readonly sql: Sql; readonly actor: Actor },
  connectionId: string,
): Promise<ConnectionRow> {
  const { userId, workspaceId } = actor;
  const own = await readConnection(sql, { connectionId, userId });
  if (own) return own;
  throw connectionRefusal(actor, (await isConnectedHere(sql, { connectionId, workspaceId })) ? 'elsewhere' : 'nobody');
}
