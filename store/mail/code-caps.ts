import { CODES_OF_ANY_PLAN, mailCapsOf, NETWORK_CODES_OF_ANY_PLAN } from '../../domain/mail/mail-caps.ts';
import type { Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** Below this part of the smallest cap no lock is needed: so many requests are never under way at once. */
const FAR_BELOW = 0.75;

interface CodesOf {
  readonly workspaceId: string;
  readonly clientNetwork: string;
}

/**
 * The cap that one more code would exceed, of the workspace's day or of one network's part of it; null: none. Near a cap, concurrent
 * calls count in turn.
 */
export async function exceededCodeCap(tx: Transaction, codes: CodesOf): Promise<number | null> {
  const early = await countCodes(tx, codes);
  if (early.all < CODES_OF_ANY_PLAN * FAR_BELOW && early.network < NETWORK_CODES_OF_ANY_PLAN * FAR_BELOW) return null;
  const { workspaceId } = codes;
  await tx`select pg_advisory_xact_lock(hashtextextended(${workspaceId}, 5))`;
  const [{ all, network }, subscription] = await Promise.all([
    countCodes(tx, codes),
    readSubscription(tx, workspaceId),
  ]);
  const caps = mailCapsOf(subscription, await clockMs(tx));
  if (all >= caps.codes) return caps.codes;
  return network >= caps.codesOfOneNetwork ? caps.codesOfOneNetwork : null;
}

async function countCodes(tx: Transaction, { workspaceId, clientNetwork }: CodesOf) {
  const [sent] = await tx<{ all: number; network: number }[]>`
    select count(*)::int as all, count(*) filter (where client_network = ${clientNetwork})::int as network from code_issues
    where workspace_id = ${workspaceId} and created_at > clock_timestamp() - interval '1 day'`;
  if (!sent) throw new Error('nothing was counted');
  return sent;
}
