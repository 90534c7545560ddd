import { networksAround } from '../../domain/client-networks.ts';
import {
  CODES_OF_ANY_PLAN,
  KNOWN_CLIENTS_MORE,
  mailCapsOf,
  NETWORK_CODES_OF_ANY_PLAN,
} from '../../domain/mail/mail-caps.ts';
import type { Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** Below this part of the smallest cap no lock is needed: so many requests are never under way at once. */
const FAR_BELOW = 0.75;

interface CodesOf {
  readonly workspaceId: string;
  readonly clientNetwork: string;
  /** A right code to this inbox was entered from this network before: strangers do not use up its part. */
  readonly isKnown: boolean;
}

/**
 * The cap that one more code would exceed, of the workspace's day or of one network's part of it; null: none. A network is also its /56
 * and /48, or its IPv4 /24: one customer has thousands of smaller ones. Near a cap, concurrent calls count in turn.
 */
export async function exceededCodeCap(tx: Transaction, codes: CodesOf): Promise<number | null> {
  const early = await countCodes(tx, codes);
  if (early.all < CODES_OF_ANY_PLAN * FAR_BELOW && early.network < NETWORK_CODES_OF_ANY_PLAN * FAR_BELOW) return null;
  const { workspaceId, isKnown } = codes;
  await tx`select pg_advisory_xact_lock(hashtextextended(${workspaceId}, 5))`;
  const [{ all, network }, subscription] = await Promise.all([
    countCodes(tx, codes),
    readSubscription(tx, workspaceId),
  ]);
  const caps = mailCapsOf(subscription, await clockMs(tx));
  const cap = isKnown ? caps.codes * KNOWN_CLIENTS_MORE : caps.codes;
  if (all >= cap) return cap;
  return !isKnown && network >= caps.codesOfOneNetwork ? caps.codesOfOneNetwork : null;
}

/** All codes of the workspace's day, and those of the network around the client that has most. */
async function countCodes(tx: Transaction, { workspaceId, clientNetwork }: CodesOf) {
  const sent = await tx<{ network: string | null; codes: number }[]>`
    select client_network as network, count(*)::int as codes from code_issues
    where workspace_id = ${workspaceId} and created_at > clock_timestamp() - interval '1 day' group by client_network`;
  const sum = (rows: typeof sent | (typeof sent)[number][]) => rows.reduce((all, { codes }) => all + codes, 0);
  const around = networksAround(clientNetwork).map(({ name }) =>
    sum(sent.filter(({ network }) => network !== null && networksAround(network).some((one) => one.name === name))),
  );
  return { all: sum(sent), network: Math.max(...around) };
}
