/** A database as it is after years of use, of any size, such as a million bookings of 10,000 hosts. */
import type { Sql } from 'postgres';
import { FUNCTIONS, MEETINGS, PEOPLE, type Size, TRACES, WEBHOOKS } from './grown-rows.ts';

/** Ids of seeded rows; the kinds are in grown-rows.ts. */
export const seedId = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/**
 * Fills a migrated, empty database. Needs a superuser: it turns triggers and foreign keys off, so that it takes minutes
 * and not hours. The rows are those that the product writes; checks and constraints hold.
 */
export async function fillDatabase(sql: Sql, size: Size, say: (line: string) => void = () => {}): Promise<void> {
  const connection = await sql.reserve();
  try {
    await connection`
      select set_config('session_replication_role', 'replica', false), set_config('statement_timeout', '0', false),
        set_config('lock_timeout', '0', false)`;
    await connection.unsafe(FUNCTIONS);
    const statements = [PEOPLE, MEETINGS, TRACES, WEBHOOKS].flatMap((rows) => rows(size));
    for (const statement of statements) {
      const begun = performance.now();
      const { count } = await connection.unsafe(statement);
      say(`${count} rows in ${Math.round(performance.now() - begun)} ms: ${statement.trim().slice(0, 40)}`);
    }
    // As autovacuum leaves it: statistics, and pages known to be visible to all.
    await connection`vacuum analyze`;
  } finally {
    await connection`reset all`;
    connection.release();
  }
}

export type { Size };

/** The size that the lists, the sweep and retention are measured at. */
export const GROWN: Size = { bookings: 1_000_000, hosts: 10_000, shared: 1_000 };

/** One workspace with as many rows for each host as in {@link GROWN}, or more, and few others. It fills each page that {@link GROWN} fills. */
export const SMALL: Size = { bookings: 60_000, hosts: 210, shared: 60 };
