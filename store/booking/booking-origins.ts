import { v7 as uuidv7 } from 'uuid';
import { type ByWidth, isPublicNetwork, type NetworkWidth, networksAround } from '../../domain/client-networks.ts';
import { networkHash, type Secrets } from '../../domain/secrets.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Challenge } from './challenges.ts';
import { isLiveIn } from './live-bookings.ts';

/** How many times the cap of one network a wider one may use up. */
const TIMES: ByWidth = { narrow: 1, wide: 2, widest: 4 };

/** Where a guest's booking comes from. */
export interface Origin {
  /** Hashes of the networks around the client. Empty: a private network, such as a proxy's, has no cap. */
  readonly networks: readonly { readonly hash: string; readonly width: NetworkWidth }[];
  readonly mailDomain: string | null;
  /** A code to the receiving inbox was entered. */
  readonly inboxProved: boolean;
}

/** The origin of a booking by the challenge that it confirms. */
export const originOf = (secrets: Secrets, challenge: Challenge): Origin => ({
  networks: isPublicNetwork(challenge.clientNetwork)
    ? networksAround(challenge.clientNetwork).map(({ name, width }) => ({ hash: networkHash(secrets, name), width }))
    : [],
  mailDomain: challenge.mailDomain,
  inboxProved: challenge.verificationRequired,
});

/** What has reached its cap of upcoming bookings with a host. */
interface Exceeded {
  readonly networks: readonly string[];
  readonly mailDomains: readonly string[];
}

interface OfHost {
  readonly workspaceId: string;
  readonly hostId: string;
}

/**
 * Whether the host has so many upcoming bookings from one network, or of one mail domain, that another is too many; null: no. Then the
 * incident is stored, once for each workspace and host, and its flow mails the host (decision 0094). Under the host's lock.
 */
export async function isOverUpcomingCap(tx: Transaction, origin: Origin, host: OfHost): Promise<boolean> {
  const exceeded = await readExceeded(tx, origin, host);
  if (exceeded.networks.length === 0 && exceeded.mailDomains.length === 0) return false;
  await tx`
    insert into booking_floods as f (id, workspace_id, host_id, networks, mail_domains, opened_at, last_at)
    values (${uuidv7()}, ${host.workspaceId}, ${host.hostId}, ${[...exceeded.networks]}::text[], ${[...exceeded.mailDomains]}::text[],
      clock_timestamp(), clock_timestamp())
    on conflict (workspace_id, host_id) where closed_at is null do update set last_at = excluded.last_at,
      networks = array(select distinct unnest(f.networks || excluded.networks) limit 500),
      mail_domains = array(select distinct unnest(f.mail_domains || excluded.mail_domains) limit 500)`;
  return true;
}

async function readExceeded(
  tx: Transaction,
  { networks, mailDomain }: Origin,
  { workspaceId, hostId }: OfHost,
): Promise<Exceeded> {
  const hashes = networks.map(({ hash }) => hash);
  const rows = await tx<
    { ofNetwork: number | null; ofDomain: number | null; networks: string[] | null; domain: boolean }[]
  >`
    select w.upcoming_per_network as "ofNetwork", w.upcoming_per_mail_domain as "ofDomain",
      o.networks, coalesce(o.mail_domain = ${mailDomain}, false) as domain
    from workspaces w
    left join (select o.networks, o.mail_domain from bookings join booking_origins o on o.booking_id = bookings.id
      where bookings.host_id = ${hostId} and bookings.workspace_id = ${workspaceId}
        and bookings.start_at > clock_timestamp() and ${isLiveIn(tx)}
        and (o.networks && ${hashes}::text[] or o.mail_domain = ${mailDomain})) o on true
    where w.id = ${workspaceId}`;
  const { ofNetwork = null, ofDomain = null } = rows[0] ?? {};
  const over = networks.filter(
    ({ hash, width }) =>
      ofNetwork !== null && rows.filter((row) => row.networks?.includes(hash)).length >= ofNetwork * TIMES[width],
  );
  const isDomainOver = mailDomain !== null && ofDomain !== null && rows.filter((row) => row.domain).length >= ofDomain;
  return { networks: over.map(({ hash }) => hash), mailDomains: isDomainOver ? [mailDomain] : [] };
}

/** Remembers where a booking came from, until its meeting is over. The booking is written or sent before. */
export const insertOrigin = (tx: Transaction, bookingId: string, origin: Origin, endMs: number) => tx`
  insert into booking_origins (booking_id, networks, mail_domain, inbox_proved, look_at)
  values (${bookingId}, ${origin.networks.map(({ hash }) => hash)}::text[], ${origin.mailDomain}, ${origin.inboxProved}, ${new Date(endMs)})`;

/**
 * Whether this agent has an upcoming booking for the guest and event. Both have proved the agent's inbox by a code: a stranger who only
 * names an agent neither blocks the guest's own agent nor learns of its booking (decision 0095).
 */
export async function hasAgentBooking(
  sql: Queryable,
  { eventTypeId, guestEmail, agentEmail }: Record<'eventTypeId' | 'guestEmail' | 'agentEmail', string>,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from bookings join booking_origins o on o.booking_id = bookings.id
    where event_type_id = ${eventTypeId} and guest_email = ${guestEmail} and agent_email = ${agentEmail}
      and o.inbox_proved and start_at > clock_timestamp() and ${isLiveIn(sql)} limit 1`;
  return row !== undefined;
}
