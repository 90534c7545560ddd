import { v7 as uuidv7 } from 'uuid';
import { personOf } from '../../../store/accounts/sign-in.ts';
import { inTransaction } from '../../../store/database.ts';
import { openWorkspaceClaim } from '../../../store/identity/workspace-claims.ts';
import type { Stack } from '../stack/stack.ts';
import { makeKey, type TestKey } from './keys.ts';

export interface AgentWorkspace {
  readonly workspaceId: string;
  readonly slug: string;
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly key: TestKey;
}

let agents = 0;

/** A workspace of an agent that came in by a code: no browser has ever signed in. */
export async function agentWorkspace({ sql }: Pick<Stack, 'sql'>): Promise<AgentWorkspace> {
  const email = `agent-${++agents}-${uuidv7().slice(-6)}@machines.test`;
  const { userId, trialOf } = await inTransaction(sql, (tx) =>
    personOf(tx, { email, name: null, timezone: 'Europe/Berlin', clientIp: '192.0.2.1' }),
  );
  const workspaceId = trialOf ?? '';
  const key = await makeKey(sql, { workspaceId, userId, name: 'Key of the agent' });
  const [row] = await sql<{ slug: string; username: string }[]>`
    select w.slug, m.username from workspaces w join memberships m on m.workspace_id = w.id where w.id = ${workspaceId}`;
  return { workspaceId, userId, email, key, slug: row?.slug ?? '', username: row?.username ?? '' };
}

/** As if the workspace had been made that many days ago. Its trial is over. */
export async function letDaysPass({ sql }: Pick<Stack, 'sql'>, workspaceId: string, days: number): Promise<void> {
  await sql`
    update unclaimed_workspaces set since = now() - ${days} * interval '1 day', next_look_at = now() - interval '1 minute'
    where workspace_id = ${workspaceId}`;
  await sql`
    update workspaces set plan = 'free', subscription_status = 'active', trial_ends_at = null, trial_ended_at = now(),
      trial_end_mailed_at = now() where id = ${workspaceId} and subscription_status = 'trialing'`;
}

/** Stores a claim as create_claim_intent does, without a flow. @returns its id */
export async function storeWorkspaceClaim(
  { sql }: Pick<Stack, 'sql'>,
  { workspaceId, userId, username, key }: AgentWorkspace,
  prospectEmail: string,
): Promise<string> {
  const id = uuidv7();
  const who = { userId, workspaceId, role: 'owner', username, locked: false } as const;
  const actor = {
    ...({
      kind: 'key',
      keyId: key.id,
      keyName: 'Key of the agent',
      mode: 'live',
      scopes: ['workspace.act'],
      seat: null,
    } as const),
    ...who,
  };
  const client = { clientIp: '192.0.2.9', clientNetwork: `192.0.2.${(agents % 200) + 1}` };
  const request = { id, workspaceId, prospectEmail, agentName: 'Scout', ...client };
  const outcome = await openWorkspaceClaim(sql, request, { actor, source: 'host_api' });
  if (outcome.result !== 'opened') throw new Error(outcome.result);
  return outcome.claim.id;
}
