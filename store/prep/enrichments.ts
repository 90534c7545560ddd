import type { Sql } from 'postgres';
import { hasFacts, lookUpStatus } from '../../domain/prep/look-up-gaps.ts';
import { isWorthAsking } from '../../domain/prep/merge-facts.ts';
import type { EnrichmentParts } from '../../domain/prep/pack-input.ts';
import {
  FACTS_FRESH_MS,
  FACTS_FRESH_ON_REFRESH_MS,
  FAILED_REST_MS,
  type LookUpEnd,
  type PrepBegin,
} from '../../domain/prep/prep-standing.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import type { EmailClass, EnrichmentStatus } from '../../schemas/shapes/prep.ts';
import { returnCredit, spendCredit } from '../billing/credits.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { hasPaidFor, keepFacts, readKnownFacts } from './domain-lookups.ts';

export interface EnrichmentRow {
  readonly id: string;
  readonly status: EnrichmentStatus;
  readonly emailClass: EmailClass | null;
  readonly domain: string | null;
  /** All that was spent for this booking and not given back. */
  readonly creditsCharged: number;
  readonly attempt: number;
  readonly facts: DomainFacts | null;
  readonly isStale: boolean;
  readonly parts: EnrichmentParts | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = (sql: Queryable) => sql`
  id, status, email_class as "emailClass", domain, credits_charged as "creditsCharged", attempt, facts, is_stale as "isStale", parts, error,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** What was found about the guest's company; undefined: nobody has looked yet. */
export async function readEnrichment(sql: Queryable, bookingId: string): Promise<EnrichmentRow | undefined> {
  const [row] = await sql<EnrichmentRow[]>`select ${columns(sql)} from enrichments where booking_id = ${bookingId}`;
  return row;
}

/** What decides whether a guest's company may be looked up. */
export interface LookUpRules {
  readonly workspaceId: string;
  readonly guestEmail: string;
  /** The workspace, its plan, or the event type wants none; a test key made the booking. */
  readonly isOff: boolean;
}

/** undefined: no such pack. */
export async function readLookUpRules(sql: Queryable, bookingId: string): Promise<LookUpRules | undefined> {
  const [row] = await sql<LookUpRules[]>`
    select p.workspace_id as "workspaceId", b.guest_email::text as "guestEmail",
      b.test_mode or not w.prep_lookups or not e.prep or w.subscription_status = 'inactive' as "isOff"
    from prep_packs p join bookings b on b.id = p.booking_id join event_types e on e.id = b.event_type_id
    join workspaces w on w.id = p.workspace_id where p.booking_id = ${bookingId}`;
  return row;
}

/** Whether to look up, as the rules and the address say. */
export interface LookUpWish {
  /** Of a new row. */
  readonly id: string;
  readonly workspaceId: string;
  readonly emailClass: EmailClass;
  /** null: a personal address, whose domain says nothing. */
  readonly domain: string | null;
  readonly isOff: boolean;
}

/** The look-up on which a credit is spent. */
const subjectOf = (bookingId: string, attempt: number): string => `enrichment/${bookingId}/${attempt}`;

/**
 * Begins the making of a pack, and the look-up before it if there shall be one: its credit is spent in the same transaction. A look-up that
 * has ended stays as it is, so a move or other notes cost nothing. Facts that the workspace has paid for and that are fresh cost nothing.
 */
export const beginPrep = (sql: Sql, bookingId: string, wish: LookUpWish): Promise<PrepBegin> =>
  inTransaction(sql, async (tx) => {
    // In the order of all who spend credits: the workspace first.
    await tx`select 1 from workspaces where id = ${wish.workspaceId} for no key update`;
    const open = await tx`
      update prep_packs set status = 'running' where booking_id = ${bookingId} and ended_at is null and made_version < inputs_version`;
    if (open.count === 0) return { next: 'make' };
    await tx`
      insert into enrichments (id, booking_id, workspace_id, status) values (${wish.id}, ${bookingId}, ${wish.workspaceId}, 'pending')
      on conflict (booking_id) do nothing`;
    const [row] = await tx<EnrichmentRow[]>`
      select ${columns(tx)} from enrichments where booking_id = ${bookingId} for no key update`;
    if (row?.status === 'running') return { next: 'look up', attempt: row.attempt };
    if (row?.status !== 'pending') return { next: 'make' };
    return begin(tx, bookingId, row.attempt, wish);
  });

async function begin(tx: Transaction, bookingId: string, attempt: number, wish: LookUpWish): Promise<PrepBegin> {
  const { workspaceId, emailClass, domain, isOff } = wish;
  const settle = async (
    status: EnrichmentStatus,
    more: { readonly charged?: 1; readonly facts?: DomainFacts } = {},
  ) => {
    await tx`
      update enrichments set status = ${status}, email_class = ${emailClass}, domain = ${domain},
        credits_charged = credits_charged + ${more.charged ?? 0}, updated_at = clock_timestamp(), error = null
        ${more.facts ? tx`, facts = ${json(tx, more.facts)}, is_stale = false, looked_up_at = clock_timestamp()` : tx``}
      where booking_id = ${bookingId}`;
    return { next: 'make' } as const;
  };
  if (isOff) return settle('skipped_off');
  if (domain === null) return settle('skipped_personal_email');
  const freshMs = attempt === 1 ? FACTS_FRESH_MS : FACTS_FRESH_ON_REFRESH_MS;
  const known = await readKnownFacts(tx, domain);
  const fresh = known && known.ageMs < freshMs ? known.facts : null;
  if (fresh && (await hasPaidFor(tx, workspaceId, domain))) return settle(lookUpStatus(fresh), { facts: fresh });
  if (!(await spendCredit(tx, workspaceId, subjectOf(bookingId, attempt)))) return settle('skipped_no_credits');
  // Found for somebody else: no source is asked, so the flow need not wait in the queue of look-ups.
  if (known && fresh && !isWorthAsking(fresh, known.nowMs))
    return settle(lookUpStatus(fresh), { charged: 1, facts: fresh });
  await settle('running', { charged: 1 });
  return { next: 'look up', attempt };
}

/** The domain that an attempt is to look up, and facts that are still fresh enough for it; undefined: it has ended. */
export async function readLookUp(
  sql: Queryable,
  bookingId: string,
  attempt: number,
): Promise<{ readonly domain: string; readonly fresh: DomainFacts | null } | undefined> {
  const row = await readEnrichment(sql, bookingId);
  if (row?.status !== 'running' || row.attempt !== attempt || row.domain === null) return undefined;
  const known = await readKnownFacts(sql, row.domain);
  const freshMs = attempt === 1 ? FACTS_FRESH_MS : FACTS_FRESH_ON_REFRESH_MS;
  return { domain: row.domain, fresh: known && known.ageMs < freshMs ? known.facts : null };
}

const NOTHING =
  'Nothing was found about this domain, so the credit was given back. refresh_prep_pack asks again later.';
const STALE =
  'Nothing was found about this domain now, so the credit was given back. These facts are of an earlier look-up.';

interface Found {
  readonly facts: DomainFacts;
  /** The facts are of the store already. */
  readonly isKept: boolean;
}

/**
 * Ends an attempt with what it found. Nothing at all: its credit is given back, and facts of an earlier look-up take their place, however
 * old. A repeated call changes nothing.
 * @param found null: the look-up broke off; `off`: nobody was asked, because look-ups were turned off meanwhile
 */
export const endLookUp = (
  sql: Sql,
  bookingId: string,
  attempt: number,
  found: Found | 'off' | null,
): Promise<LookUpEnd> =>
  inTransaction(sql, async (tx) => {
    const [place] = await tx<{ workspaceId: string }[]>`
      select workspace_id as "workspaceId" from enrichments where booking_id = ${bookingId}`;
    if (!place) return 'not asked';
    await tx`select 1 from workspaces where id = ${place.workspaceId} for no key update`;
    const [row] = await tx<EnrichmentRow[]>`
      select ${columns(tx)} from enrichments where booking_id = ${bookingId} for no key update`;
    if (row?.status !== 'running' || row.attempt !== attempt || row.domain === null) return 'not asked';
    if (found && found !== 'off' && hasFacts(found.facts)) return succeed(tx, bookingId, found);
    await returnCredit(tx, place.workspaceId, subjectOf(bookingId, attempt));
    if (found === 'off') return turnOff(tx, bookingId);
    return findNothing(tx, bookingId, row.domain, found?.facts ?? null);
  });

async function succeed(tx: Transaction, bookingId: string, { facts, isKept }: Found): Promise<LookUpEnd> {
  const status = lookUpStatus(facts);
  if (!isKept) await keepFacts(tx, facts);
  await tx`
    update enrichments set status = ${status}, facts = ${json(tx, facts)}, is_stale = false, error = null,
      looked_up_at = clock_timestamp(), updated_at = clock_timestamp() where booking_id = ${bookingId}`;
  return status;
}

async function turnOff(tx: Transaction, bookingId: string): Promise<LookUpEnd> {
  await tx`
    update enrichments set status = 'skipped_off', error = null, credits_charged = credits_charged - 1, updated_at = clock_timestamp()
    where booking_id = ${bookingId}`;
  return 'skipped_off';
}

/** @param why the sources' answers, none of which found something; null: the look-up broke off */
async function findNothing(
  tx: Transaction,
  bookingId: string,
  domain: string,
  why: DomainFacts | null,
): Promise<LookUpEnd> {
  const older = await readKnownFacts(tx, domain);
  const end = older
    ? ({ status: 'degraded', facts: older.facts, error: STALE } as const)
    : ({ status: why ? lookUpStatus(why) : 'failed', facts: why, error: NOTHING } as const);
  await tx`
    update enrichments set status = ${end.status}, facts = ${end.facts && json(tx, end.facts)}, is_stale = ${older !== undefined},
      error = ${end.error}, credits_charged = credits_charged - 1, looked_up_at = ${end.status === 'succeeded' ? tx`clock_timestamp()` : null},
      updated_at = clock_timestamp() where booking_id = ${bookingId}`;
  return end.status;
}

/** Stores the inner objects of the record. */
export const writeParts = (tx: Transaction, bookingId: string, parts: EnrichmentParts) => tx`
  update enrichments set parts = ${json(tx, parts)}, updated_at = clock_timestamp() where booking_id = ${bookingId}`;

/**
 * Asks for a new pack of a meeting. One that is being made is not asked for again. Facts are asked for again if they are older than a day,
 * or if there are none, for a credit.
 * @returns false: the meeting is over or canceled
 */
export const refreshPack = (
  sql: Sql,
  {
    bookingId,
    workspaceId,
    revision,
  }: { readonly bookingId: string; readonly workspaceId: string; readonly revision: number },
): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const [pack] = await tx<{ isOver: boolean }[]>`
      insert into prep_packs (booking_id, workspace_id, revision) values (${bookingId}, ${workspaceId}, ${revision})
      on conflict (booking_id) do update set
        inputs_version = prep_packs.inputs_version + (prep_packs.made_version = prep_packs.inputs_version and prep_packs.ended_at is null)::int,
        inputs_changed_at = case when prep_packs.made_version = prep_packs.inputs_version then clock_timestamp() else prep_packs.inputs_changed_at end,
        status = case when prep_packs.made_version = prep_packs.inputs_version and prep_packs.ended_at is null then 'pending' else prep_packs.status end
      returning ended_at is not null as "isOver"`;
    if (pack?.isOver) return false;
    await tx`
      update enrichments set status = 'pending', attempt = attempt + 1, updated_at = clock_timestamp()
      where booking_id = ${bookingId} and ${isAskedAnew(tx)}`;
    return true;
  });

/** What a refresh asks for again. */
const isAskedAnew = (sql: Queryable) => sql`
  (status in ('skipped_no_credits', 'skipped_off', 'skipped_personal_email')
    or (status = 'failed' or is_stale) and updated_at < clock_timestamp() - ${FAILED_REST_MS} * interval '1 millisecond'
    or status in ('succeeded', 'degraded') and not is_stale
      and looked_up_at < clock_timestamp() - ${FACTS_FRESH_ON_REFRESH_MS} * interval '1 millisecond')`;

/** Whether a refresh now would look up again, as far as settings and credits allow: who presses the button is told before. */
export async function wouldLookUpAgain(sql: Queryable, bookingId: string): Promise<boolean> {
  const rows = await sql`select 1 from enrichments where booking_id = ${bookingId} and not ${isAskedAnew(sql)}`;
  return rows.length === 0;
}
