import { v7 as uuidv7 } from 'uuid';
import { NETWORK_TIMES, UPCOMING_PER_MAIL_DOMAIN, UPCOMING_PER_NETWORK } from '../../domain/booking/upcoming-caps.ts';
import { type ByWidth, isPublicNetwork, type NetworkWidth, networksAround } from '../../domain/client-networks.ts';
import { networkHash, type Secrets } from '../../domain/secrets.ts';
import type { Queryable, Transaction } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';
import type { Challenge } from './challenges.ts';

/** Where a guest's booking comes from. */
export interface Origin {
  /** Hashes of the networks around the client. Empty: a private network, such as a proxy's, has no cap. */
  readonly networks: readonly { readonly hash: string; readonly width: NetworkWidth }[];
  /** The guest's mail domain, or the folded inbox at a mail provider; null: unknown. */
  readonly mailDomain: string | null;
  /** A code to the receiving inbox was entered. */
  readonly inboxProved: boolean;
  /** A code to the guest's own inbox was entered: such bookings do not count in their network. */
  readonly guestProved: boolean;
}

/** The origin of a booking by the challenge that it confirms. */
export const originOf = (secrets: Secrets, challenge: Challenge, guestProved: boolean): Origin => ({
  networks: isPublicNetwork(challenge.clientNetwork)
    ? networksAround(challenge.clientNetwork).map(({ name, width }) => ({ hash: networkHash(secrets, name), width }))
    : [],
  mailDomain: challenge.mailDomain,
  inboxProved: challenge.verificationRequired,
  guestProved,
});

/** The network or mail domain that has reached its cap of upcoming bookings with a host. */
export interface Exceeded {
  readonly networks: readonly string[];
  readonly mailDomains: readonly string[];
  /** Of the mail domains, those whose bookings of proved guests alone are too many. */
  readonly provedMailDomains: readonly string[];
  /** The smallest of these caps: of upcoming bookings of the host. */
  readonly limit: number;
}

interface OfHost {
  readonly workspaceId: string;
  readonly hostId: string;
}

/**
 * Stores that somebody wanted more bookings with a host than a cap allows, once for each incident: the sweep mails the host
 * (docs/decisions/booking.md#upcoming-bookings). Under the host's lock.
 */
export const recordFlood = (tx: Transaction, exceeded: Exceeded, host: OfHost) => tx`
  insert into booking_floods as f (id, workspace_id, host_id, networks, mail_domains, proved_mail_domains, opened_at, last_at)
  values (${uuidv7()}, ${host.workspaceId}, ${host.hostId}, ${[...exceeded.networks]}::text[], ${[...exceeded.mailDomains]}::text[],
    ${[...exceeded.provedMailDomains]}::text[], clock_timestamp(), clock_timestamp())
  on conflict (workspace_id, host_id) where closed_at is null do update set last_at = excluded.last_at,
    networks = array(select distinct unnest(f.networks || excluded.networks) limit 500),
    mail_domains = array(select distinct unnest(f.mail_domains || excluded.mail_domains) limit 500),
    proved_mail_domains = array(select distinct unnest(f.proved_mail_domains || excluded.proved_mail_domains) limit 500)`;

const WIDTHS = ['narrow', 'wide', 'widest'] as const satisfies readonly NetworkWidth[];

/** The caps and the counts of one host. */
interface Upcoming extends ByWidth {
  readonly ofNetwork: number;
  readonly ofDomain: number;
  readonly domain: number;
  readonly provedOfDomain: number;
}

/**
 * Of which networks and mail domain the host has so many upcoming bookings that another is too many; null: of none. For a guest who
 * proved the inbox, only bookings of such guests count: no stranger shuts a company out with invented addresses. Bookings that are being
 * cleared do not count. Under the host's lock; the query is sent before this returns.
 */
export async function readExceeded(
  tx: Transaction,
  { networks, mailDomain, guestProved }: Origin,
  { workspaceId, hostId }: OfHost,
): Promise<Exceeded | null> {
  const counted = guestProved ? [] : networks;
  if (counted.length === 0 && mailDomain === null) return null;
  const [narrow, wide, widest] = WIDTHS.map(
    (width) => counted.find((network) => network.width === width)?.hash ?? null,
  );
  const [row] = await tx<Upcoming[]>`
    select coalesce(w.upcoming_per_network, ${UPCOMING_PER_NETWORK}) as "ofNetwork",
      coalesce(w.upcoming_per_mail_domain, ${UPCOMING_PER_MAIL_DOMAIN}) as "ofDomain", n.*
    from workspaces w cross join (select
        count(*) filter (where not bookings.guest_proved and ${narrow ?? null} = any(o.networks))::int as narrow,
        count(*) filter (where not bookings.guest_proved and ${wide ?? null} = any(o.networks))::int as wide,
        count(*) filter (where not bookings.guest_proved and ${widest ?? null} = any(o.networks))::int as widest,
        count(*) filter (where o.mail_domain = ${mailDomain} and (bookings.guest_proved or not ${guestProved}::boolean))::int as domain,
        count(*) filter (where o.mail_domain = ${mailDomain} and bookings.guest_proved)::int as "provedOfDomain"
      from bookings join booking_origins o on o.booking_id = bookings.id
      where bookings.host_id = ${hostId} and bookings.workspace_id = ${workspaceId}
        and bookings.start_at > clock_timestamp() and ${isActiveIn(tx)} and o.cleared_flood_id is null) n
    where w.id = ${workspaceId}`;
  if (!row) return null;
  const capOf = (width: NetworkWidth): number => row.ofNetwork * NETWORK_TIMES[width];
  const over = counted.filter(({ width }) => row[width] >= capOf(width));
  const isDomainOver = mailDomain !== null && row.domain >= row.ofDomain;
  if (over.length === 0 && !isDomainOver) return null;
  const mailDomains = isDomainOver ? [mailDomain] : [];
  return {
    networks: over.map(({ hash }) => hash),
    mailDomains,
    provedMailDomains: row.provedOfDomain >= row.ofDomain ? mailDomains : [],
    limit: Math.min(...over.map(({ width }) => capOf(width)), ...(isDomainOver ? [row.ofDomain] : [])),
  };
}

/** Remembers where a booking came from, until its meeting is over. The booking is written or sent before. */
export const insertOrigin = (tx: Transaction, bookingId: string, origin: Origin, endMs: number) => tx`
  insert into booking_origins (booking_id, networks, mail_domain, inbox_proved, look_at)
  values (${bookingId}, ${origin.networks.map(({ hash }) => hash)}::text[], ${origin.mailDomain}, ${origin.inboxProved}, ${new Date(endMs)})`;

/**
 * Returns whether this agent has an upcoming booking for the guest and event. Both have proved the agent's inbox by a code: a stranger who only
 * names an agent neither blocks the guest's own agent nor learns of its booking (docs/decisions/booking.md#codes-and-strangers).
 */
export async function hasAgentBooking(
  sql: Queryable,
  { eventTypeId, guestEmail, agentEmail }: Record<'eventTypeId' | 'guestEmail' | 'agentEmail', string>,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from bookings join booking_origins o on o.booking_id = bookings.id
    where event_type_id = ${eventTypeId} and guest_email = ${guestEmail} and agent_email = ${agentEmail}
      and o.inbox_proved and start_at > clock_timestamp() and ${isActiveIn(sql)} limit 1`;
  return row !== undefined;
}
