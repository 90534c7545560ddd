import { json, type Queryable, type Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import type { Refuse } from '../refusal.ts';
import type { Challenge, CodeRequest } from './challenges.ts';

/** Links per challenge: for one client network, so that a stranger can't use up the guest's, and in total. */
const LINKS_PER_CLIENT = 20;
const LINKS_IN_ALL = 200;

/**
 * Stores a booking request under the token of its confirmUrl, as long as the challenge is kept. A repeated request has the same link;
 * another request has another link. Both work until the code is used. Under the challenge's lock.
 */
export async function rememberRequest(
  tx: Transaction,
  challenge: Challenge,
  {
    guestTimezone,
    clientNetwork,
    request,
    tokenHashOf,
  }: Pick<CodeRequest, 'guestTimezone' | 'clientNetwork'> & NonNullable<CodeRequest['confirm']>,
  refuse: Refuse<TooManyLinks>,
): Promise<void> {
  const hash = tokenHashOf(challenge.id);
  const [kept] = await tx`
    with known as (
      select from confirm_requests where token_hash = ${hash}
    ), counts as (
      select count(*) filter (where client_network = ${clientNetwork}) as client, count(*) as total
      from confirm_requests where challenge_id = ${challenge.id}
    ), added as (
      insert into confirm_requests (token_hash, challenge_id, client_network, request, created_at)
      select ${hash}, ${challenge.id}, ${clientNetwork}, ${json(tx, request)}, clock_timestamp() from counts
      where client < ${LINKS_PER_CLIENT} and total < ${LINKS_IN_ALL} and not exists (select from known)
      returning 1
    )
    select 1 from known union all select 1 from added`;
  if (!kept) {
    const retryAfterSeconds = Math.max(1, Math.ceil((challenge.expiresMs - (await clockMs(tx))) / 1_000));
    refuse({ refused: 'too_many_links', limit: LINKS_PER_CLIENT, retryAfterSeconds });
  }
  // The mail names the slot of the client that opened the challenge.
  if (challenge.clientNetwork !== clientNetwork) return;
  await tx`
    update challenges set start_at = ${new Date(request.startMs)}, guest_timezone = ${guestTimezone}
    where id = ${challenge.id}`;
}

export interface TooManyLinks {
  readonly refused: 'too_many_links';
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

/**
 * The booking that this very link made or found. Other links of the same guest do not show it: anyone may have asked for one.
 */
export async function findMadeBooking(sql: Queryable, hash: Buffer): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select a.outcome ->> 'bookingId' as id from confirm_requests link
    join attempts a on a.booking_id = link.challenge_id and a.kind = 'confirm' and a.request = link.request
    where link.token_hash = ${hash} and a.outcome ->> 'result' = 'done' limit 1`;
  return row?.id;
}
