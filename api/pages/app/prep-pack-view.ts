import type { z } from 'zod';
import { type ClaimKind, kindOfLabel } from '../../../domain/prep/claim-kinds.ts';
import { type ClaimPlace, companyHeading, saidHeading } from '../../../domain/prep/pack-layout.ts';
import { SOFT_QUALIFY } from '../../../domain/prep/pack-parts.ts';
import { shownAddress } from '../../../domain/prep/pack-words.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import { nameOf, type PrepClaim } from '../../../web/parts/prep-claims.tsx';
import type { KnownOfGuest } from '../../../web/parts/prep-known.tsx';
import type { PrepPack } from '../../../web/parts/prep-pack.tsx';
import { answersIn, withPlaces } from './older-pack.ts';

type Meeting = z.output<typeof meetings.getMeeting.output>;
type Pack = z.output<typeof prep.getPrepPack.output>;

/** What the booking itself says, while there is no pack. */
export const knownOf = ({ invitee, formAnswers, hostNotes }: Meeting): KnownOfGuest => ({
  ...{ name: invitee.name ?? null, email: invitee.email ?? null, notes: hostNotes },
  answers: formAnswers.flatMap(({ label, display }) => (display === '' ? [] : [{ label, value: display }])),
});

/** A claim of a pack, and where it stands. */
interface Placed {
  readonly claim: PrepClaim;
  /** undefined: it is none of ours */
  readonly kind: ClaimKind | undefined;
  readonly place: ClaimPlace | undefined;
  /** of the guest's answers, from 1; undefined: it is none */
  readonly answer: number | undefined;
}

/**
 * A pack as its page shows it: each claim where the pack says that it stands (`packLayout`), answers and notes whole.
 * @param hasGuestList the page names who else was invited, so their number is not told again
 */
export function packOf(given: Pack, hasGuestList: boolean): PrepPack {
  const pack = withPlaces(given);
  const { locks, closer, purpose, checkFirst } = pack;
  const placed = pack.provenance.map(toPlaced);
  const at = (place: ClaimPlace): PrepClaim[] =>
    placed.flatMap((one) => (one.place === place && !(hasGuestList && isCountOfGuests(one)) ? [one.claim] : []));
  return {
    ...{
      purpose: purpose ?? null,
      checkFirst: checkFirst ?? [],
      inShort: shortOf(pack, placed),
      notes: notesOf(pack, placed),
    },
    ...saidOf(pack, placed),
    who: at('who'),
    company: { heading: companyHeading(pack.company.kind ?? 'company'), facts: at('company') },
    records: at('records'),
    speakFrom: locks.brandSpeakFrom,
    // Older packs have it in their text alone.
    doNotSay: [...new Set([...locks.doNotSay, ...(locks.softQualifyOnly ? [SOFT_QUALIFY] : [])])],
    closer,
  };
}

const isCountOfGuests = ({ kind }: Placed): boolean => kind === 'alsoInvited';

/** The first lines, each with whose word it is; of why they come also the question, and the whole answer. */
function shortOf(pack: Pack, placed: readonly Placed[]): PrepPack['inShort'] {
  const answers = wholeAnswers(pack);
  return (pack.inShort ?? []).map(({ label, words, claims }) => {
    const told = claims.flatMap((n) => placed[n - 1] ?? []);
    const from = [...new Set(told.map(({ claim }) => nameOf(claim)))].join(', ');
    const [reason] = told.flatMap(({ answer }) => (answer === undefined ? [] : (answers[answer - 1] ?? [])));
    return { label, words, from: reason ? `${from}, asked “${reason.label}”` : from, answer: reason?.value ?? null };
  });
}

/** The host's note of this meeting stands whole; a claim has its beginning. */
const notesOf = ({ whyMeeting }: Pack, placed: readonly Placed[]): PrepPack['notes'] =>
  placed
    .filter(({ place }) => place === 'notes')
    .map(({ kind, claim: { label, words } }) =>
      kind === 'note' ? { label: null, words: whyMeeting.hostNotes ?? words } : { label, words },
    );

/** Questions, under each the answer on which it builds, and the other answers, whole. */
function saidOf(pack: Pack, placed: readonly Placed[]): Pick<PrepPack, 'questions' | 'said'> {
  const answers = wholeAnswers(pack);
  const numbersAt = (...places: (ClaimPlace | undefined)[]): number[] =>
    placed.flatMap(({ place, answer }) => (answer !== undefined && places.includes(place) ? [answer] : []));
  const quoted = new Set(numbersAt('ask'));
  return {
    questions: pack.questions.map(({ text, answer = 0 }) => ({
      text,
      quote: quoted.has(answer) ? (answers[answer - 1] ?? null) : null,
    })),
    said: {
      heading: saidHeading(numbersAt('ask', 'short').length > 0),
      answers: numbersAt('said').flatMap((answer) => answers[answer - 1] ?? []),
    },
  };
}

/** Whole answers, in the order of the pack, which has their beginnings. */
function wholeAnswers(pack: Pack): PrepPack['said']['answers'] {
  const { bookingAnswers } = pack.whyMeeting;
  return answersIn(pack).map(({ label, words }) => {
    const start = words.replace(/…$/u, '');
    return bookingAnswers.find((one) => one.label === label && one.value.startsWith(start)) ?? { label, value: words };
  });
}

const toPlaced = ({ claim, label = '', tag, sourceUrl, place, answer }: Pack['provenance'][number]): Placed => ({
  claim: {
    ...{ label, tag, words: label === '' ? claim : claim.slice(label.length + 2) },
    source: sourceUrl === undefined ? null : sourceName(sourceUrl),
  },
  // A question of a form may have the label of a claim of ours.
  kind: answer === undefined ? kindOfLabel(label) : undefined,
  ...{ place, answer },
});

/** A source as a reader knows it: "DNS", or the host of the page. It is no link: the guest chose the domain. */
const sourceName = (url: string): string =>
  url.startsWith('dns:') ? 'DNS' : (shownAddress(url.replace(/^http:/, 'https:')).split('/', 1)[0] ?? url);
