import type { Queryable } from '../database.ts';

/**
 * Takes the next free moment of a registry's server, of all workers together.
 * @returns how long until then, in milliseconds; null: longer than `mostWaitMs`, so none was taken
 */
export async function takeRegistryTurn(
  sql: Queryable,
  server: string,
  { intervalMs, mostWaitMs }: { readonly intervalMs: number; readonly mostWaitMs: number },
): Promise<number | null> {
  const interval = sql`${intervalMs} * interval '1 millisecond'`;
  const [row] = await sql<{ waitMs: number }[]>`
    insert into registry_turns as r (server, next_at) values (${server}, clock_timestamp() + ${interval})
    on conflict (server) do update set next_at = greatest(r.next_at, clock_timestamp()) + ${interval}
      where r.next_at <= clock_timestamp() + ${mostWaitMs} * interval '1 millisecond'
    returning (extract(epoch from next_at - ${interval} - clock_timestamp()) * 1000)::float8 as "waitMs"`;
  return row ? Math.max(row.waitMs, 0) : null;
}
