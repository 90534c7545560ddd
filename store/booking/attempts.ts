import type { Row as AnyRow, PendingQuery } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { ActedBy } from '../../domain/booking/actors.ts';
import type {
  AttemptKind,
  AttemptOutcome,
  CapReason,
  RefusalReason,
  RefusingCap,
} from '../../domain/booking/attempt.ts';
import { requestHash } from '../../domain/secrets.ts';
import { type HeldSlot, heldSlot } from '../calendars/live-check.ts';
import { json, type Queryable, type Transaction } from '../database.ts';
import type { Row } from '../rows.ts';
import type { BookingRequest } from './challenges.ts';

/** The request of each kind of attempt. `atRevision` separates a request from the same one before a change. */
export interface AttemptRequests {
  confirm: BookingRequest;
  /** `endMs`: the host has moved the event in their calendar, where it may be longer or shorter. */
  reschedule: {
    readonly startMs: number;
    readonly endMs?: number;
    /** The guest's IANA zone from this move on; absent: as before, and in every move by the host. */
    readonly timezone?: string;
    readonly atRevision: number;
    /** The host's word to the guest. */
    readonly reason?: string;
    readonly source: string;
  } & HostsAct;
  cancel: {
    readonly reason: string | null;
    readonly actor: 'guest' | 'not_me' | 'host';
    readonly source: string;
  } & HostsAct;
  /** `startMs`: the time that the host saw; `atRevision`: of the request. Without `source`: by the link in a mail. */
  decide: {
    readonly decision: 'approve' | 'decline';
    readonly reason: string | null;
    readonly startMs: number;
    readonly atRevision: number;
    readonly source?: string;
  } & HostsAct;
  open: HostBookingRequest;
  /** `noShow` false: it is taken back. Attempts of older versions have neither this nor `atRevision`. */
  markNoShow: {
    readonly noShow?: boolean;
    readonly atRevision?: number;
    readonly source: string;
    readonly by: ActedBy;
  };
}

/** Set if the host's side acts with a key or a session; absent: a guest, or the link in a mail. */
interface HostsAct {
  readonly by?: ActedBy;
}

/** A booking by the host's side for a guest. */
export interface HostBookingRequest {
  readonly workspaceId: string;
  readonly eventTypeId: string;
  readonly booking: BookingRequest;
  readonly by: ActedBy;
  /** With a test key: mails are stored and never sent. */
  readonly testMode: boolean;
  /** Of the call, for the caps of mails; null: a connected app's, whose cloud many people share. Missing in requests of older versions. */
  readonly clientNetwork?: string | null;
}

export interface Attempt<Kind extends AttemptKind = AttemptKind> {
  readonly id: string;
  readonly bookingId: string;
  readonly kind: Kind;
  readonly request: AttemptRequests[Kind];
  readonly outcome: AttemptOutcome | null;
}

/**
 * Each attempt, even a refused one, grows the flow's history; real use stays below this. Each side has its own quota: no guest
 * uses up the host's.
 */
const ATTEMPTS_PER_HOUR = 60;

/** Most of the hour's attempts end well before it: a quarter of an hour is the best guess. */
const AGAIN_SECONDS = 900;

export interface TooManyAttempts extends RefusingCap {
  readonly refused: 'too_many_attempts';
}

/** The caller: a guest, a host by the link in a mail, or the host's side with a key or a session. The column `side` has it. */
const sideOf = (kind: AttemptKind, request: object): 'guest' | 'host' | 'key' => {
  if ('by' in request && request.by) return 'key';
  return kind === 'decide' ? 'host' : 'guest';
};

/** For the call to the flow. `outcome` is set if the same request was carried out before. */
export type OpenedAttempt<Kind extends AttemptKind = AttemptKind> = Pick<
  Attempt<Kind>,
  'id' | 'bookingId' | 'kind' | 'outcome'
>;

interface NewAttempt<Kind extends AttemptKind> {
  readonly id: string;
  readonly bookingId: string;
  readonly kind: Kind;
  readonly request: AttemptRequests[Kind];
}

/** Inserts a request if `condition` and the hourly cap allow it. A repeated request finds its attempt, unless that was refused. */
export const insertAttempt = <Kind extends AttemptKind>(
  sql: Queryable,
  { id, bookingId, kind, request }: NewAttempt<Kind>,
  condition: PendingQuery<AnyRow[]>,
) => sql`
  insert into attempts (id, booking_id, kind, request_hash, request)
  select ${id}, ${bookingId}, ${kind}, ${requestHash(request)}, ${json(sql, request)}
  where ${condition} and (select count(*) from attempts
    where booking_id = ${bookingId} and side = ${sideOf(kind, request)} and created_at > clock_timestamp() - interval '1 hour') < ${ATTEMPTS_PER_HOUR}
  on conflict (booking_id, kind, request_hash) where not refused do update set kind = excluded.kind
  returning id, outcome`;

/** The attempt of an insert; no row: the hourly cap was reached. */
export function openedAttempt<Kind extends AttemptKind>(
  { bookingId, kind }: NewAttempt<Kind>,
  row: Pick<Attempt, 'id' | 'outcome'> | undefined,
): OpenedAttempt<Kind> | TooManyAttempts {
  if (!row) return { refused: 'too_many_attempts', limit: ATTEMPTS_PER_HOUR, retryAfterSeconds: AGAIN_SECONDS };
  return { id: row.id, bookingId, kind, outcome: row.outcome };
}

/** Stores a request for the booking's flow. A repeated request finds its attempt, unless that was refused. */
export async function openAttempt<Kind extends AttemptKind>(
  sql: Queryable,
  bookingId: string,
  kind: Kind,
  request: AttemptRequests[Kind],
): Promise<OpenedAttempt<Kind> | TooManyAttempts> {
  const attempt = { id: uuidv7(), bookingId, kind, request };
  const [row] = (await insertAttempt(sql, attempt, sql`true`)) as unknown as Pick<Attempt, 'id' | 'outcome'>[];
  return openedAttempt(attempt, row);
}

/** Stores a request to book. A repeat by the same caller finds the attempt under way, with its booking's id. */
export async function openHostAttempt(sql: Queryable, request: HostBookingRequest): Promise<OpenedAttempt> {
  // A repeat may come from another network.
  const { clientNetwork: _, ...asked } = request;
  const [row] = await sql<Row<'attempts', 'id' | 'bookingId'>[]>`
    insert into attempts (id, booking_id, kind, request_hash, request)
    values (${uuidv7()}, ${uuidv7()}, 'open', ${requestHash(asked)}, ${json(sql, request)})
    on conflict (request_hash) where kind = 'open' and outcome is null do update set kind = excluded.kind
    returning id, booking_id as "bookingId"`;
  if (!row) throw new Error('an attempt was not stored');
  return { ...row, kind: 'open', outcome: null };
}

/** An attempt as stored; read it again under the locks before acting on it. */
export async function readAttempt<Kind extends AttemptKind>(
  sql: Queryable,
  id: string,
  kind: Kind,
): Promise<Attempt<Kind> | undefined> {
  const [row] = await sql<{ bookingId: string; request: AttemptRequests[Kind]; outcome: AttemptOutcome | null }[]>`
    select booking_id as "bookingId", request, outcome from attempts where id = ${id} and kind = ${kind}`;
  return row && { id, kind, ...row };
}

/** A guest's request to book, with the facts of its challenge that never change. */
export interface AskedToConfirm extends Attempt<'confirm'> {
  readonly eventTypeId: string;
  readonly ofTeam: boolean;
  readonly guestEmail: string;
  readonly receivingEmail: string;
  /** The slot, if the challenge holds it long enough for a look at calendars that come first. */
  readonly held: HeldSlot | null;
}

/** A look at calendars, and the booking behind it, take a few seconds at most. */
export const CHECK_FIRM_MS = 10_000;

/** Reads a confirm attempt before any lock, so the outcome may be out of date. The query is sent before this returns. */
export async function readAskedToConfirm(sql: Queryable, id: string): Promise<AskedToConfirm | undefined> {
  const [row] = await sql<(Omit<AskedToConfirm, 'id' | 'kind'> & { request: BookingRequest })[]>`
    select a.booking_id as "bookingId", a.request, a.outcome, c.event_type_id as "eventTypeId", e.team_id is not null as "ofTeam",
      c.guest_email::text as "guestEmail", c.receiving_email::text as "receivingEmail",
      ${heldSlot(sql, CHECK_FIRM_MS)} as held
    from attempts a
    join challenges c on c.id = a.booking_id
    join event_types e on e.id = c.event_type_id
    where a.id = ${id} and a.kind = 'confirm'`.execute();
  return row && { id, kind: 'confirm', ...row };
}

/** Outcomes are published here at their commit: `settledIn` reads the payload. */
export const SETTLED_CHANNEL = 'attempt_settled';

export interface SettledAttempt {
  readonly id: string;
  readonly outcome: AttemptOutcome;
}

/**
 * Stores the outcome in the effect's transaction, so that a repeat of the activity finds it, and notifies listeners at the commit.
 * Facts of the moment are returned but not stored.
 */
export async function settleAttempt(tx: Transaction, id: string, outcome: AttemptOutcome): Promise<AttemptOutcome> {
  const stored = outcome.result === 'done' ? done(outcome.bookingId) : outcome;
  const settled: SettledAttempt = { id, outcome };
  await tx`
    with settled as (
      update attempts set outcome = ${json(tx, stored)}, refused = ${stored.result === 'refused'} where id = ${id} returning id
    )
    select pg_notify(${SETTLED_CHANNEL}, ${JSON.stringify(settled)}) from settled`;
  return outcome;
}

/** The attempt and outcome in a notification's payload. A notification missed while disconnected is not repeated. */
export const settledIn = (payload: string): SettledAttempt => JSON.parse(payload);

/** Refuses an attempt whose transaction was rolled back. If it has been settled since then, its outcome stays. */
export async function refuseAttempt(
  sql: Queryable,
  id: string,
  reason: RefusalReason,
): Promise<{ readonly bookingId: string; readonly outcome: AttemptOutcome }> {
  const [row] = await sql<{ bookingId: string; outcome: AttemptOutcome }[]>`
    update attempts set refused = refused or outcome is null, outcome = coalesce(outcome, ${json(sql, refused(reason))})
    where id = ${id} returning booking_id as "bookingId", outcome`;
  if (!row) throw new Error(`attempt ${id} does not exist`);
  return row;
}

/** @param cap of a refusal by a cap: which one, and when it has room */
export function refused(reason: CapReason, cap: RefusingCap): AttemptOutcome;
export function refused(reason: RefusalReason): AttemptOutcome;
export function refused(reason: RefusalReason | CapReason, cap?: RefusingCap): AttemptOutcome {
  const named = cap && { limit: cap.limit, retryAfterSeconds: cap.retryAfterSeconds };
  return { result: 'refused', reason, ...named } as AttemptOutcome;
}

export const done = (bookingId: string): Extract<AttemptOutcome, { result: 'done' }> => ({ result: 'done', bookingId });
