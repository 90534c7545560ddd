import type { z } from 'zod';
import { isBackground, kindOfLabel } from '../../../domain/prep/claim-kinds.ts';
import type { ClaimPlace } from '../../../domain/prep/pack-layout.ts';
import { hosts, theirs, toPlain } from '../../../domain/prep/pack-words.ts';
import type { prep } from '../../../schemas/operations/prep.ts';

type Pack = z.output<typeof prep.getPrepPack.output>;
type Entry = Pack['provenance'][number];

/**
 * A pack of before `pack-6`, whose claims do not say where they stand, with the places that it would have now (docs/decisions/prep.md#made-by-rule). Its claims are told
 * apart by their tags and names. Packs are kept for a year: one year after that version, this file goes.
 */
export function withPlaces(pack: Pack): Pack {
  if (pack.provenance.every(({ place }) => place !== undefined)) return pack;
  const told = new Set(pack.inShort?.flatMap(({ claims }) => claims));
  const provenance = pack.provenance.map((entry, at): Entry => {
    const answer = answerOf(pack, entry) + 1;
    const label = answer > 0 ? answersIn(pack)[answer - 1]?.label : entry.claim.split(': ', 1)[0];
    const place = told.has(at + 1) ? 'short' : answer > 0 ? placeOfAnswer(pack, answer) : placeOf(entry, label ?? '');
    return { ...entry, ...(label !== undefined && { label }), place, ...(answer > 0 && { answer }) };
  });
  return { ...pack, provenance };
}

/** The guest's answers in the order of the pack. */
export const answersIn = ({ inTheirWords, whyMeeting }: Pack): readonly { label: string; words: string }[] =>
  inTheirWords ?? whyMeeting.bookingAnswers.map(({ label, value }) => ({ label, words: value }));

/** A question of a form may have the name of a claim of ours: only the whole claim tells. */
const answerOf = (pack: Pack, { claim, tag }: Entry): number =>
  tag === 'guest'
    ? answersIn(pack).findIndex(({ label, words }) => claim === toPlain([hosts(label), ': ', theirs(words)]))
    : -1;

const placeOfAnswer = ({ questions }: Pack, answer: number): ClaimPlace =>
  questions.some((question) => question.answer === answer) ? 'ask' : 'said';

function placeOf({ tag }: Entry, label: string): ClaimPlace {
  const kind = kindOfLabel(label);
  if (tag === 'host') return kind === 'note' || kind === 'noteOfLastTime' ? 'notes' : 'who';
  if (tag === 'guest') return kind === 'theirTime' ? 'time' : 'who';
  if (tag === 'estimate' && kind === 'mailbox') return 'who';
  return isBackground(kind) ? 'records' : 'company';
}
