import { requestHash } from '../../domain/secrets.ts';
import type { Queryable } from '../database.ts';
import type { ChallengeOwner } from './challenges.ts';
import { GUESSES_PER_CLIENT } from './code-guesses.ts';
import { CODE_LIFETIME_MS } from './code-requests.ts';

/**
 * Counts a wrong code for a guest, also if none is out, for a code's lifetime and like guesses at a fresh code: answers do not
 * reveal whether this guest has asked for a code.
 * @returns how many tries are left, for the answer
 */
export async function countUnmatchedGuess(
  sql: Queryable,
  { eventTypeId, guestEmail, receivingEmail }: ChallengeOwner,
  clientNetwork: string,
): Promise<number> {
  const owner = requestHash([eventTypeId, guestEmail.toLowerCase(), receivingEmail.toLowerCase()]);
  const [row] = await sql<{ wrong: number }[]>`
    insert into stray_guesses as s (owner_hash, client_network, wrong, since)
    values (${owner}, ${clientNetwork}, 1, clock_timestamp())
    on conflict (owner_hash, client_network) do update set
      wrong = case when s.since > excluded.since - ${CODE_LIFETIME_MS} * interval '1 millisecond'
        then least(s.wrong + 1, ${GUESSES_PER_CLIENT}) else 1 end,
      since = case when s.since > excluded.since - ${CODE_LIFETIME_MS} * interval '1 millisecond'
        then s.since else excluded.since end
    returning wrong`;
  return GUESSES_PER_CLIENT - (row?.wrong ?? GUESSES_PER_CLIENT);
}
