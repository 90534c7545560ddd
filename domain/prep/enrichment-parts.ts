import { isoInstant } from '../time/local.ts';
import { answeredTopics } from './answer-topics.ts';
import { isNoDomain } from './check-first.ts';
import { leadDays } from './claims.ts';
import { FAILURE_WORDS } from './failure-words.ts';
import { count } from './pack-days.ts';
import type { EnrichmentParts, PackInput } from './pack-input.ts';
import { type PackParts, packParts } from './pack-parts.ts';
import { cleaned, toPlain } from './pack-words.ts';
import type { DomainFacts, SourceAnswer } from './source.ts';

/** Before the first look-up has ended. */
export const NOTHING: EnrichmentParts = {
  companyFacts: null,
  personFacts: null,
  conversationSignals: null,
  brief: null,
  score: null,
  providerBreakdown: null,
};

/** The free-form objects of an enrichment record. All are null until the look-up has ended. */
export function enrichmentParts(input: PackInput): EnrichmentParts {
  const { status, facts } = input.lookUp;
  if (status === 'pending' || status === 'running') return NOTHING;
  const parts = packParts(input);
  return {
    companyFacts: parts.company,
    personFacts: {
      name: input.guest.name === null ? null : cleaned(input.guest.name, 120),
      ...parts.person,
      timezone: input.guest.timezone,
      isByAgent: input.guest.isByAgent,
    },
    conversationSignals: signals(input),
    brief: brief(input, parts),
    score: score(input, parts),
    providerBreakdown: facts && breakdown(facts),
  };
}

function signals({ startMs, bookedMs, guest, history, answers }: PackInput): EnrichmentParts['conversationSignals'] {
  return {
    leadDays: leadDays(startMs, bookedMs),
    reschedules: guest.reschedules,
    furtherGuests: guest.furtherGuests,
    meetingsHeld: history.completed,
    noShows: history.noShows,
    canceled: history.canceled,
    upcoming: history.upcoming,
    answered: answeredTopics(answers),
  };
}

function brief({ guest }: PackInput, parts: PackParts): EnrichmentParts['brief'] {
  const { company, companyDomain, companyClaims, answerClaims, bookingClaims } = parts;
  const who = cleaned(guest.name ?? '', 120) || guest.email;
  const where = company?.name ?? companyDomain;
  const points = [...companyClaims.slice(0, 3), ...answerClaims.slice(0, 3), ...bookingClaims.slice(0, 1)];
  return {
    headline: where === '' ? who : `${who}, ${where}`,
    points: [
      ...parts.checkFirst.map((sign) => `Check this first: ${sign}`),
      ...points.map(({ label, words }) => `${toPlain(label)}: ${toPlain(words)}`),
    ],
    missing: [...parts.missing.points, ...parts.absences.map(({ label, words }) => `${label}: ${words}`)],
  };
}

const ADDRESS_POINTS = { business: 20, role: 10, free: 5, disposable: 0, non_public: 0 } as const;

/** How much is known. Each part says why it has its points. */
function score(
  { emailClass, history, lookUp }: PackInput,
  { company, inTheirWords }: PackParts,
): EnrichmentParts['score'] {
  const isNowhere = lookUp.facts !== null && isNoDomain(lookUp.facts);
  const part = (name: string, points: number, most: number, because: string) => ({ name, points, most, because });
  const either = (name: string, most: number, isKnown: boolean, yes: string, no: string) =>
    part(name, isKnown ? most : 0, most, isKnown ? yes : no);
  const parts = [
    isNowhere
      ? part('address', 0, 20, 'The domain of the address does not exist')
      : part('address', ADDRESS_POINTS[emailClass], 20, `The address is of the kind ${emailClass}`),
    either(
      'purpose',
      20,
      Boolean(company?.oneLiner),
      'Its site says what it does',
      'Nothing that was read says what it does',
    ),
    either('size', 10, Boolean(company?.employees), 'Its site says how many people', 'Nothing says how many people'),
    either('age', 10, Boolean(company?.registeredOn), 'The registry says since when', 'Nothing says since when'),
    either(
      'footprint',
      10,
      Boolean(company && (company.mailProvider || company.tools.length > 0)),
      'Its DNS shows what it uses',
      'Nothing shows what it uses',
    ),
    part(
      'answers',
      Math.min(20, inTheirWords.length * 5),
      20,
      `The guest gave ${count(inTheirWords.length, 'answer')}; 4 are enough`,
    ),
    either(
      'history',
      10,
      history.completed > 0,
      'Your records have an earlier meeting',
      'Your records have no earlier meeting',
    ),
  ];
  return { total: parts.reduce((sum, { points }) => sum + points, 0), parts };
}

const breakdown = ({ dns, site, rdap, added = {} }: DomainFacts): EnrichmentParts['providerBreakdown'] => ({
  ...Object.fromEntries(Object.entries(added).map(([name, answer]) => [name, run(answer)])),
  ...{ dns: run(dns), site: run(site), rdap: run(rdap) },
});

const run = (answer: SourceAnswer<object>) => ({
  outcome: answer.outcome,
  reason: answer.outcome === 'failed' ? FAILURE_WORDS[answer.reason] : null,
  sourceUrl: answer.sourceUrl,
  askedAt: isoInstant(answer.askedAtMs),
  tookMs: Math.max(0, Math.round(answer.tookMs)),
  credits: answer.credits ?? 0,
});
