import type { Transaction } from '../database.ts';
import type { Doer } from './api-keys.ts';
import { endWaysOut } from './end-ways-out.ts';
import type { EndedThing } from './ways-out-rows.ts';

/** What was made of an account from `since` to `until`; null: until the locks are held. */
export interface MadeSince {
  readonly userId: string;
  readonly since: Date;
  readonly until: Date | null;
}

/** A row whose flow reads that it has ended. */
export type EndedRow = Pick<EndedThing, 'id' | 'workspaceId'>;

/** Rows that ended and have flows: the caller signals them after the commit, and the sweep does if the caller crashes. */
export interface EndedFlows {
  /** Calendars that were disconnected: their flows revoke our access at the provider. */
  readonly connections: readonly EndedRow[];
  /** Agents that were revoked. */
  readonly agents: readonly EndedRow[];
}

export const NO_FLOWS: EndedFlows = { connections: [], agents: [] };

/** Ends an agent in the transaction of the caller. undefined: there is none. */
export type RevokeAgent = (tx: Transaction, agentId: string) => Promise<EndedRow | undefined>;

interface MadeEnding {
  readonly now: number;
  readonly by: Doer;
  readonly revokeAgent: RevokeAgent;
}

/**
 * Ends all that was made of an account in that time, and all that can still become a way into its workspaces, or out of them: agents that the
 * person allowed then, too. For the link of a mail about a new sign-in, and for an address that is taken back.
 */
export async function endMadeSince(
  tx: Transaction,
  made: MadeSince,
  { now, by, revokeAgent }: MadeEnding,
): Promise<EndedFlows> {
  const reach = { kind: 'account', ...made } as const;
  const { calendars = [] } = await endWaysOut(tx, { ending: 'accessStopped', reach, by, at: new Date(now) });
  const agents: EndedRow[] = [];
  for (const id of await agentsSince(tx, made)) {
    const agent = await revokeAgent(tx, id);
    if (agent) agents.push({ id: agent.id, workspaceId: agent.workspaceId });
  }
  return { connections: calendars, agents };
}

/** Agents that a person allowed in that time, in the order in which they are locked. @returns their ids */
async function agentsSince(tx: Transaction, { userId, since, until }: MadeSince): Promise<string[]> {
  const agents = await tx<{ id: string }[]>`
    select id from agent_principals
    where user_id = ${userId} and verified_at >= ${since} and ${until === null ? tx`true` : tx`verified_at <= ${until}`} and status = 'verified'
    order by id`;
  return agents.map(({ id }) => id);
}
