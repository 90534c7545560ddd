import type { Sql } from 'postgres';
import { inTransaction, type Queryable, type Transaction } from './database.ts';

export const LINK_LIFETIME_MS = 15 * 60_000;
/** Of one address, whoever asks. */
const LINKS_PER_15_MINUTES = 5;
const LINKS_PER_DAY = 20;

/** A magic link to be: the token is derived from the id, here only its hash. */
export interface NewLink {
  readonly id: string;
  readonly email: string;
  readonly tokenHash: Buffer;
  readonly browserHash: Buffer;
  readonly returnTo: string;
  readonly timezone: string | null;
}

/** Stores a link that was asked for; false: the address has had enough of them, and none is made. */
export const openLink = (sql: Sql, link: NewLink): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${link.email.toLowerCase()}, 2))`;
    const [sent] = await tx<{ recent: number; day: number }[]>`
      select count(*) filter (where created_at > clock_timestamp() - interval '15 minutes')::int as recent,
        count(*)::int as day
      from sign_in_links where email = ${link.email} and created_at > clock_timestamp() - interval '1 day'`;
    if (!sent || sent.recent >= LINKS_PER_15_MINUTES || sent.day >= LINKS_PER_DAY) return false;
    await tx`
      insert into sign_in_links (id, email, token_hash, browser_hash, return_to, timezone, created_at, expires_at)
      values (${link.id}, ${link.email}, ${link.tokenHash}, ${link.browserHash}, ${link.returnTo}, ${link.timezone},
        clock_timestamp(), clock_timestamp() + ${LINK_LIFETIME_MS} * interval '1 millisecond')`;
    return true;
  });

export interface SignInLink {
  readonly email: string;
  readonly browserHash: Buffer;
  readonly state: 'open' | 'used' | 'expired';
}

/** The link of a token as it stands; undefined: there is none. */
export async function findLink(sql: Queryable, tokenHash: Buffer): Promise<SignInLink | undefined> {
  const [link] = await sql<SignInLink[]>`
    select email::text, browser_hash as "browserHash",
      case when used_at is not null then 'used' when expires_at <= clock_timestamp() then 'expired' else 'open' end as state
    from sign_in_links where token_hash = ${tokenHash}`;
  return link;
}

/** Uses a link up; undefined: it was used, is too old, or never was. Of two at once one gets it. */
export async function consumeLink(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<{ readonly email: string; readonly returnTo: string; readonly timezone: string | null } | undefined> {
  const [link] = await tx<{ email: string; returnTo: string; timezone: string | null }[]>`
    update sign_in_links set used_at = clock_timestamp()
    where token_hash = ${tokenHash} and used_at is null and expires_at > clock_timestamp()
    returning email::text, return_to as "returnTo", timezone`;
  return link;
}

/** The address that a link goes to and the minutes it has left; undefined: nobody could use it any more. */
export async function readLinkToMail(
  sql: Queryable,
  linkId: string,
): Promise<{ readonly email: string; readonly minutesLeft: number } | undefined> {
  const [link] = await sql<{ email: string; minutesLeft: number }[]>`
    select email::text, greatest(1, round(extract(epoch from expires_at - clock_timestamp()) / 60))::int as "minutesLeft"
    from sign_in_links where id = ${linkId} and used_at is null and expires_at > clock_timestamp()`;
  return link;
}

export async function markLinkMailed(sql: Queryable, linkId: string): Promise<void> {
  await sql`update sign_in_links set mailed_at = coalesce(mailed_at, clock_timestamp()) where id = ${linkId}`;
}

/** No mail reaches the address: the link ends, so that nobody tries again. */
export async function dropLink(sql: Queryable, linkId: string): Promise<void> {
  await sql`update sign_in_links set expires_at = least(expires_at, clock_timestamp()) where id = ${linkId}`;
}
