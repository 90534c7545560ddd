import type { PendingQuery, Row, Sql } from 'postgres';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { DEFAULT_LANGUAGE, type Language, languageOfRow } from '../../texts/languages.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { lockName } from '../locks.ts';
import { usedUpByNetworks } from '../mail/network-caps.ts';
import { noteMail } from '../mail/outbox.ts';
import { isKnownClient } from './known-clients.ts';
import { ownLanguage } from './mail-reader.ts';

export const LINK_LIFETIME_MS = 15 * 60_000;
/** A wider network has more people, and one customer may have all of it. */
const byWidth = (narrow: number): ByWidth => ({ narrow, wide: 2 * narrow, widest: 4 * narrow });
/** For one inbox (folded address) and one client network: a stranger's requests use up nothing of the owner's quota. */
const LINKS_PER_15_MINUTES = byWidth(5);
const LINKS_PER_DAY = byWidth(20);
/** For one inbox, in total. A browser or network that has signed this address in before is not bound by it (docs/decisions/booking.md#codes-and-strangers). */
const LINKS_PER_ADDRESS_AND_DAY = 60;
/** For one client network, to all addresses. */
const LINKS_PER_NETWORK_AND_DAY = byWidth(100);

/** A link to store. The token is derived from the id; only its hash is here. */
export interface NewLink {
  readonly id: string;
  readonly email: string;
  readonly tokenHash: Buffer;
  readonly browserHash: Buffer;
  readonly returnTo: string;
  readonly timezone: string | null;
  /** Of the page. */
  readonly language: Language;
  /** The requesting client's. */
  readonly clientNetwork: string;
  /** Of the address with the browser, and with the network (`clientHash`): known if they have signed it in before. */
  readonly clientHashes: readonly Buffer[];
}

/**
 * Stores a link and its mail, which has the same id. False: the quota of the address or the client network is used up, and the link is stored
 * as one that counts for nothing and has ended: its mail never leaves. The work is the same.
 */
export const openLink = (sql: Sql, link: NewLink): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    // Always the address first, then the network: two concurrent calls cannot deadlock.
    await lockName(tx, 'signInAddress', foldedAddress(link.email));
    await lockName(tx, 'signInNetwork', networksAround(link.clientNetwork).at(-1)?.name ?? '');
    const isOver = await hadEnough(tx, link);
    const networks = isOver ? [] : networksAround(link.clientNetwork).map(({ name }) => name);
    await tx`
      insert into sign_in_links (id, email, inbox, token_hash, browser_hash, return_to, timezone, language, client_network, client_networks,
        created_at, expires_at)
      values (${link.id}, ${link.email}, ${isOver ? null : foldedAddress(link.email)}, ${link.tokenHash}, ${link.browserHash}, ${link.returnTo},
        ${link.timezone}, ${link.language}, ${link.clientNetwork}, ${networks}::text[], clock_timestamp(),
        clock_timestamp() + ${isOver ? 0 : LINK_LIFETIME_MS} * interval '1 millisecond')`;
    await noteMail(tx, { id: link.id, kind: 'sign_in_link', facts: null });
    return !isOver;
  });

/** Under the locks of the inbox and of the network. */
async function hadEnough(tx: Transaction, { email, clientNetwork, clientHashes }: NewLink): Promise<boolean> {
  const ofInbox = tx`inbox = ${foldedAddress(email)}`;
  const usedUp = (caps: ByWidth, condition?: PendingQuery<Row[]>) =>
    usedUpByNetworks(tx, 'sign_in_links', { clientNetwork, caps }, condition);
  const [[counted], isKnown, ...full] = await Promise.all([
    tx<[{ mails: number }]>`
      select count(*)::int as mails from sign_in_links where ${ofInbox} and created_at > clock_timestamp() - interval '1 day'`,
    isKnownClient(tx, clientHashes),
    usedUp(LINKS_PER_15_MINUTES, tx`${ofInbox} and created_at > clock_timestamp() - interval '15 minutes'`),
    usedUp(LINKS_PER_DAY, ofInbox),
    usedUp(LINKS_PER_NETWORK_AND_DAY),
  ]);
  return (!isKnown && counted.mails >= LINKS_PER_ADDRESS_AND_DAY) || full.some((cap) => cap !== null);
}

export interface SignInLink {
  readonly email: string;
  readonly browserHash: Buffer;
  readonly state: 'open' | 'used' | 'expired';
}

/** The link of a token; undefined: there is none. */
export async function findLink(sql: Queryable, tokenHash: Buffer): Promise<SignInLink | undefined> {
  const [link] = await sql<SignInLink[]>`
    select email::text, browser_hash as "browserHash",
      case when used_at is not null then 'used' when expires_at <= clock_timestamp() then 'expired' else 'open' end as state
    from sign_in_links where token_hash = ${tokenHash}`;
  return link;
}

export interface UsedLink {
  readonly email: string;
  /** The browser that asked for it. */
  readonly browserHash: Buffer;
  readonly returnTo: string;
  readonly timezone: string | null;
}

/**
 * Uses a link up, and ends the others of its address. undefined: it is used, expired or unknown. Of concurrent calls for one
 * address, one works.
 */
export async function consumeLink(tx: Transaction, tokenHash: Buffer): Promise<UsedLink | undefined> {
  // All in one order: two concurrent calls cannot deadlock.
  await tx`
    select 1 from sign_in_links
    where email = (select email from sign_in_links where token_hash = ${tokenHash})
      and used_at is null and expires_at > clock_timestamp()
    order by id for update`;
  const [link] = await tx<UsedLink[]>`
    update sign_in_links set used_at = clock_timestamp()
    where token_hash = ${tokenHash} and used_at is null and expires_at > clock_timestamp()
    returning email::text, browser_hash as "browserHash", return_to as "returnTo", timezone`;
  if (!link) return undefined;
  await tx`
    update sign_in_links set expires_at = clock_timestamp()
    where email = ${link.email} and used_at is null and expires_at > clock_timestamp()`;
  return link;
}

/** The address of a link, its person's language, else that of the page, and the minutes it has left; undefined: it is used or expired. */
export async function readLinkToMail(
  sql: Queryable,
  linkId: string,
): Promise<{ readonly email: string; readonly minutesLeft: number; readonly language: Language } | undefined> {
  const [link] = await sql<{ email: string; minutesLeft: number; language: string | null }[]>`
    select l.email::text, coalesce(${ownLanguage(sql)}, l.language) as language,
      greatest(1, round(extract(epoch from l.expires_at - clock_timestamp()) / 60))::int as "minutesLeft"
    from sign_in_links l left join users u on u.email = l.email
    where l.id = ${linkId} and l.used_at is null and l.expires_at > clock_timestamp()`;
  return link && { ...link, language: languageOfRow(link.language ?? DEFAULT_LANGUAGE) };
}

/** The address takes no mail: ends the link. */
export async function dropLink(sql: Queryable, linkId: string): Promise<void> {
  await sql`update sign_in_links set expires_at = least(expires_at, clock_timestamp()) where id = ${linkId}`;
}
