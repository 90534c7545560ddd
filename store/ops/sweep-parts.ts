import type { Sql } from 'postgres';

/** Counts failures in a row; a success sets them back to 0. */
export async function recordSweepPart(sql: Sql, name: string, hasSucceeded: boolean): Promise<void> {
  if (hasSucceeded)
    await sql`
      insert into sweep_parts (name, succeeded_at) values (${name}, clock_timestamp())
      on conflict (name) do update set succeeded_at = clock_timestamp(), failures = 0`;
  else
    await sql`
      insert into sweep_parts (name, failed_at, failures) values (${name}, clock_timestamp(), 1)
      on conflict (name) do update set failed_at = clock_timestamp(), failures = sweep_parts.failures + 1`;
}

/** A part that has just failed rests for a minute. */
export async function hasFailedLately(sql: Sql, name: string): Promise<boolean> {
  const rows = await sql`
    select 1 from sweep_parts where name = ${name} and failures > 0 and failed_at > clock_timestamp() - interval '1 minute'`;
  return rows.length > 0;
}

/** Whether a part that not every sweep does is to run: its last success is so long ago. */
export async function isPartDue(sql: Sql, name: string, everyMinutes: number): Promise<boolean> {
  const rows = await sql`
    select 1 from sweep_parts where name = ${name} and succeeded_at > clock_timestamp() - ${everyMinutes}::int * interval '1 minute'`;
  return rows.length === 0;
}
