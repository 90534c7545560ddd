import type { Sql } from 'postgres';
import { isNoDomain } from '../../domain/prep/check-first.ts';
import { hasFacts, lookUpStatus } from '../../domain/prep/look-up-gaps.ts';
import { answersOf, askedAt, type DomainFacts } from '../../domain/prep/source.ts';
import { returnCredit } from '../billing/credits.ts';
import { inTransaction, json, type Transaction } from '../database.ts';
import { keepFacts, readPaidFacts } from './domain-lookups.ts';
import { columns, type EnrichmentRow, subjectOf } from './enrichments.ts';
import { planRetry } from './retries.ts';

const NOTHING =
  'Nothing was found about this domain, so the credit was given back. refresh_prep_pack asks again later.';
const GIVEN_UP =
  'The look-up was given up before anybody answered, so the credit was given back. refresh_prep_pack asks again later.';
const STALE =
  'Nothing was found about this domain now, so the credit was given back. These facts are of an earlier look-up.';

interface Found {
  readonly facts: DomainFacts;
  /** The facts are of the store already. */
  readonly isKept: boolean;
}

/**
 * Ends an attempt with what it found. Nothing at all: its credit is given back, and facts that the workspace paid for earlier take their place,
 * however old. A repeated call changes nothing.
 * @param found null: the look-up broke off; `off`: nobody was asked, because look-ups were turned off meanwhile
 */
export const endLookUp = (sql: Sql, bookingId: string, attempt: number, found: Found | 'off' | null): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const [place] = await tx<{ workspaceId: string }[]>`
      select workspace_id as "workspaceId" from enrichments where booking_id = ${bookingId}`;
    if (!place) return;
    await tx`select 1 from workspaces where id = ${place.workspaceId} for no key update`;
    const [row] = await tx<EnrichmentRow[]>`
      select ${columns(tx)} from enrichments where booking_id = ${bookingId} for no key update`;
    if (row?.status !== 'running' || row.attempt !== attempt || row.domain === null) return;
    const isFound = found !== null && found !== 'off' && hasFacts(found.facts);
    // Of bookings at the same moment one pays, the first whose look-up ended.
    const paidFor = { workspaceId: place.workspaceId, domain: row.domain, within: row.freshFor };
    const isPaid = isFound && found.isKept && (await readPaidFacts(tx, paidFor)) !== undefined;
    if (isFound && !isPaid) return succeed(tx, bookingId, found);
    await returnCredit(tx, place.workspaceId, subjectOf(bookingId, attempt));
    if (found === 'off') return turnOff(tx, bookingId);
    if (isFound) return takePaid(tx, bookingId, found.facts);
    return findNothing(tx, bookingId, {
      workspaceId: place.workspaceId,
      domain: row.domain,
      why: found?.facts ?? null,
    });
  });

async function succeed(tx: Transaction, bookingId: string, { facts, isKept }: Found): Promise<void> {
  const status = lookUpStatus(facts);
  if (!isKept) await keepFacts(tx, facts);
  // A part may be of an earlier look-up, of somebody else.
  const asNow = askedAt(facts, Math.max(...answersOf(facts).map(([, answer]) => answer.askedAtMs)));
  await tx`
    update enrichments set status = ${status}, facts = ${json(tx, asNow)}, is_stale = false, error = null, parts = null,
      looked_up_at = clock_timestamp(), paid_at = clock_timestamp(), updated_at = clock_timestamp() where booking_id = ${bookingId}`;
}

/** The workspace has paid for these facts with another booking. */
async function takePaid(tx: Transaction, bookingId: string, facts: DomainFacts): Promise<void> {
  await tx`
    update enrichments set status = ${lookUpStatus(facts)}, facts = ${json(tx, facts)}, is_stale = false, error = null, parts = null,
      credits_charged = credits_charged - 1, looked_up_at = clock_timestamp(), updated_at = clock_timestamp() where booking_id = ${bookingId}`;
}

async function turnOff(tx: Transaction, bookingId: string): Promise<void> {
  await tx`
    update enrichments set status = 'skipped_off', error = null, parts = null, credits_charged = credits_charged - 1, updated_at = clock_timestamp()
    where booking_id = ${bookingId}`;
}

/** @param why the sources' answers, none of which found something; null: the look-up broke off */
async function findNothing(
  tx: Transaction,
  bookingId: string,
  {
    workspaceId,
    domain,
    why,
  }: { readonly workspaceId: string; readonly domain: string; readonly why: DomainFacts | null },
): Promise<void> {
  // Only the workspace's own: those of others cost a credit, and would tell that they looked it up.
  const isGone = why !== null && isNoDomain(why);
  const older = isGone ? undefined : await readPaidFacts(tx, { workspaceId, domain, within: null });
  const end = older
    ? ({ status: 'degraded', facts: older.facts, error: STALE } as const)
    : ({ status: why ? lookUpStatus(why) : 'failed', facts: why, error: why ? NOTHING : GIVEN_UP } as const);
  await tx`
    update enrichments set status = ${end.status}, facts = ${end.facts && json(tx, end.facts)}, is_stale = ${older !== undefined},
      error = ${end.error}, parts = null, credits_charged = credits_charged - 1, looked_up_at = clock_timestamp(),
      updated_at = clock_timestamp() where booking_id = ${bookingId}`;
  // A definite answer, such as of a domain that does not exist, is not asked for again.
  if (why === null || lookUpStatus(why) === 'failed')
    await planRetry(tx, bookingId, why === null ? 'given_up' : 'nothing_found');
}
