import type { Sql } from 'postgres';
import { endMadeSince, type MadeSince, type RevokeAgent } from '../access/end-made-since.ts';
import { inTransaction } from '../database.ts';

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
 * @param revokeAgent ends an agent that was allowed then
 * @throws the first failure, after all were tried
 */
export async function endLateAccess(sql: Sql, now: number, revokeAgent: RevokeAgent): Promise<void> {
  const undone = await sql<Undone[]>`
    select id, user_id as "userId", created_at as since, undone_at + ${IN_FLIGHT_SECONDS} * interval '1 second' as until
    from address_changes
    where late_ended_at is null and undone_at < clock_timestamp() - ${LATE_SECONDS} * interval '1 second'
    order by undone_at limit ${MOST}`;
  const failures: unknown[] = [];
  for (const one of undone)
    await endLate(sql, one, { now, revokeAgent }).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const endLate = (
  sql: Sql,
  made: Undone,
  { now, revokeAgent }: { readonly now: number; readonly revokeAgent: RevokeAgent },
): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const by = { actor: { kind: 'session', userId: made.userId, username: 'host' }, source: 'web' } as const;
    await endMadeSince(tx, made, { now, by, revokeAgent });
    await tx`update address_changes set late_ended_at = clock_timestamp() where id = ${made.id}`;
  });
