import type { Sql } from 'postgres';
import { revokeAgent } from '../identity/change-agent.ts';

/** Ends a row as its flow ended, where a restored database has lost that. A row that is over meanwhile stays as it is. */
type EndRow = (sql: Sql, id: string) => Promise<unknown>;

/**
 * By flow and by the end that the flow shows: what a person stopped or refused stays so. What they granted is not here: what came of it (a
 * key, a new owner) is lost, and the row waits for them to grant it again.
 */
export const endsAsFlow: Readonly<Partial<Record<string, Readonly<Partial<Record<string, EndRow>>>>>> = {
  agentIdentity: { revoked: (sql, id) => revokeAgent(sql, id, { kind: 'flow' }) },
  nativeClaim: {
    refused: (sql, id) => sql`
      update native_claims set status = 'refused', decided_at = clock_timestamp(), flow_status = 'refused'
      where id = ${id} and status in ('pending', 'accepted')`,
  },
  workspaceClaim: {
    refused: (sql, id) => sql`
      update workspace_claims set status = 'refused', ended_at = clock_timestamp(), flow_status = 'refused'
      where id = ${id} and status = 'pending'`,
  },
};
