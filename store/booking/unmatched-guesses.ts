import { requestHash } from '../../domain/secrets.ts';
import type { Queryable } from '../database.ts';
import type { ChallengeOwner } from './challenges.ts';
import { GUESSES_PER_CLIENT } from './code-guesses.ts';
import { CODE_LIFETIME_MS } from './code-requests.ts';

/**
 * Counts a wrong code for a guest, whether one is out or not, for as long as a code would live and as wrong guesses at a
 * fresh code are counted: no answer, nor two of them, then tells whether this guest has asked for one.
 * @returns how many tries are left, as it will be told
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
