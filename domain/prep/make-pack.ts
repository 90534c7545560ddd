import { requestHash } from '../secrets.ts';
import { furtherTools } from './company-claims.ts';
import { peopleInWords } from './pack-days.ts';
import type { MadePack, PackInput } from './pack-input.ts';
import { type PackLayout, packLayout, placesOf } from './pack-layout.ts';
import { packMarkdown } from './pack-markdown.ts';
import { claimsOf, type PackParts, packParts } from './pack-parts.ts';
import { cleaned, toPlain } from './pack-words.ts';
import type { SourceAnswer } from './source.ts';

/** Without when a source was asked, how long it took and what it cost: a second look that finds the same makes the same pack. */
const answer = ({ askedAtMs: _, tookMs: __, credits: ___, ...said }: SourceAnswer<object>): object => said;

/**
 * SHA-256 in hex over the canonical JSON (RFC 8785) of all that a pack is made from. It changes exactly when one of these
 * does; the DNS gives mail hosts in any order, so theirs does not count.
 */
export function sourceFingerprint(input: PackInput): string {
  const { facts } = input.lookUp;
  const { dns } = facts ?? {};
  const sorted =
    dns?.outcome === 'found' ? { ...dns, facts: { ...dns.facts, mailHosts: [...dns.facts.mailHosts].sort() } } : dns;
  const said = facts &&
    sorted && {
      ...{ domain: facts.domain, dns: answer(sorted), site: answer(facts.site), rdap: answer(facts.rdap) },
      ...(facts.added && { added: Object.entries(facts.added).map(([name, one]) => ({ name, ...answer(one) })) }),
    };
  return requestHash({ ...input, lookUp: { ...input.lookUp, facts: said } }).toString('hex');
}

/** Changes with the rules by which packs are made, so that an old pack can be told from a new one. */
export const PACK_VERSION = 'pack-6';

/**
 * Makes the pack of a booking. The same input gives the same bytes. Nothing is invented: each claim is an entry of
 * `provenance`, with the page that says it, or a tag that says whose word it is.
 */
export function makePack(input: PackInput): MadePack {
  const parts = packParts(input);
  const layout = packLayout(input, parts);
  return {
    bookingId: input.bookingId,
    status: parts.missing.points.length === 0 ? 'succeeded' : 'degraded',
    templateHint: input.template,
    purpose: parts.purpose,
    markdown: packMarkdown(input, parts, layout),
    checkFirst: [...parts.checkFirst],
    inShort: shortOf(parts, layout),
    inTheirWords: parts.inTheirWords.map(({ answer, isReason }) => ({
      label: cleaned(answer.label),
      words: cleaned(answer.display),
      isReason,
    })),
    guest: guestOf(input, parts),
    company: companyOf(parts),
    whyMeeting: {
      eventType: cleaned(input.eventType.name),
      bookingAnswers: input.answers.map(({ label, display }) => ({
        label: cleaned(label),
        value: cleaned(display, 5_000),
      })),
      ...(cleaned(input.hostNotes ?? '') !== '' && { hostNotes: cleaned(input.hostNotes ?? '', 5_000) }),
    },
    ...(parts.missing.points.length > 0 && { missing: { ...parts.missing, points: [...parts.missing.points] } }),
    locks: parts.locks,
    questions: questionsOf(parts),
    closer: parts.closer,
    provenance: provenanceOf(parts, layout),
    ...(input.enrichmentRecordId !== null && { enrichmentRecordId: input.enrichmentRecordId }),
    modelMeta: { promptVersion: PACK_VERSION, generator: 'deterministic', questionsSource: parts.questionsSource },
    sourceFingerprint: sourceFingerprint(input),
  };
}

/** The first lines, each with the places of the claims that it tells. */
function shortOf(parts: PackParts, { short }: PackLayout): MadePack['inShort'] {
  const claims = claimsOf(parts);
  return short.map(({ label, words, told }) => ({
    ...{ label, words: toPlain(words) },
    claims: told.map((claim) => claims.indexOf(claim) + 1),
  }));
}

/** The answer on which a question builds, by its place in `inTheirWords`, counted from 1. */
export const answerOf = ({ inTheirWords }: Pick<PackParts, 'inTheirWords'>, about: number | null): number =>
  inTheirWords.findIndex(({ at }) => at === about) + 1;

const questionsOf = (parts: PackParts): MadePack['questions'] =>
  parts.questions.map(({ about, ...question }) => {
    const answer = answerOf(parts, about);
    return { ...question, ...(answer > 0 && { answer }) };
  });

/** Each claim, with its place in the pack; of an answer also which of theirs it is. */
function provenanceOf(parts: PackParts, layout: PackLayout): MadePack['provenance'] {
  const places = placesOf(layout);
  return claimsOf(parts).map((claim) => {
    const [label, place] = [toPlain(claim.label), places.get(claim)];
    const answer = 'at' in claim ? answerOf(parts, claim.at) : 0;
    return {
      claim: `${label}: ${toPlain(claim.words)}`,
      label,
      tag: claim.tag,
      ...(place && { place }),
      ...(answer > 0 && { answer }),
      ...(claim.source && { sourceUrl: claim.source.url }),
    };
  });
}

const guestOf = ({ guest }: PackInput, { person }: PackParts): MadePack['guest'] => ({
  name: cleaned(guest.name ?? '', 120),
  email: guest.email,
  ...(person.title !== null && { title: person.title }),
  ...(person.linkedin !== null && { linkedin: person.linkedin }),
});

function companyOf({ company, companyDomain, kind }: PackParts): MadePack['company'] {
  const footprint =
    company &&
    [
      company.mailProvider && `mail by ${company.mailProvider}`,
      company.hostingProvider && `hosted by ${company.hostingProvider}`,
      furtherTools(company).length > 0 && `records name ${furtherTools(company).slice(0, 8).join(', ')}`,
    ]
      .filter((words) => words)
      .join('; ');
  return {
    domain: companyDomain,
    kind: kind.noun,
    oneLiner: company?.oneLiner ?? '',
    ...(company?.employees && { sizeSignal: `${peopleInWords(company.employees)}, as its site says` }),
    ...(footprint && { footprint }),
  };
}
