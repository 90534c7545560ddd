import type { Sql } from 'postgres';
import { inTransaction } from '../database.ts';
import { agentsSince, endMadeSince, type MadeSince } from './end-doors.ts';

/**
 * What is made later is not of a request that was let in before its session ended: the API waits 2.6 seconds, a statement 5 at most. Nobody
 * gets a mail, signs in and makes something in less.
 */
const IN_FLIGHT_SECONDS = 10;
/** By then such a request has committed what it made. */
const LATE_SECONDS = 30;
/** Of one pass. */
const MOST = 50;

interface Undone extends MadeSince {
  readonly id: string;
}

/**
 * Ends what a request that was under way made while an address was taken back: it was let in with a session that has ended since. What a
 * person makes later, after a mail and a new sign-in, stays, however late the pass is and however often it is made. A change that fails holds up no other, and is tried again at the next pass.
 * @param revoke ends an agent that was allowed then; it may be called again for the same one
 * @throws the first failure, after all were tried
 */
export async function endLateAccess(
  sql: Sql,
  now: number,
  revoke: (agentId: string) => Promise<unknown>,
): Promise<void> {
  const undone = await sql<Undone[]>`
    select id, user_id as "userId", created_at as since, undone_at + ${IN_FLIGHT_SECONDS} * interval '1 second' as until
    from address_changes
    where late_ended_at is null and undone_at < clock_timestamp() - ${LATE_SECONDS} * interval '1 second'
    order by undone_at limit ${MOST}`;
  const failures: unknown[] = [];
  for (const one of undone) await endLate(sql, one, { now, revoke }).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function endLate(
  sql: Sql,
  made: Undone,
  { now, revoke }: { readonly now: number; readonly revoke: (agentId: string) => Promise<unknown> },
): Promise<void> {
  const agentIds = await inTransaction(sql, async (tx) => {
    await endMadeSince(tx, made, now);
    return agentsSince(tx, made);
  });
  for (const agentId of agentIds) await revoke(agentId);
  // Last: a pass that dies before is made again.
  await sql`update address_changes set late_ended_at = clock_timestamp() where id = ${made.id}`;
}
