import type { Sql } from 'postgres';
import { isNoDomain } from '../../domain/prep/check-first.ts';
import { hasFacts, lookUpStatus } from '../../domain/prep/look-up-gaps.ts';
import { answersOf, askedAt, type DomainFacts } from '../../domain/prep/source.ts';
import { isSpent, returnCredit } from '../billing/credits.ts';
import { inTransaction, json, type Transaction } from '../database.ts';
import { keepFacts, readPaidFacts } from './domain-lookups.ts';
import { columns, type EnrichmentRow, planMending, planRetry, subjectOf } from './enrichments.ts';
import type { LookUpsOff } from './look-up-rules.ts';

/** A look-up whose workspace had paid for the domain before cost nothing. */
const nothingWords = (returned: number) => {
  const back = returned > 0 ? ', so the credit was given back' : '';
  return {
    nothing: `Nothing was found about this domain${back}. refresh_prep_pack asks again later.`,
    givenUp: `The look-up was given up before anybody answered${back}. refresh_prep_pack asks again later.`,
    stale: `Nothing was found about this domain now${back}. These facts are of an earlier look-up.`,
  };
};

interface Found {
  readonly facts: DomainFacts;
  /** The answers of the sources in this look-up; null: no source was asked, all facts are of earlier ones. */
  readonly asked: DomainFacts | null;
}

/** A look-up that is about to end, under the locks of its workspace and its row. */
interface Ending {
  readonly bookingId: string;
  readonly workspaceId: string;
  readonly domain: string;
  readonly attempt: number;
  readonly freshFor: string;
}

/**
 * Ends an attempt with what it found. A workspace pays once for a domain in the time of `fresh_for`. Nothing at all: its credit is given back, and
 * facts that the workspace paid for earlier take their place, however old, unless the domain is gone. A repeated call changes nothing.
 * @param found null: the look-up broke off; `off`: no source was asked, because look-ups were turned off during the wait
 */
export const endLookUp = (
  sql: Sql,
  bookingId: string,
  attempt: number,
  found: Found | LookUpsOff | null,
): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const [place] = await tx<{ workspaceId: string }[]>`
      select workspace_id as "workspaceId" from enrichments where booking_id = ${bookingId}`;
    if (!place) return;
    const { workspaceId } = place;
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    const [row] = await tx<EnrichmentRow[]>`
      select ${columns(tx)} from enrichments where booking_id = ${bookingId} for no key update`;
    if (row?.status !== 'running' || row.attempt !== attempt || row.domain === null) return;
    return end(tx, { bookingId, workspaceId, domain: row.domain, attempt, freshFor: row.freshFor }, found);
  });

async function end(tx: Transaction, ending: Ending, found: Found | LookUpsOff | null): Promise<void> {
  const { bookingId, workspaceId, domain, attempt, freshFor } = ending;
  const answered = found && 'facts' in found ? found : null;
  // Also of bookings at the same moment one pays, the first whose look-up ended.
  const paid = await readPaidFacts(tx, { workspaceId, domain, within: freshFor });
  const isFound = answered !== null && hasFacts(answered.facts);
  const subject = subjectOf(bookingId, attempt);
  // One that was free when it began stays free, and buys no further days: the paid time may have ended during the look-up.
  if (isFound && !paid) return keepFound(tx, bookingId, answered, await isSpent(tx, workspaceId, subject));
  const returned = await returnCredit(tx, workspaceId, subject);
  await tx`update enrichments set credits_charged = credits_charged - ${returned} where booking_id = ${bookingId}`;
  if (isFound) return keepFound(tx, bookingId, answered, false);
  const isGone = answered !== null && isNoDomain(answered.facts);
  if (paid?.isValid && !isGone) return write(tx, bookingId, lookUpStatus(paid.facts), { facts: paid.facts });
  if (found && 'off' in found) return turnOff(tx, bookingId, found);
  return findNothing(tx, ending, answered, returned);
}

const timesOf = (facts: DomainFacts): number[] => answersOf(facts).map(([, { askedAtMs }]) => askedAtMs);

/** @param isPaid with this look-up; false: the workspace has paid for the domain with another one */
async function keepFound(tx: Transaction, bookingId: string, { facts, asked }: Found, isPaid: boolean): Promise<void> {
  if (asked) await keepFacts(tx, facts);
  // A part may be of an earlier look-up, of somebody else.
  const asNow = askedAt(facts, Math.max(...timesOf(facts)), asked ? Math.min(...timesOf(asked)) : undefined);
  await write(tx, bookingId, lookUpStatus(facts), { facts: asNow, isPaid });
}

async function turnOff(tx: Transaction, bookingId: string, { off }: LookUpsOff): Promise<void> {
  await tx`
    update enrichments set status = 'skipped_off', off_by = ${off}, error = null, parts = null, updated_at = clock_timestamp()
    where booking_id = ${bookingId}`;
}

/** @param found the sources' answers, none of which found something; null: the look-up broke off */
async function findNothing(
  tx: Transaction,
  { bookingId, workspaceId, domain }: Ending,
  found: Found | null,
  returned: number,
): Promise<void> {
  const words = nothingWords(returned);
  const why = found?.facts ?? null;
  const isGone = why !== null && isNoDomain(why);
  if (isGone && found?.asked) await keepFacts(tx, why);
  // Only the workspace's own: those of others cost a credit, and would show that they looked it up.
  const older = isGone ? undefined : await readPaidFacts(tx, { workspaceId, domain, within: null });
  if (older?.isValid) await write(tx, bookingId, 'degraded', { facts: older.facts, error: words.stale, isStale: true });
  else if (why) await write(tx, bookingId, lookUpStatus(why), { facts: why, error: words.nothing });
  else await write(tx, bookingId, 'failed', { facts: null, error: words.givenUp });
  // A definite answer, such as of a domain that does not exist, is not asked for again.
  if (why === null || lookUpStatus(why) === 'failed')
    await planRetry(tx, bookingId, why === null ? 'given_up' : 'source_failed');
}

interface End {
  readonly facts: DomainFacts | null;
  readonly error?: string;
  readonly isStale?: boolean;
  readonly isPaid?: boolean;
}

async function write(
  tx: Transaction,
  bookingId: string,
  status: 'succeeded' | 'degraded' | 'failed',
  { facts, error, isStale = false, isPaid = false }: End,
): Promise<void> {
  await tx`
    update enrichments set status = ${status}, facts = ${facts && json(tx, facts)}, is_stale = ${isStale}, error = ${error ?? null},
      parts = null, looked_up_at = clock_timestamp(), updated_at = clock_timestamp() ${isPaid ? tx`, paid_at = clock_timestamp()` : tx``}
    where booking_id = ${bookingId}`;
  if (!isStale && facts && hasFacts(facts)) await planMending(tx, bookingId, facts);
}
