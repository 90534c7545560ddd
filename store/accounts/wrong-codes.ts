import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import { networkHash, type Secrets } from '../../domain/secrets.ts';
import type { Transaction } from '../database.ts';
import { lockName } from '../locks.ts';

/** Wrong codes from one network in an hour of the clock, to all inboxes. People seldom type one wrong, even if many share a network. */
const WRONG_CODES_AN_HOUR: ByWidth = { narrow: 30, wide: 60, widest: 120 };

export interface TooManyWrongCodes {
  readonly refused: 'too_many_wrong_codes';
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

const countersOf = (secrets: Secrets, clientNetwork: string) =>
  networksAround(clientNetwork).map(({ name, width }) => ({
    hash: networkHash(secrets, name),
    limit: WRONG_CODES_AN_HOUR[width],
  }));

/** Guesses from one network are judged one after the other, so that many at once get no further tries. Lock it before the code. */
export const lockWrongCodes = (tx: Transaction, clientNetwork: string) =>
  lockName(tx, 'codeGuessesOfNetwork', networksAround(clientNetwork).at(-1)?.name ?? '');

/** undefined: the client's networks may send another wrong code. Under their lock. */
export async function exceededWrongCodes(
  tx: Transaction,
  secrets: Secrets,
  clientNetwork: string,
): Promise<TooManyWrongCodes | undefined> {
  const counters = countersOf(secrets, clientNetwork);
  const [full] = await tx<{ limit: number; retryAfterSeconds: number }[]>`
    select c.limit, greatest(1, ceil(extract(epoch from w.hour + interval '1 hour' - clock_timestamp())))::int as "retryAfterSeconds"
    from unnest(${counters.map(({ hash }) => hash)}::text[], ${counters.map(({ limit }) => limit)}::int[]) as c (hash, "limit")
    join wrong_codes w on w.network_hash = c.hash and w.hour = date_trunc('hour', clock_timestamp()) and w.guesses >= c.limit
    order by c.limit limit 1`;
  return full && { refused: 'too_many_wrong_codes', ...full };
}

/** Counts a wrong code against the client's networks. Under their lock. */
export const countWrongCode = (tx: Transaction, secrets: Secrets, clientNetwork: string) => tx`
  insert into wrong_codes as w (network_hash, hour, guesses)
  select hash, date_trunc('hour', clock_timestamp()), 1
  from unnest(${countersOf(secrets, clientNetwork).map(({ hash }) => hash)}::text[]) as hash
  on conflict (network_hash, hour) do update set guesses = w.guesses + 1`;
