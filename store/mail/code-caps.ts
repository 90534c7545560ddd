import { type ByWidth, type CountOfNetwork, exceededAllowance } from '../../domain/client-networks.ts';
import { CODES_OF_ANY_PLAN, mailCapsOf, NETWORK_CODES_OF_ANY_PLAN } from '../../domain/mail/mail-caps.ts';
import type { Transaction } from '../database.ts';
import { clockMs, lockName } from '../locks.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** Below this part of the smallest cap no lock is needed: so many requests are never under way at once. */
const FAR_BELOW = 0.75;

interface CodesOf {
  readonly workspaceId: string;
  readonly clientNetwork: string;
}

/**
 * The cap that one more code would exceed, of the workspace's day or of the part that a network around the client may use; null: none.
 * Near a cap, concurrent calls count in turn.
 */
export async function exceededCodeCap(tx: Transaction, codes: CodesOf): Promise<number | null> {
  const early = await countCodes(tx, codes);
  if (exceededOf(early, codes, FAR_BELOW_ANY_PLAN) === null) return null;
  const { workspaceId } = codes;
  await lockName(tx, 'codesOfWorkspace', workspaceId);
  const [counts, subscription] = await Promise.all([countCodes(tx, codes), readSubscription(tx, workspaceId)]);
  const caps = mailCapsOf(subscription, await clockMs(tx));
  return exceededOf(counts, codes, { all: caps.codes, ofNetwork: caps.codesOfNetwork });
}

interface CodeCaps {
  readonly all: number;
  readonly ofNetwork: ByWidth;
}

const FAR_BELOW_ANY_PLAN: CodeCaps = {
  all: CODES_OF_ANY_PLAN * FAR_BELOW,
  ofNetwork: {
    narrow: NETWORK_CODES_OF_ANY_PLAN.narrow * FAR_BELOW,
    wide: NETWORK_CODES_OF_ANY_PLAN.wide * FAR_BELOW,
    widest: NETWORK_CODES_OF_ANY_PLAN.widest * FAR_BELOW,
  },
};

function exceededOf(
  counts: readonly CountOfNetwork[],
  { clientNetwork }: CodesOf,
  { all, ofNetwork }: CodeCaps,
): number | null {
  if (counts.reduce((sum, { count }) => sum + count, 1) > all) return all;
  return exceededAllowance(clientNetwork, counts, { allowances: ofNetwork, more: 1 });
}

const countCodes = (tx: Transaction, { workspaceId }: CodesOf): Promise<CountOfNetwork[]> => tx<CountOfNetwork[]>`
  select client_network as network, count(*)::int as count from code_issues
  where workspace_id = ${workspaceId} and created_at > clock_timestamp() - interval '1 day'
  group by client_network`;
