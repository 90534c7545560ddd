import type { PendingQuery, Row } from 'postgres';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import type { Transaction } from '../database.ts';

/** Tables that name the networks of the client behind each row, with an index of these. */
type CountedTable = 'mailed_code_issues' | 'native_claims' | 'sign_in_links' | 'workspace_claims';

/**
 * The cap of a network around the client that the rows of the last 24 hours use up; null: none. Under the lock of the widest network.
 * Counted by the index of networks, which holds no more of one network than its cap for each day that rows are kept. A limit inside would make
 * PostgreSQL expect to find the rows soon by reading the table.
 * @param condition of the rows that count; by default all do
 */
export async function usedUpByNetworks(
  tx: Transaction,
  table: CountedTable,
  { clientNetwork, caps }: { readonly clientNetwork: string; readonly caps: ByWidth },
  condition: PendingQuery<Row[]> = tx`true`,
): Promise<number | null> {
  const networks = networksAround(clientNetwork);
  const [full] = await tx<{ cap: number }[]>`
    select n.cap from unnest(${networks.map(({ name }) => name)}::text[], ${networks.map(({ width }) => caps[width])}::int[]) as n (name, cap)
    where n.cap <= (
      select count(*) from ${tx(table)}
      where client_networks @> array[n.name] and created_at > clock_timestamp() - interval '1 day' and ${condition})
    order by n.cap limit 1`;
  return full?.cap ?? null;
}
