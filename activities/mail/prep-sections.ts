import type { ClaimKind } from '../../domain/prep/claim-kinds.ts';
import type { Claim } from '../../domain/prep/claims.ts';
import { sourceWords } from '../../domain/prep/failure-words.ts';
import type { InShort } from '../../domain/prep/in-short.ts';
import { companyHeading, PACK_HEADINGS, type PackLayout } from '../../domain/prep/pack-layout.ts';
import type { PackParts } from '../../domain/prep/pack-parts.ts';
import { shortMail, toMail } from '../../domain/prep/pack-words.ts';
import type { LeftOut } from '../../texts/en/mails/meetings.ts';
import type { SectionBlock, SectionItem } from './content.ts';

/** More are on the page: a mail is read on a phone, on the way to the meeting. */
const MOST_QUESTIONS = 3;
const MOST_ANSWERS = 3;
const MOST_OF_COMPANY = 4;
const MOST_LOCKS = 3;
/** Of a stranger's words. */
const MOST_CHARACTERS = 120;

/** Claims that the mail has elsewhere, in its heading and panel, or that help less than they take room. */
const LEFT_OUT: ReadonlySet<ClaimKind | undefined> = new Set<ClaimKind>([
  ...(['name', 'address', 'linkedin', 'booked', 'alsoInvited'] as const),
]);
const isNeeded = ({ kind }: Claim): boolean => !LEFT_OUT.has(kind);

/** The parts of a pack that a host reads just before the meeting, in its order, and how much more the page has. */
export function packSections(
  parts: PackParts,
  layout: PackLayout,
): { readonly sections: readonly SectionBlock[]; readonly more: LeftOut } {
  const { missing, locks, closer } = parts;
  const heads = PACK_HEADINGS;
  const company = layout.company.filter(isNeeded);
  const said = layout.said.slice(0, MOST_ANSWERS);
  const sections = [
    section(heads.checkFirst, parts.checkFirst.map(plain)),
    section(heads.short, layout.short.flatMap(inShort)),
    section(heads.notes, layout.notes.map(noted)),
    {
      ...section(
        heads.ask,
        parts.questions.slice(0, MOST_QUESTIONS).map((question) => asked(question, layout.quotes)),
      ),
      isOrdered: true,
    },
    section(layout.saidHeading, said.map(quoted)),
    section(heads.who, layout.who.filter(isNeeded).map(told)),
    section(companyHeading(parts.kind.noun), company.slice(0, MOST_OF_COMPANY).map(told)),
    section(missing.title, missing.points.map(plain)),
    section(heads.doNotSay, locks.doNotSay.slice(0, MOST_LOCKS).map(plain)),
    section(heads.close, [plain(closer)]),
  ].filter(({ items }) => items.length > 0);
  const facts = company.length - Math.min(company.length, MOST_OF_COMPANY) + layout.records.length;
  const answers = layout.said.length - said.length + quotesBelow(parts, layout);
  return { sections, more: { questions: parts.questions.length - MOST_QUESTIONS, answers, facts } };
}

/** Answers that stand under questions which the mail has no room for. */
const quotesBelow = ({ questions }: PackParts, { quotes }: PackLayout): number =>
  quotes.filter(({ at }) => questions.slice(MOST_QUESTIONS).some(({ about }) => about === at)).length;

const section = (heading: string, items: readonly SectionItem[]): SectionBlock => ({ kind: 'section', heading, items });

const plain = (text: string): SectionItem => ({ text });

/** The heading says what a note of this meeting is. One of the last meeting says so itself. */
const noted = ({ kind, label, words }: Claim): SectionItem => ({
  ...(kind !== 'note' && { label: toMail(label) }),
  text: shortMail(words, MOST_CHARACTERS * 2),
});

/** Whose word it is stands behind it. */
const told = (claim: Claim): SectionItem => ({
  label: toMail(claim.label),
  text: shortMail(claim.words, MOST_CHARACTERS),
  from: fromOf(claim),
});

const fromOf = ({ source, tag }: Claim): string => (source ? sourceWords(source.name).name : tag);

/** The heading says that they are the guest's. */
const quoted = ({ label, words }: Claim): SectionItem => ({
  label: toMail(label),
  text: shortMail(words, MOST_CHARACTERS),
});

/** Name and address stand above, in the heading and the panel. */
function inShort({ label, words, told }: InShort): SectionItem[] {
  const here = told.filter(isNeeded);
  if (told.length > 0 && here.length === 0) return [];
  const shown = here.length === told.length ? words : here.flatMap((claim) => claim.words);
  const from = [...new Set(here.map(fromOf))].join(', ');
  return [{ label, text: shortMail(shown, MOST_CHARACTERS), ...(from !== '' && { from }) }];
}

/** A question, and the answer on which it builds. */
function asked({ text, about }: PackParts['questions'][number], quotes: PackLayout['quotes']): SectionItem {
  const quote = quotes.find(({ at }) => at === about);
  return quote ? { text: `${text} ${shortMail(quote.words, MOST_CHARACTERS)}`, from: 'guest' } : { text };
}
