import { v7 as uuidv7 } from 'uuid';
import { type MailDomainLists, readMailDomainLists } from '../../domain/mail/mail-domain-lists.ts';
import { classifyEmail } from '../../domain/prep/classify-email.ts';
import { hasFacts } from '../../domain/prep/look-up-gaps.ts';
import { mergeFacts } from '../../domain/prep/merge-facts.ts';
import type { LookUpStart, PrepAdvance } from '../../domain/prep/pack-state.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import { readLastFacts } from '../../store/prep/domain-lookups.ts';
import { endLookUp } from '../../store/prep/end-look-up.ts';
import { beginPrep, readLookUp, takeRetry } from '../../store/prep/enrichments.ts';
import { acquireLease, releaseLease } from '../../store/prep/look-up-leases.ts';
import { offByOf, readLookUpRules } from '../../store/prep/look-up-rules.ts';
import { settlePack } from '../../store/prep/prep-packs.ts';
import { NotYet } from '../calendars/not-yet.ts';
import type { LookUpDomain } from './look-up-domain.ts';
import type { PrepDependencies } from './mail-pack.ts';
import { mailPack, makeAndStore } from './mail-pack.ts';

/** The activities of the flow of a prep pack. Safe to repeat: rows, the subjects of credits and mail keys record what is done. */
export interface PrepActivities {
  /** Carries out all due steps that need the database alone, up to a look-up, a mail or a wait. */
  advancePrep(bookingId: string): Promise<PrepAdvance>;
  /** Asks the sources. It has a task queue of its own. */
  lookUpCompany(bookingId: string, attempt: number): Promise<void>;
  /** Ends a look-up that broke off, and refunds its credit. */
  giveUpLookUp(bookingId: string, attempt: number): Promise<void>;
  /** @throws MailUnavailable */
  mailPack(bookingId: string): Promise<void>;
}

/** Between two heartbeats of a look-up. */
const HEARTBEAT_MS = 2_000;
const BUSY_RETRY_MS = 5_000;

export const createPrepActivities = (dependencies: PrepDependencies): PrepActivities => {
  const { sql } = dependencies;
  let lists: Promise<MailDomainLists> | undefined;
  const classify = async () => {
    lists ??= readMailDomainLists();
    const known = await lists;
    return (email: string) => classifyEmail(email, known);
  };
  const begin = async (bookingId: string): Promise<LookUpStart> => {
    const rules = await readLookUpRules(sql, bookingId);
    if (!rules) return { next: 'make' };
    const { emailClass, companyDomain } = (await classify())(rules.guestEmail);
    const offBy = offByOf(rules, dependencies.lookUpDomain === null);
    const wish = { id: uuidv7(), workspaceId: rules.workspaceId, emailClass, domain: companyDomain, offBy };
    return beginPrep(sql, bookingId, wish);
  };
  return {
    advancePrep: (bookingId) => advancePrep(dependencies, begin, bookingId),
    lookUpCompany: (bookingId, attempt) => lookUpCompany(dependencies, bookingId, attempt),
    giveUpLookUp: (bookingId, attempt) => endLookUp(sql, bookingId, attempt, null),
    mailPack: (bookingId) => mailPack(dependencies, bookingId),
  };
};

/** Packs that one call makes: a pack whose inputs change while it is made is made again. */
const MAX_PACKS = 3;

/** Each step is a transaction: after a crash the next call continues from the last one. */
async function advancePrep(
  dependencies: PrepDependencies,
  begin: (bookingId: string) => Promise<LookUpStart>,
  bookingId: string,
): Promise<PrepAdvance> {
  for (let made = 0; made <= MAX_PACKS; made += 1) {
    const progress = await settlePack(dependencies.sql, bookingId);
    if (progress.stage === 'ended') return { next: 'end', end: progress.end };
    const { isDue, isMailDue, isRetryDue, waitMs, waitsFor } = progress;
    if (!isDue && !isRetryDue) return { next: isMailDue ? 'mail' : 'wait', waitMs, waitsFor };
    if (made === MAX_PACKS) break;
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
 * Looks a company up, unless facts of the last weeks are stored, of any workspace. It fails, and is retried, only without the database, a lease
 * or a free time of the sources.
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
  const lease = await acquireLease(sql, place);
  if (lease.next === 'wait') throw new NotYet(lease.waitMs, 'The look-up waits for its lease.');
  if (lease.next === 'nothing') return endLookUp(sql, bookingId, attempt, { facts: lease.facts, asked: null });
  const asked = await askSources(dependencies, bookingId, wanted.domain, lookUpDomain);
  if (asked && isBusy(asked)) {
    await releaseLease(sql, place, { failed: null, asked });
    throw new NotYet(BUSY_RETRY_MS, 'The sources are busy.');
  }
  const facts = asked && mergeFacts(await readLastFacts(sql, wanted.domain), asked);
  await endLookUp(sql, bookingId, attempt, facts && { facts, asked });
  await releaseLease(sql, place, { failed: facts && !hasFacts(facts) ? facts : null, asked });
}

/** null: an error in our code ended the look-up. */
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

/** No source was asked: too many look-ups run at the same time. */
const isBusy = ({ dns, site, rdap }: DomainFacts): boolean =>
  [dns, site, rdap].every((answer) => answer.outcome === 'failed' && answer.reason === 'busy');
