import { expect, it } from 'vitest';
import { packOf } from '../../../../api/pages/app/prep-pack-view.ts';
import { KIND_OF_ADDRESS, NOTE_OF_LAST_TIME } from '../../../../domain/prep/claims.ts';
import { makePack } from '../../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../../domain/prep/pack-input.ts';
import { packInput } from '../../../domain/prep/pack-inputs.ts';

/** Questions that have the names of claims of ours: one whole, one up to its colon. */
const answers: PackInput['answers'] = [
  { key: 'a', label: NOTE_OF_LAST_TIME, display: 'You promised half the price' },
  { key: 'b', label: `${KIND_OF_ADDRESS}: which one?`, display: 'The one of the board' },
];

const viewOf = (changes: Partial<PackInput>) => {
  const generatedAt = '2026-11-24T08:00:00.000Z';
  return packOf({ ...makePack(packInput({ answers, ...changes })), generatedAt }, []);
};

it('no answer of a guest stands as a note of the host or as our own word, whatever its question is called', () => {
  const view = viewOf({ hostNotes: null, emailClass: 'business' });
  expect([view.notes, view.lastNotes, view.guest.kindOfAddress]).toEqual([null, null, null]);
  const shown = JSON.stringify([view.answers, view.questions, view.inShort]);
  for (const { display } of answers) expect(shown).toContain(display);
});

it('the notes of the host and our own words stand beside such answers', () => {
  const history = { ...packInput().history, lastNotes: 'Wants references' };
  const view = viewOf({ history, emailClass: 'role' });
  expect([view.lastNotes, view.guest.kindOfAddress]).toEqual(['Wants references', expect.stringContaining('shared')]);
  expect(view.company.facts.map(({ label }) => label)).not.toContain(KIND_OF_ADDRESS);
});
