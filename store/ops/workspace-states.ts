import type { Sql } from 'postgres';

/** The day from which on each of some workspaces is erased; null: it is in use. Those that are gone are left out. */
export async function workspaceStates(sql: Sql, ids: readonly string[]): Promise<Map<string, Date | null>> {
  const rows = await sql<{ id: string; eraseAt: Date | null }[]>`
    select id, erase_at as "eraseAt" from workspaces where id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, eraseAt }) => [id, eraseAt]));
}
