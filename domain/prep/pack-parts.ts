import { type PersonAnswers, personAnswers, personPlaces } from './answer-topics.ts';
import { checkFirst, isNoDomain } from './check-first.ts';
import { bookingClaims, type Claim, claim, guestClaims } from './claims.ts';
import { bothOfCompany, companyClaims, providerClaims } from './company-claims.ts';
import { type CompanyFacts, companyFactsOf } from './company-facts.ts';
import { type KindWords, kindWords } from './company-kind.ts';
import { TEMPLATES } from './host-texts.ts';
import { type LookUpGaps, lookUpGaps } from './look-up-gaps.ts';
import type { MadePack, PackInput } from './pack-input.ts';
import { cleaned, hosts, theirs } from './pack-words.ts';
import { type Questions, questionsFor } from './questions.ts';
import { inTheirWords, type Said } from './said.ts';

/** What `softQualifyOnly` of a template means. */
export const SOFT_QUALIFY = 'Questions whose only use is to find out whether they are worth your time';

/** A pack before it is written down: both its text and its fields are made from this. */
export interface PackParts extends LookUpGaps, Questions {
  readonly person: PersonAnswers;
  /** What to check before anything else. */
  readonly checkFirst: readonly string[];
  readonly company: CompanyFacts | null;
  /** The domain of the company, also if it was not looked up; empty: none is known. */
  readonly companyDomain: string;
  /** What to call it. */
  readonly kind: KindWords;
  readonly guestClaims: readonly Claim[];
  readonly companyClaims: readonly Claim[];
  readonly bookingClaims: readonly Claim[];
  /** The guest's answers, why they come first, then by worth. */
  readonly inTheirWords: readonly Said[];
  /** The same, as claims; without those that stand under who they are: their job, their profile. */
  readonly answerClaims: readonly AnswerClaim[];
  readonly noteClaims: readonly Claim[];
  readonly locks: MadePack['locks'];
  readonly closer: string;
  readonly purpose: string;
}

/** An answer, and its place among all of the form, from 0. */
export interface AnswerClaim extends Claim {
  readonly at: number;
  readonly isReason: boolean;
}

export function packParts(input: PackInput): PackParts {
  const template = TEMPLATES[input.template];
  const person = personAnswers(input.answers);
  const gaps = lookUpGaps(input);
  const { facts, isStale } = input.lookUp;
  const isNowhere = facts !== null && isNoDomain(facts);
  const company = facts && companyFactsOf(facts, { isStale, atMs: input.startMs });
  const kind = kindWords(company, input.companyDomain ?? '');
  const questions = questionsFor(input, template, { company, kind });
  const { titleAt, linkedinAt } = personPlaces(input.answers);
  const said = inTheirWords(input.answers, questions.reason);
  const softly = input.texts.softQualifyOnly ?? template.softQualifyOnly;
  const ofSources = company === null ? [] : companyClaims(company, input.startMs);
  return {
    ...gaps,
    ...questions,
    person,
    checkFirst: checkFirst(input, company),
    company,
    companyDomain: input.companyDomain ?? '',
    kind,
    guestClaims: guestClaims(input),
    companyClaims: [
      ...absent(gaps, 'site'),
      ...ofSources,
      ...(facts === null || isNowhere ? [] : providerClaims(facts, ofSources)),
      ...absent(gaps, 'dns'),
      ...(isNowhere ? [] : Object.keys(facts?.added ?? {})).flatMap((name) => absent(gaps, name)),
    ],
    bookingClaims: bookingClaims(input),
    inTheirWords: said,
    answerClaims: said.filter(({ at, isReason }) => isReason || (at !== titleAt && at !== linkedinAt)).map(answerClaim),
    noteClaims: noteClaims(input),
    locks: {
      brandSpeakFrom: own(input.texts.brandSpeakFrom) ?? template.brandSpeakFrom,
      doNotSay: [...(own(input.texts.doNotSay) ?? template.doNotSay), ...(softly ? [SOFT_QUALIFY] : [])],
      softQualifyOnly: softly,
    },
    closer: input.texts.closer === null ? template.closer : cleaned(input.texts.closer, 300),
    purpose: input.texts.purpose === null ? template.purpose : cleaned(input.texts.purpose, 300),
  };
}

/** That there is no web site stands where its words would. What a registry does not know helps nobody: it is in the record alone. */
const absent = ({ absences }: LookUpGaps, name: string): Claim[] =>
  absences
    .filter((absence) => absence.of === name)
    .map(({ kind, label, words, source }) => ({
      ...(kind && { kind }),
      label: [label],
      words: [words],
      tag: 'source',
      source,
    }));

const own = (lines: readonly string[] | null): string[] | null => lines?.map((line) => cleaned(line, 300)) ?? null;

const answerClaim = ({ answer: { label, display }, at, isReason }: Said): AnswerClaim => ({
  ...{ label: [hosts(label)], words: [theirs(display)], tag: 'guest', at, isReason },
});

/** The host's own, of this meeting and of the last one that took place. */
function noteClaims({ hostNotes, history }: PackInput): Claim[] {
  const note = (kind: 'note' | 'noteOfLastTime', notes: string): Claim[] =>
    cleaned(notes) === '' ? [] : [claim(kind, [hosts(notes)], 'host')];
  return [...note('note', hostNotes ?? ''), ...note('noteOfLastTime', history.lastNotes ?? '')];
}

/** All claims of a pack, in the order of its text. */
export const claimsOf = (parts: PackParts): (Claim | AnswerClaim)[] => [
  ...parts.answerClaims,
  ...parts.noteClaims,
  ...parts.guestClaims,
  ...parts.bookingClaims,
  ...bothOfCompany(parts).flat(),
];
