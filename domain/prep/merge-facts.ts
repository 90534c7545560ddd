import { DAY_MS } from '../time/civil.ts';
import { isNoDomain } from './check-first.ts';
import { answersOf, type CompanyProfile, type DomainFacts, type SourceAnswer, type SourceFailure } from './source.ts';

/** Failures that are over soon. Others are the word of the site or the registry. */
const PASSING: ReadonlySet<SourceFailure> = new Set([
  ...(['timeout', 'busy', 'unreachable', 'tls', 'refused', 'server_error', 'unreadable'] as const),
]);

/** Of these, what ends without anybody's doing: only for it a look-up that found a part is tried again by itself. */
const SHORT: ReadonlySet<SourceFailure> = new Set(['timeout', 'busy', 'unreachable', 'server_error']);

/** A source that failed in passing is asked again after this time, however often somebody asks: sites of strangers are not hammered. */
export const FAILURE_KEPT_MS = 3_600_000;
const ANSWER_KEPT_MS = 30 * DAY_MS;

const isPassing = (answer: SourceAnswer<object>): boolean => answer.outcome === 'failed' && PASSING.has(answer.reason);

/** Source by source: what was found within thirty days stays if the source fails in passing now. */
export function mergeFacts(before: DomainFacts | undefined, now: DomainFacts): DomainFacts {
  // Of a domain that is gone, nothing that was found earlier is true of its owner.
  if (before === undefined || isNoDomain(now) || isNoDomain(before)) return now;
  const better = <Facts extends object>(
    older: SourceAnswer<Facts> | undefined,
    newer: SourceAnswer<Facts>,
  ): SourceAnswer<Facts> =>
    older?.outcome === 'found' && isPassing(newer) && older.askedAtMs > newer.askedAtMs - ANSWER_KEPT_MS
      ? older
      : newer;
  const { domain, dns, site, rdap, added } = now;
  const others: Record<string, SourceAnswer<CompanyProfile>> = {};
  for (const [name, answer] of Object.entries(added ?? {})) others[name] = better(before.added?.[name], answer);
  return {
    domain,
    dns: better(before.dns, dns),
    site: better(before.site, site),
    rdap: better(before.rdap, rdap),
    ...(added && { added: others }),
  };
}

/**
 * Whether a source is to be asked again: it failed in passing more than an hour ago, or its answer is older than thirty days. That a domain
 * is gone is believed for an hour: it costs nothing to ask again.
 */
export const isWorthAsking = (facts: DomainFacts, nowMs: number): boolean =>
  answersOf(facts).some(
    ([, answer]) =>
      answer.askedAtMs < nowMs - (isPassing(answer) || isNoDomain(facts) ? FAILURE_KEPT_MS : ANSWER_KEPT_MS),
  );

/** Whether facts lack what a source failed to tell in passing, more than an hour ago. */
export const isWorthMending = (facts: DomainFacts, nowMs: number): boolean =>
  answersOf(facts).some(([, answer]) => isPassing(answer) && answer.askedAtMs < nowMs - FAILURE_KEPT_MS);

/** Whether a source failed by something that ends by itself. */
export const isWorthAnotherTry = (facts: DomainFacts): boolean =>
  answersOf(facts).some(([, answer]) => answer.outcome === 'failed' && SHORT.has(answer.reason));
