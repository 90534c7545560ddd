import type { Sql } from 'postgres';
import { inTransaction } from '../database.ts';
import { agentsSince, endDoorsSince, endKeysSince, endSignInsSince } from './end-doors.ts';

/** A request that was let in before its session ended is over by then: the API waits 2.6 seconds, a lock less than that again. */
const LATE_SECONDS = 30;
/** Of one pass. */
const MOST = 50;

/**
 * Ends what a request that was under way made while an address was taken back: it was let in with a session that has ended since. What a
 * person makes later, after a mail and a new sign-in, stays.
 * @returns agents that were allowed then: the caller revokes them
 */
export async function endLateAccess(sql: Sql, now: number): Promise<string[]> {
  const undone = await sql<{ id: string; userId: string; since: Date; until: Date }[]>`
    select id, user_id as "userId", created_at as since, undone_at + ${LATE_SECONDS} * interval '1 second' as until
    from address_changes
    where late_ended_at is null and undone_at < clock_timestamp() - ${LATE_SECONDS} * interval '1 second'
    order by undone_at limit ${MOST}`;
  const principalIds: string[] = [];
  for (const { id, ...made } of undone)
    await inTransaction(sql, async (tx) => {
      await endKeysSince(tx, made, now);
      await endDoorsSince(tx, made);
      await endSignInsSince(tx, made);
      principalIds.push(...(await agentsSince(tx, made)));
      await tx`update address_changes set late_ended_at = clock_timestamp() where id = ${id}`;
    });
  return principalIds;
}
