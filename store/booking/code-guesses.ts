import { v7 as uuidv7 } from 'uuid';
import type { AttemptOutcome } from '../../domain/booking/attempt.ts';
import { rememberClient } from '../accounts/known-clients.ts';
import type { Queryable } from '../database.ts';
import { insertAttempt, type OpenedAttempt, openedAttempt, type TooManyAttempts } from './attempts.ts';
import type { BookingRequest, Challenge } from './challenges.ts';

/** Wrong codes until a challenge is burned: per client network, and in total. */
export const GUESSES_PER_CLIENT = 5;
const GUESSES_IN_ALL = 15;

interface GuessBy {
  readonly right: boolean;
  readonly clientNetwork: string;
}

/** The result of a guess; `client` is null if it is not allowed. */
interface CountedGuess {
  readonly client: number | null;
  readonly total: number | null;
}

/**
 * The steps of one guess, for the `with` of a statement that may act on it. A wrong guess costs, a right one does not. None is
 * allowed once the client or the challenge has used up its guesses, even when many arrive at once. Exception: a client that
 * used the right code and never guessed wrong is always allowed, so strangers cannot lock a guest out of a meeting.
 * `client` has a row exactly if the guess counts.
 */
function guessSteps(sql: Queryable, challenge: Challenge, { right, clientNetwork }: GuessBy) {
  const cost = right ? 0 : 1;
  return sql`
    challenge as (
      select id, issue_no, wrong_guesses, wrong_guesses < ${GUESSES_IN_ALL} or status = 'consumed' and exists (
        select from code_guesses where challenge_id = challenges.id and issue_no = challenges.issue_no
          and client_network = ${clientNetwork} and wrong = 0) as may_guess
      from challenges
      where id = ${challenge.id} and issue_no = ${challenge.issueNo} and status in ('open', 'consumed') for update
    ), client as (
      insert into code_guesses as g (challenge_id, issue_no, client_network, wrong)
      select id, issue_no, ${clientNetwork}, ${cost}::int from challenge where may_guess
      on conflict (challenge_id, issue_no, client_network)
        do update set wrong = g.wrong + ${cost}::int where g.wrong < ${GUESSES_PER_CLIENT}
          and (g.wrong = 0 or (select wrong_guesses from challenge) < ${GUESSES_IN_ALL})
      returning wrong
    ), counted as (
      update challenges c set wrong_guesses = c.wrong_guesses + ${cost}::int,
        status = case when c.status = 'open' and c.wrong_guesses + ${cost}::int >= ${GUESSES_IN_ALL} then 'burned' else c.status end
      from challenge where c.id = challenge.id and exists (select from client) and ${cost}::int > 0
      returning c.wrong_guesses
    ), guess as (
      select (select wrong from client) as client,
        coalesce((select wrong_guesses from counted), (select wrong_guesses from challenge)) as total
    )`;
}

/** How many more wrong codes this client may try. */
const guessesLeft = ({ client, total }: CountedGuess): number =>
  client === null ? 0 : Math.max(Math.min(GUESSES_PER_CLIENT - client, GUESSES_IN_ALL - (total ?? GUESSES_IN_ALL)), 0);

/** Counts a wrong guess. @returns how many more this client may try */
export async function countWrongGuess(sql: Queryable, challenge: Challenge, clientNetwork: string): Promise<number> {
  const steps = guessSteps(sql, challenge, { right: false, clientNetwork });
  const [row] = await sql<CountedGuess[]>`with ${steps} select client, total from guess`;
  return row ? guessesLeft(row) : 0;
}

export type Passed =
  | { readonly allowed: true; readonly attempt: OpenedAttempt<'confirm'> | TooManyAttempts }
  | { readonly allowed: false; readonly attemptsLeft: number };

interface AcceptedBy {
  readonly clientNetwork: string;
  /** Of the receiving inbox and the network (`clientHash`). */
  readonly clientHash: Buffer;
  readonly request: BookingRequest;
}

/** Accepts a right code and stores its request, in one statement. The client is known from now on. A code that is not accepted leaves no attempt. */
export async function acceptCode(
  sql: Queryable,
  challenge: Challenge,
  { clientNetwork, clientHash, request }: AcceptedBy,
): Promise<Passed> {
  const steps = guessSteps(sql, challenge, { right: true, clientNetwork });
  const attempt = { id: uuidv7(), bookingId: challenge.id, kind: 'confirm', request } as const;
  const [row] = await sql<(CountedGuess & { id: string | null; outcome: AttemptOutcome | null })[]>`
    with ${steps}, opened as (${insertAttempt(sql, attempt, sql`exists (select from client)`)}),
      known as (${rememberClient(sql, clientHash, sql`exists (select from client)`)})
    select guess.*, opened.id, opened.outcome from guess left join opened on true`;
  if (row?.client == null) return { allowed: false, attemptsLeft: row ? guessesLeft(row) : 0 };
  return {
    allowed: true,
    attempt: openedAttempt(attempt, row.id === null ? undefined : { id: row.id, outcome: row.outcome }),
  };
}

/** Returns whether this client has no guesses left for the current code. */
export async function isBurnedFor(sql: Queryable, challenge: Challenge, clientNetwork: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from code_guesses
    where challenge_id = ${challenge.id} and issue_no = ${challenge.issueNo} and client_network = ${clientNetwork}
      and wrong >= ${GUESSES_PER_CLIENT}`;
  return row !== undefined;
}
