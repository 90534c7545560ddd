import type { BookableEvent } from '../../domain/bookable/bookable-event.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { DEFAULT_LANGUAGE, type Language, languageOfRow } from '../../texts/languages.ts';
import { type EventAddress, eventTypeAt } from '../bookable/bookable-events.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Row } from '../rows.ts';

export interface Challenge {
  readonly id: string;
  readonly workspaceId: string;
  readonly eventTypeId: string;
  readonly guestEmail: string;
  readonly receivingEmail: string;
  readonly status: 'open' | 'consumed' | 'expired' | 'burned' | 'undeliverable';
  readonly verificationRequired: boolean;
  readonly issueNo: number;
  readonly issuedMs: number;
  readonly accepted: boolean;
  readonly expiresMs: number;
  readonly agentEmail: string | null;
  readonly guestTimezone: string | null;
  readonly startMs: number | null;
  readonly bookingId: string | null;
  /** The opener's. */
  readonly clientNetwork: string;
  /** The guest's, or the folded inbox at a mail provider; null: unknown. */
  readonly mailDomain: string | null;
  /** Of the last web page that asked; else English. */
  readonly language: Language;
  /** Of the same page, such as US; null: not named. */
  readonly region: string | null;
  /** By the database's clock. */
  readonly late: boolean;
  /** The event is a team's. */
  readonly ofTeam: boolean;
}

/** A booking request for the activity. Answers are already checked. */
export interface BookingRequest {
  readonly startMs: number;
  readonly invitee: { readonly email: string; readonly name: string | null; readonly timezone: string };
  readonly answers: readonly { key: string; label: string; value: unknown; display: string }[];
  readonly guests: readonly string[];
  readonly agentEmail: string | null;
  readonly idempotencyKey: string | null;
  readonly source: BookingSource;
}

export interface ChallengeOwner {
  readonly eventTypeId: string;
  readonly guestEmail: string;
  readonly receivingEmail: string;
}

/** A guest asks for a code. */
export interface CodeRequest extends ChallengeOwner {
  readonly event: BookableEvent;
  readonly guestName: string | null;
  readonly agentEmail: string | null;
  readonly guestTimezone: string | null;
  readonly clientNetwork: string;
  /** Of the receiving inbox and the client's network (`clientHash`): known if it has proved the inbox. */
  readonly clientHash: Buffer;
  /** The guest's mail domain, or the folded inbox at a mail provider, for the cap of upcoming bookings; null: unknown. */
  readonly mailDomain: string | null;
  readonly source: BookingRequest['source'];
  readonly verificationRequired: boolean;
  /** Of the asking web page; others have none. */
  readonly language?: Language | undefined;
  readonly region?: string | undefined;
  /** The slot to hold, if one was named. */
  readonly startMs: number | null;
  /** GET otp: the whole booking, and the hash of the token of its confirmUrl for a challenge of this id. */
  readonly confirm: { readonly request: BookingRequest; readonly tokenHashOf: (challengeId: string) => Buffer } | null;
  /** A GET repeats; only a POST asks for a new code. */
  readonly mayResend: boolean;
}

/** Columns that a challenge has as they are. */
type SharedColumn = Exclude<keyof Row<'challenges'> & keyof Challenge, 'language'>;

interface ChallengeRow
  extends Row<'challenges', SharedColumn | 'language' | 'issuedAt' | 'acceptedAt' | 'expiresAt' | 'startAt'> {
  readonly late: boolean;
  readonly ofTeam: boolean;
}

const columns = (sql: Queryable) => sql`
  id, workspace_id as "workspaceId", event_type_id as "eventTypeId", guest_email::text as "guestEmail", receiving_email::text as "receivingEmail", status, verification_required as "verificationRequired", issue_no as "issueNo",
  issued_at as "issuedAt", accepted_at as "acceptedAt", expires_at as "expiresAt", agent_email::text as "agentEmail", guest_timezone as "guestTimezone", start_at as "startAt", booking_id as "bookingId", client_network as "clientNetwork", mail_domain as "mailDomain", language, region,
  expires_at <= clock_timestamp() as late,
  (select e.team_id is not null from event_types e where e.id = challenges.event_type_id) as "ofTeam"`;

const toChallenge = ({ issuedAt, acceptedAt, expiresAt, startAt, language, ...row }: ChallengeRow): Challenge => ({
  ...row,
  issuedMs: issuedAt.getTime(),
  accepted: acceptedAt !== null,
  expiresMs: expiresAt.getTime(),
  startMs: startAt?.getTime() ?? null,
  language: languageOfRow(language),
});

const optional = (rows: readonly ChallengeRow[]): Challenge | undefined => rows[0] && toChallenge(rows[0]);

/** The challenge that a guest's code is for: the open one, else the latest. */
export const findChallenge = async (
  sql: Queryable,
  { workspace, username, eventSlug }: EventAddress,
  owner: Omit<ChallengeOwner, 'eventTypeId'>,
): Promise<Challenge | undefined> =>
  optional(
    await sql<ChallengeRow[]>`
      select ${columns(sql)} from challenges
      where event_type_id = (${eventTypeAt(sql, { workspace, username, eventSlug })})
        and guest_email = ${owner.guestEmail} and receiving_email = ${owner.receivingEmail}
      order by (status = 'open') desc, created_at desc limit 1`,
  );

/** A challenge with the booking request of one of its confirmUrls. */
export type ChallengeWithRequest = Challenge & { readonly request: BookingRequest };

/** The target of a confirmUrl. */
export async function findChallengeByToken(sql: Queryable, hash: Buffer): Promise<ChallengeWithRequest | undefined> {
  const [row] = await sql<(ChallengeRow & { request: BookingRequest })[]>`
    select ${columns(sql)}, link.request from challenges
    join (select challenge_id, request from confirm_requests where token_hash = ${hash}) link on link.challenge_id = id`;
  return row && { ...toChallenge(row), request: row.request };
}

export const readChallenge = async (sql: Queryable, id: string): Promise<Challenge | undefined> =>
  optional(await sql<ChallengeRow[]>`select ${columns(sql)} from challenges where id = ${id}`);

/** Sent before this returns: locks that are sent later are taken later. */
export const lockChallenge = async (tx: Transaction, id: string): Promise<Challenge | undefined> =>
  optional(await tx<ChallengeRow[]>`select ${columns(tx)} from challenges where id = ${id} for update`.execute());

export const lockOpenChallenge = async (tx: Transaction, owner: ChallengeOwner): Promise<Challenge | undefined> =>
  optional(
    await tx<ChallengeRow[]>`
      select ${columns(tx)} from challenges
      where event_type_id = ${owner.eventTypeId} and guest_email = ${owner.guestEmail}
        and receiving_email = ${owner.receivingEmail} and status = 'open'
      for update`,
  );

/** Later mails are in this language, with dates of this region. */
export async function setChallengeLanguage(
  sql: Queryable,
  challenge: Challenge,
  {
    language = DEFAULT_LANGUAGE,
    region = null,
  }: { language?: Language | undefined; region?: string | null | undefined },
): Promise<void> {
  if (language === challenge.language && region === challenge.region) return;
  await sql`update challenges set language = ${language}, region = ${region} where id = ${challenge.id} and status = 'open'`;
}

/** The mailbox or the provider has accepted the mail with this issue's code. */
export const markCodeAccepted = (sql: Queryable, id: string, issueNo: number) => sql`
  update challenges set accepted_at = clock_timestamp() where id = ${id} and issue_no = ${issueNo} and accepted_at is null`;

/** The code made a booking, or found it. */
export const consumeChallenge = (tx: Transaction, id: string, bookingId: string) => tx`
  update challenges set status = 'consumed', booking_id = ${bookingId} where id = ${id} and status = 'open'`;
