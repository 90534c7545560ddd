import { v7 as uuidv7 } from 'uuid';
import { type MailDomainLists, readMailDomainLists } from '../../domain/mail/mail-domain-lists.ts';
import { classifyEmail } from '../../domain/prep/classify-email.ts';
import { hasFacts } from '../../domain/prep/look-up-gaps.ts';
import { mergeFacts } from '../../domain/prep/merge-facts.ts';
import type { PrepAdvance, PrepBegin, PrepStanding } from '../../domain/prep/prep-standing.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import { readLastFacts } from '../../store/prep/domain-lookups.ts';
import { endLookUp } from '../../store/prep/end-look-up.ts';
import { beginPrep, readLookUp } from '../../store/prep/enrichments.ts';
import { offByOf, readLookUpRules } from '../../store/prep/look-up-rules.ts';
import { endTurn, takeTurn } from '../../store/prep/look-up-turns.ts';
import { settlePrepStanding } from '../../store/prep/prep-packs.ts';
import { takeRetry } from '../../store/prep/retries.ts';
import { NotYet } from '../calendars/not-yet.ts';
import type { LookUpDomain } from './look-up-domain.ts';
import { mailPack } from './mail-pack.ts';
import { makeAndStore } from './make-and-store.ts';
import type { PrepDependencies } from './prep-dependencies.ts';

/** The activities of the flow of a prep pack. Safe to repeat: rows, the subjects of credits and mail keys record what is done. */
export interface PrepActivities {
  /** Makes what is due, as far as no source needs to be asked: all steps of a pack in one (docs/decisions/prep.md#flow-and-queue). */
  advancePrep(bookingId: string): Promise<PrepAdvance>;
  // The next one, `beginPrep` and `makePack` are for flows that began before.
  /** Has the name that old histories know; it also notes when the pack is looked at next. */
  readPrepStanding(bookingId: string): Promise<PrepStanding>;
  /** Says whether the guest's company is to be looked up first, and spends the credit for it. */
  beginPrep(bookingId: string): Promise<PrepBegin>;
  /** Asks the sources. On a queue of its own. */
  lookUpCompany(bookingId: string, attempt: number): Promise<void>;
  /** Ends a look-up that broke off: the credit is given back. */
  giveUpLookUp(bookingId: string, attempt: number): Promise<void>;
  makePack(bookingId: string): Promise<void>;
  /** @throws MailUnavailable the mail provider is away */
  mailPack(bookingId: string): Promise<void>;
}

/** How often a look-up reports that it is still running. */
const HEARTBEAT_MS = 2_000;
const BUSY_WAIT_MS = 5_000;

export const createPrepActivities = (dependencies: PrepDependencies): PrepActivities => {
  const { sql } = dependencies;
  let lists: Promise<MailDomainLists> | undefined;
  const classify = async () => {
    lists ??= readMailDomainLists();
    const known = await lists;
    return (email: string) => classifyEmail(email, known);
  };
  const begin = async (bookingId: string): Promise<PrepBegin> => {
    const rules = await readLookUpRules(sql, bookingId);
    if (!rules) return { next: 'make' };
    const { emailClass, companyDomain } = (await classify())(rules.guestEmail);
    const offBy = offByOf(rules, dependencies.lookUpDomain === null);
    const wish = { id: uuidv7(), workspaceId: rules.workspaceId, emailClass, domain: companyDomain, offBy };
    return beginPrep(sql, bookingId, wish);
  };
  return {
    advancePrep: (bookingId) => advancePrep(dependencies, begin, bookingId),
    readPrepStanding: (bookingId) => settlePrepStanding(sql, bookingId),
    beginPrep: begin,
    lookUpCompany: (bookingId, attempt) => lookUpCompany(dependencies, bookingId, attempt),
    giveUpLookUp: (bookingId, attempt) => endLookUp(sql, bookingId, attempt, null),
    makePack: async (bookingId) => {
      await makeAndStore(dependencies, bookingId);
    },
    mailPack: (bookingId) => mailPack(dependencies, bookingId),
  };
};

/** Packs that one call makes at most: a pack that changes while it is made is made again. */
const MOST_PACKS = 3;

/** A process that dies in it leaves what its transactions wrote: the next call goes on from there. */
async function advancePrep(
  dependencies: PrepDependencies,
  begin: (bookingId: string) => Promise<PrepBegin>,
  bookingId: string,
): Promise<PrepAdvance> {
  for (let made = 0; made <= MOST_PACKS; made += 1) {
    const standing = await settlePrepStanding(dependencies.sql, bookingId);
    if (standing.stage === 'over') return { next: 'end', end: standing.end };
    const { isDue, isMailDue, isRetryDue, waitMs, waitsFor } = standing;
    if (!isDue && !isRetryDue) return { next: isMailDue ? 'mail' : 'wait', waitMs, waitsFor };
    if (made === MOST_PACKS) break;
    if (isRetryDue) {
      await takeRetry(dependencies.sql, bookingId, dependencies.lookUpDomain === null);
      continue;
    }
    const begun = await begin(bookingId);
    if (begun.next === 'look up') return begun;
    await makeAndStore(dependencies, bookingId);
  }
  return { next: 'again' };
}

/**
 * Facts of the last weeks, of whichever workspace, are not asked for again. Only the database and a lack of free moments make it fail, and
 * thus be tried again.
 */
async function lookUpCompany(dependencies: PrepDependencies, bookingId: string, attempt: number): Promise<void> {
  const { sql, lookUpDomain } = dependencies;
  const wanted = await readLookUp(sql, bookingId, attempt);
  if (!wanted) return;
  // Look-ups may have been turned off while this one waited.
  const rules = await readLookUpRules(sql, bookingId);
  if (!rules) return;
  const off = offByOf(rules, lookUpDomain === null);
  if (off !== null || lookUpDomain === null) return endLookUp(sql, bookingId, attempt, { off: off ?? 'installation' });
  if (wanted.fresh) return endLookUp(sql, bookingId, attempt, { facts: wanted.fresh, asked: null });
  const place = { bookingId, workspaceId: rules.workspaceId, domain: wanted.domain };
  const turn = await takeTurn(sql, place);
  if (turn.next === 'wait') throw new NotYet(turn.waitMs, 'The look-up waits for its turn.');
  if (turn.next === 'nothing') return endLookUp(sql, bookingId, attempt, { facts: turn.facts, asked: null });
  const asked = await askSources(dependencies, bookingId, wanted.domain, lookUpDomain);
  if (asked && isBusy(asked)) {
    await endTurn(sql, { ...place, failed: null, asked });
    throw new NotYet(BUSY_WAIT_MS, 'The sources have no free moment.');
  }
  const facts = asked && mergeFacts(await readLastFacts(sql, wanted.domain), asked);
  await endLookUp(sql, bookingId, attempt, facts && { facts, asked });
  await endTurn(sql, { ...place, failed: facts && !hasFacts(facts) ? facts : null, asked });
}

/** null: our own code broke. */
async function askSources(
  { heartbeat, onPrepFault }: PrepDependencies,
  bookingId: string,
  domain: string,
  lookUpDomain: LookUpDomain,
): Promise<DomainFacts | null> {
  const beat = setInterval(heartbeat, HEARTBEAT_MS);
  try {
    return await lookUpDomain(domain);
  } catch (error) {
    onPrepFault(bookingId, 'look-up', error);
    return null;
  } finally {
    clearInterval(beat);
  }
}

/** Nothing was asked: too many look-ups at once. */
const isBusy = ({ dns, site, rdap }: DomainFacts): boolean =>
  [dns, site, rdap].every((answer) => answer.outcome === 'failed' && answer.reason === 'busy');
