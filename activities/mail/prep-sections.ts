import type { Claim } from '../../domain/prep/claims.ts';
import { isBackground } from '../../domain/prep/company-claims.ts';
import { sourceWords } from '../../domain/prep/failure-words.ts';
import type { PackParts } from '../../domain/prep/pack-parts.ts';
import { shortMail, toMail } from '../../domain/prep/pack-words.ts';
import type { SectionBlock, SectionItem } from './content.ts';

/** More are on the page: a mail is read on a phone, on the way to the meeting. */
const MOST_QUESTIONS = 3;
const MOST_ANSWERS = 3;
const MOST_OF_COMPANY = 4;
const MOST_LOCKS = 3;
/** Of a stranger's words. */
const MOST_CHARACTERS = 120;

/** Claims that the mail has elsewhere, in its heading and panel, or that help less than they take room. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Name', 'Address', 'LinkedIn', 'Booked', 'Also invited']);
const isNeeded = ({ label }: Claim): boolean => !LEFT_OUT.has(toMail(label)) && !isBackground(toMail(label));

/** The parts of a pack that a host reads just before the meeting, in that order, and a sentence that says what else the page has. */
export function packSections(parts: PackParts): { readonly sections: readonly SectionBlock[]; readonly more: string } {
  const { missing, locks, closer } = parts;
  const company = parts.companyClaims.filter(isNeeded);
  const sections = [
    section('Check this first', parts.checkFirst.map(plain)),
    section('In their words', parts.answerClaims.slice(0, MOST_ANSWERS).map(said)),
    section('Your notes', parts.noteClaims.map(noted)),
    {
      ...section(
        'Ask first',
        parts.questions.slice(0, MOST_QUESTIONS).map(({ text }) => plain(text)),
      ),
      isOrdered: true,
    },
    section('Who', [...parts.guestClaims, ...parts.bookingClaims].filter(isNeeded).map(told)),
    section('Their company', company.slice(0, MOST_OF_COMPANY).map(told)),
    section(missing.title, missing.points.map(plain)),
    section('Do not say', locks.doNotSay.slice(0, MOST_LOCKS).map(plain)),
    section('Close', [plain(closer)]),
  ].filter(({ items }) => items.length > 0);
  return { sections, more: moreWords(parts, company.length) };
}

const section = (heading: string, items: readonly SectionItem[]): SectionBlock => ({ kind: 'section', heading, items });

const plain = (text: string): SectionItem => ({ text });

/** The heading says what a note of this meeting is. One of the last meeting says so itself. */
const noted = ({ label, words }: Claim): SectionItem => ({
  ...(toMail(label) !== 'Note' && { label: toMail(label) }),
  text: shortMail(words, MOST_CHARACTERS * 2),
});

/** Whose word it is stands behind it. */
const told = ({ label, words, tag, source }: Claim): SectionItem => ({
  label: toMail(label),
  text: shortMail(words, MOST_CHARACTERS),
  from: source ? sourceWords(source.name).name : tag,
});

/** The heading says that they are the guest's. */
const said = ({ label, words }: Claim): SectionItem => ({
  label: toMail(label),
  text: shortMail(words, MOST_CHARACTERS),
});

function moreWords({ questions, answerClaims, companyClaims }: PackParts, companyShown: number): string {
  const counts = [
    [questions.length - MOST_QUESTIONS, 'more question'],
    [answerClaims.length - MOST_ANSWERS, 'more answer'],
    [companyClaims.length - Math.min(companyShown, MOST_OF_COMPANY), 'more fact about the company'],
  ] as const;
  const listed = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${plural(what, count)}`] : []));
  return `It has ${new Intl.ListFormat('en').format([...listed, 'all sources'])}. You can print it.`;
}

const plural = (what: string, count: number): string =>
  count === 1 ? what : what.replace('question', 'questions').replace('answer', 'answers').replace('fact', 'facts');
