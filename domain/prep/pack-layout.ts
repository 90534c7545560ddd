import type { Claim } from './claims.ts';
import { bothOfCompany } from './company-claims.ts';
import { type InShort, inShort } from './in-short.ts';
import type { MadePack, PackInput } from './pack-input.ts';
import type { AnswerClaim, PackParts } from './pack-parts.ts';

/** The headings of a pack in their order, in its text, on its page and in its mail. */
export const PACK_HEADINGS = {
  /** Before all others; a box in the text. */
  checkFirst: 'Check this first',
  short: 'In short',
  notes: 'Your notes',
  ask: 'Ask',
  /** Where other answers stand above, with the questions that build on them. */
  saidElse: 'What else they wrote',
  said: 'In their words',
  who: 'Who',
  speakFrom: 'Speak from',
  doNotSay: 'Do not say',
  close: 'Close',
  records: 'What else its records say',
} as const;

/** The heading about the place where the guest works. @param kind what it is called: "company", "firm" */
export const companyHeading = (kind: string): string => `Their ${kind}`;

/** Which claim stands where. None stands twice. */
export interface PackLayout {
  /** When it is for the guest; null: the clock there is the host's. */
  readonly theirTime: Claim | null;
  readonly short: readonly InShort[];
  readonly notes: readonly Claim[];
  /** Below the questions that build on them. */
  readonly quotes: readonly AnswerClaim[];
  readonly saidHeading: string;
  readonly said: readonly AnswerClaim[];
  readonly who: readonly Claim[];
  readonly company: readonly Claim[];
  /** How the company runs its mail and site: read by few, so it stands last. */
  readonly records: readonly Claim[];
}

/** The claims of a pack by their places, for all that show one. */
export function packLayout(input: PackInput, parts: PackParts): PackLayout {
  const short = inShort(input, parts);
  const theirTime = parts.guestClaims.find(({ kind }) => kind === 'theirTime') ?? null;
  const told = new Set<Claim | null>([theirTime, ...short.flatMap((line) => line.told)]);
  const left = <Of extends Claim>(claims: readonly Of[]): Of[] => claims.filter((claim) => !told.has(claim));
  const answers = left(parts.answerClaims);
  const isQuote = ({ at }: AnswerClaim) => parts.questions.some(({ about }) => about === at);
  const quotes = answers.filter(isQuote);
  const [company, records] = bothOfCompany(parts);
  return {
    ...{ theirTime, short, quotes },
    notes: left(parts.noteClaims),
    saidHeading: saidHeading(parts.answerClaims.length > answers.length - quotes.length),
    said: answers.filter((answer) => !isQuote(answer)),
    who: left([...parts.guestClaims, ...parts.bookingClaims]),
    company: left(company),
    records: left(records),
  };
}

/** Below which heading a claim stands; `time`: beside the host's time. */
export type ClaimPlace = NonNullable<MadePack['provenance'][number]['place']>;

/** The place of each claim, as an entry of the provenance has it: the page shows a pack by these. */
export function placesOf(layout: PackLayout): ReadonlyMap<Claim, ClaimPlace> {
  const { theirTime, short, notes, quotes, said, who, company, records } = layout;
  const claims: Readonly<Record<ClaimPlace, readonly Claim[]>> = {
    time: theirTime === null ? [] : [theirTime],
    short: short.flatMap(({ told }) => told),
    ...{ notes, ask: quotes, said, who, company, records },
  };
  return new Map(
    (Object.keys(claims) as ClaimPlace[]).flatMap((place) => claims[place].map((claim) => [claim, place] as const)),
  );
}

/** @param isPart some of their answers stand elsewhere */
export const saidHeading = (isPart: boolean): string => (isPart ? PACK_HEADINGS.saidElse : PACK_HEADINGS.said);
