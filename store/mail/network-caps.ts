import type { PendingQuery, Row } from 'postgres';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import type { Queryable, Transaction } from '../database.ts';

/** Tables that name the networks of the client behind each row, with an index of these. */
type CountedTable = 'address_changes' | 'mailed_code_issues' | 'native_claims' | 'sign_in_links' | 'workspace_claims';

/** A cap that is used up, and when the next is free. */
export interface UsedUpCap {
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

/** Of several caps: the smallest, and the wait until none is used up. null: none is. */
export function tightest(caps: readonly (UsedUpCap | null)[]): UsedUpCap | null {
  const usedUp = caps.filter((cap) => cap !== null);
  if (usedUp.length === 0) return null;
  return {
    limit: Math.min(...usedUp.map(({ limit }) => limit)),
    retryAfterSeconds: Math.max(...usedUp.map(({ retryAfterSeconds }) => retryAfterSeconds)),
  };
}

/** Seconds until the window of a day has lost the row that fills the cap: the newest but `cap` - 1. null: there is no such row. */
export const secondsUntilFree = (sql: Queryable, at: PendingQuery<Row[]>) => sql`
  (case when ${at} is not null then greatest(1, ceil(extract(epoch from ${at} + interval '1 day' - clock_timestamp()))) end)::int`;

/**
 * The caps of networks around the client that the rows of the last 24 hours use up; null: none. Under the lock of the widest network.
 * Counted by the index of networks, which holds no more of one network than its cap for each day that rows are kept. A limit inside would make
 * PostgreSQL expect to find the rows soon by reading the table.
 * @param condition of the rows that count; by default all do
 */
export async function usedUpByNetworks(
  tx: Transaction,
  table: CountedTable,
  { clientNetwork, caps }: { readonly clientNetwork: string; readonly caps: ByWidth },
  condition: PendingQuery<Row[]> = tx`true`,
): Promise<UsedUpCap | null> {
  const networks = networksAround(clientNetwork);
  const full = await tx<UsedUpCap[]>`
    select n.cap as limit, ${secondsUntilFree(tx, tx`counted.times[n.cap]`)} as "retryAfterSeconds"
    from unnest(${networks.map(({ name }) => name)}::text[], ${networks.map(({ width }) => caps[width])}::int[]) as n (name, cap)
    cross join lateral (
      select count(*) as rows, array_agg(created_at order by created_at desc) as times from ${tx(table)}
      where client_networks @> array[n.name] and created_at > clock_timestamp() - interval '1 day' and ${condition}) counted
    where n.cap <= counted.rows`;
  return tightest(full);
}
