import { CLAIM_LABELS, type ClaimKind } from './claim-kinds.ts';
import { FAILURE_WORDS, sourceWords } from './failure-words.ts';
import { type Missing, NOT_COMPLETE, withoutFacts } from './no-look-up.ts';
import type { PackInput } from './pack-input.ts';
import { answersOf, type DomainFacts, type SourceFailure } from './source.ts';

/** Definite answers: asking again tells no more, so they make nothing incomplete. */
const isDefinite = (reason: SourceFailure): boolean =>
  reason === 'not_found' || reason === 'no_page' || reason === 'not_offered';

/** Whether any source told something. If none did, the look-up costs nothing. */
export const hasFacts = (facts: DomainFacts): boolean =>
  answersOf(facts).some(([, { outcome }]) => outcome === 'found');

/** What became of a look-up: `failed` if no source told anything, `degraded` if one could not be read. */
export function lookUpStatus(facts: DomainFacts): 'succeeded' | 'degraded' | 'failed' {
  const answers = answersOf(facts).map(([, answer]) => answer);
  const failed = answers.filter((answer) => answer.outcome === 'failed' && !isDefinite(answer.reason));
  if (failed.length === 0) return 'succeeded';
  return hasFacts(facts) ? 'degraded' : 'failed';
}

/** Why sources could not be read, by source. Definite answers are not among them. */
export const failedSources = (facts: DomainFacts): Readonly<Record<string, SourceFailure>> =>
  Object.fromEntries(
    answersOf(facts).flatMap(([name, answer]) =>
      answer.outcome === 'failed' && !isDefinite(answer.reason) ? [[name, answer.reason]] : [],
    ),
  );

/** A definite answer that is a no, such as "Web site: none at this domain", and who gave it. */
export interface Absence {
  /** Whose facts are missing. */
  readonly of: string;
  /** undefined: of an added source. */
  readonly kind?: ClaimKind;
  readonly label: string;
  readonly words: string;
  readonly source: { readonly name: string; readonly url: string };
}

/** What a pack lacks. Points of `missing` make it degraded; `absences` do not. */
export interface LookUpGaps {
  readonly missing: Missing;
  readonly absences: readonly Absence[];
}

/** Says in whole sentences what is not known of the company, and why. */
export function lookUpGaps(input: Pick<PackInput, 'lookUp' | 'emailClass'>): LookUpGaps {
  const { facts, isStale } = input.lookUp;
  if (facts === null) return { missing: withoutFacts(input), absences: [] };
  const points = isStale ? ['The last look-up failed: the facts are of an earlier one and may be out of date.'] : [];
  const absences: Absence[] = [];
  for (const [name, answer] of answersOf(facts)) {
    if (answer.outcome === 'found') continue;
    const { name: called, missing } = sourceWords(name);
    if (isDefinite(answer.reason)) absences.push({ of: name, ...absence(facts.domain, name, answer) });
    else points.push(`The ${called} was not read: ${FAILURE_WORDS[answer.reason]}. Missing: ${missing}.`);
  }
  return { missing: { title: NOT_COMPLETE, points }, absences };
}

const labelled = (kind: ClaimKind) => ({ kind, label: CLAIM_LABELS[kind] });

function absence(
  domain: string,
  name: string,
  { reason, sourceUrl }: { readonly reason: SourceFailure; readonly sourceUrl: string },
): Omit<Absence, 'of'> {
  const dns = { name: 'dns', url: `dns:${domain}` } as const;
  const asked = { name, url: sourceUrl };
  // The DNS knows no host for it: no site said so.
  if (name === 'site' && reason === 'not_found')
    return { ...labelled('webSite'), words: 'None at this domain', source: dns };
  if (name === 'site') return { ...labelled('webSite'), words: 'No page at its address', source: asked };
  if (name === 'dns') return { ...labelled('dns'), words: 'Does not know the domain', source: dns };
  if (name !== 'rdap') return { label: name, words: 'Does not know the company', source: asked };
  const words =
    reason === 'not_offered'
      ? 'Not known: IANA lists no RDAP service for such domains'
      : 'Its registry does not know it';
  return { ...labelled('registered'), words, source: asked };
}
