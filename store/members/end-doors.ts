import type { Doer } from '../access/api-keys.ts';
import { endWaysOut } from '../access/end-ways-out.ts';
import type { Transaction } from '../database.ts';

/** What was made of an account from `since` to `until`. */
export interface MadeSince {
  readonly userId: string;
  readonly since: Date;
  readonly until: Date;
}

/** A calendar that was disconnected; its flow ends. */
export interface Disconnected {
  readonly id: string;
  readonly workspaceId: string | null;
}

/**
 * Ends all that was made of an account in that time, and all that can still become a way into its workspaces, or out of them: as the link of
 * a mail about new access does. @returns calendars that were disconnected
 */
export async function endMadeSince(tx: Transaction, made: MadeSince, now: number): Promise<readonly Disconnected[]> {
  const by: Doer = { actor: { kind: 'session', userId: made.userId, username: 'host' }, source: 'web' };
  const reach = { kind: 'account', ...made } as const;
  const { calendars = [] } = await endWaysOut(tx, { ending: 'accessStopped', reach, by, at: new Date(now) });
  return calendars;
}

/** Agents that a person allowed in that time: the caller revokes them. @returns their ids */
export async function agentsSince(tx: Transaction, { userId, since, until }: MadeSince): Promise<string[]> {
  const agents = await tx<{ id: string }[]>`
    select id from agent_principals
    where user_id = ${userId} and verified_at >= ${since} and verified_at <= ${until} and status = 'verified'`;
  return agents.map(({ id }) => id);
}
