import type { z } from 'zod';
import { KIND_OF_ADDRESS, NOTE_OF_LAST_TIME } from '../../../domain/prep/claims.ts';
import { isBackground } from '../../../domain/prep/company-claims.ts';
import { companyHeading, saidHeading } from '../../../domain/prep/pack-layout.ts';
import { SOFT_QUALIFY } from '../../../domain/prep/pack-parts.ts';
import { shownAddress } from '../../../domain/prep/pack-words.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import type { PrepClaim } from '../../../web/parts/prep-claims.tsx';
import type { PrepPack } from '../../../web/parts/prep-pack.tsx';

type Meeting = z.output<typeof meetings.getMeeting.output>;
type Pack = z.output<typeof prep.getPrepPack.output>;

/** What the booking itself says, while there is no pack. */
export const knownOf = ({ invitee, formAnswers, hostNotes, guests }: Meeting): PrepPack => ({
  ...{ purpose: null, inShort: [], history: [], background: [], notes: hostNotes, lastNotes: null },
  company: { heading: companyHeading('company'), domain: '', facts: [] },
  guest: {
    ...{ name: invitee.name ?? null, email: invitee.email ?? null, title: null, linkedin: null, kindOfAddress: null },
    alsoInvited: guests,
  },
  saidHeading: saidHeading(false),
  answers: formAnswers.flatMap(({ label, display }) => (display === '' ? [] : [{ label, value: display }])),
  ...{ checkFirst: [], questions: [], speakFrom: [], doNotSay: [], closer: '' },
});

/** A pack as its page shows it, each fact once. @param alsoInvited as it is now */
export function packOf(pack: Pack, alsoInvited: readonly string[]): PrepPack {
  const { whyMeeting, locks, closer, provenance, purpose, checkFirst, inShort = [] } = pack;
  const isTold = new Set(inShort.flatMap(({ claims }) => claims));
  const claims = provenance.map(toClaim);
  const left = claims.filter((_, at) => !isTold.has(at + 1));
  const ofCompany = left.filter(
    (claim) => (claim.tag === 'source' || claim.tag === 'estimate') && !isOurs('estimate', KIND_OF_ADDRESS)(claim),
  );
  return {
    purpose: purpose ?? null,
    inShort: inShort.map(({ label, words, claims: told }) => ({
      ...{ label, words },
      from: told.flatMap((n) => claims[n - 1] ?? []),
    })),
    guest: guestOf(pack, claims, alsoInvited),
    // Notes have a part of their own.
    history: left.filter(({ tag, label }) => tag === 'host' && label !== 'Note' && label !== NOTE_OF_LAST_TIME),
    ...saidOf(pack),
    checkFirst: checkFirst ?? [],
    notes: whyMeeting.hostNotes ?? null,
    lastNotes: claims.find(isOurs('host', NOTE_OF_LAST_TIME))?.words ?? null,
    company: {
      heading: companyHeading(pack.company.kind ?? 'company'),
      domain: pack.company.domain,
      facts: ofCompany.filter(({ label }) => !isBackground(label)),
    },
    background: ofCompany.filter(({ label }) => isBackground(label)),
    speakFrom: locks.brandSpeakFrom,
    // Older packs have it in their text alone.
    doNotSay: [...new Set([...locks.doNotSay, ...(locks.softQualifyOnly ? [SOFT_QUALIFY] : [])])],
    closer,
  };
}

/** Whether it is our claim of this name: a question of a form may have the same one, and a guest's answer is nobody else's word. */
const isOurs =
  (tag: PrepClaim['tag'], label: string) =>
  (claim: PrepClaim): boolean =>
    claim.tag === tag && claim.label === label;

/** What the first lines do not say of the guest. */
function guestOf(
  { guest, inShort }: Pack,
  claims: readonly PrepClaim[],
  alsoInvited: readonly string[],
): PrepPack['guest'] {
  const told = inShort ? { name: null, email: null, title: null } : null;
  return {
    ...(told ?? { name: guest.name || null, email: guest.email, title: guest.title ?? null }),
    linkedin: guest.linkedin === undefined ? null : shownAddress(guest.linkedin),
    kindOfAddress: claims.find(isOurs('estimate', KIND_OF_ADDRESS))?.words ?? null,
    alsoInvited,
  };
}

/** Questions, under each the answer on which it builds, and the other answers, whole. */
function saidOf({
  questions,
  whyMeeting,
  inTheirWords,
  inShort,
  guest,
}: Pack): Pick<PrepPack, 'questions' | 'saidHeading' | 'answers'> {
  const said = answersOf(whyMeeting.bookingAnswers, inTheirWords);
  const isInShort = inTheirWords?.map(({ isReason, words }) => inShort !== undefined && isReason && !isCut(words));
  const isQuoted = new Set(questions.flatMap(({ answer }) => (inShort && answer ? [answer - 1] : [])));
  // Their job stands beside their name.
  const isElsewhere = (value: string, at: number) => isInShort?.[at] || isQuoted.has(at) || value === guest.title;
  const answers = said.filter(({ value }, at) => !isElsewhere(value, at));
  return {
    questions: questions.map(({ text, answer = 0 }) => ({
      text,
      quote: inShort && !isInShort?.[answer - 1] ? (said[answer - 1] ?? null) : null,
    })),
    saidHeading: saidHeading(inShort !== undefined && said.some((_, at) => isInShort?.[at] || isQuoted.has(at))),
    answers,
  };
}

/** Only the beginning of a long answer is in the first lines. */
const isCut = (words: string): boolean => words.endsWith('…');

/** Whole answers, in the order of the pack. */
function answersOf(answers: Pack['whyMeeting']['bookingAnswers'], said: Pack['inTheirWords']): PrepPack['answers'] {
  if (!said) return answers.filter(({ value }) => value !== '');
  return said.map(({ label, words }) => {
    const start = words.replace(/…$/u, '');
    return (
      answers.find((answer) => answer.label === label && answer.value.startsWith(start)) ?? { label, value: words }
    );
  });
}

/** "Industry: “Software”" in two parts. Labels of claims hold no colon; only questions of a form may, and those stand elsewhere. */
function toClaim({ claim, tag, sourceUrl }: Pack['provenance'][number]): PrepClaim {
  const colon = claim.indexOf(': ');
  return {
    label: colon < 0 ? '' : claim.slice(0, colon),
    words: colon < 0 ? claim : claim.slice(colon + 2),
    tag,
    source: sourceUrl === undefined ? null : sourceName(sourceUrl),
  };
}

/** A source as a reader knows it: "DNS", or the host of the page. It is no link: the guest chose the domain. */
const sourceName = (url: string): string =>
  url.startsWith('dns:') ? 'DNS' : (shownAddress(url.replace(/^http:/, 'https:')).split('/', 1)[0] ?? url);
