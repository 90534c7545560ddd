import { describe, expect, it } from 'vitest';
import { withPlaces } from '../../../../api/pages/app/older-pack.ts';
import { packOf } from '../../../../api/pages/app/prep-pack-view.ts';
import { CLAIM_LABELS } from '../../../../domain/prep/claim-kinds.ts';
import { makePack } from '../../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../../domain/prep/pack-input.ts';
import { packLayout } from '../../../../domain/prep/pack-layout.ts';
import { packParts } from '../../../../domain/prep/pack-parts.ts';
import { toPlain } from '../../../../domain/prep/pack-words.ts';
import { PrepTemplate } from '../../../../schemas/shapes/prep.ts';
import { hostileInput } from '../../../domain/prep/hostile-input.ts';
import { HOSTILE_TEXTS } from '../../../domain/prep/hostile-texts.ts';
import { inputOf, packInput } from '../../../domain/prep/pack-inputs.ts';
import { COMPANIES } from '../../../domain/prep/recorded-companies.ts';

const { mailbox: KIND_OF_ADDRESS, noteOfLastTime: NOTE_OF_LAST_TIME } = CLAIM_LABELS;

const made = (input: PackInput) => ({ ...makePack(input), generatedAt: '2026-11-24T08:00:00.000Z' });
const NOTES: Partial<PackInput> = {
  hostNotes: `Ask about the crane. ${'It is high. '.repeat(100)}`,
  history: {
    ...packInput().history,
    completed: 1,
    lastMetAtMs: Date.UTC(2026, 4, 3, 9),
    lastNotes: 'Wants references',
  },
};

/** All kinds of packs: each company and template, with notes of the host, guests who try to instruct, no look-up. */
const INPUTS: readonly PackInput[] = [
  ...Object.keys(COMPANIES).flatMap((name) => PrepTemplate.options.map((template) => inputOf(name, template))),
  { ...inputOf('saas', 'sales'), ...NOTES },
  packInput({ emailClass: 'role', guest: { ...packInput().guest, furtherGuests: 2, reschedules: 1 } }),
  ...Object.values(HOSTILE_TEXTS).map(hostileInput),
];

describe('the page of a pack', () => {
  it('has each claim below the heading under which the text has it, with the notes of the host whole', () => {
    for (const input of INPUTS) {
      const parts = packParts(input);
      const layout = packLayout(input, parts);
      const view = packOf(made(input), false);
      const told = (claims: readonly { label: string; words: string }[]) =>
        claims.map(({ label, words }) => `${label}: ${words}`);
      const inText = (claims: typeof layout.who) =>
        claims.map(({ label, words }) => `${toPlain(label)}: ${toPlain(words)}`);
      expect(told(view.who)).toEqual(inText(layout.who));
      expect(told(view.company.facts)).toEqual(inText(layout.company));
      expect(told(view.records)).toEqual(inText(layout.records));
      expect(told(view.inShort)).toEqual(layout.short.map(({ label, words }) => `${label}: ${toPlain(words)}`));
      expect(view.said.heading).toBe(layout.saidHeading);
      expect(view.said.answers.map(({ label }) => label)).toEqual(layout.said.map(({ label }) => toPlain(label)));
      const quotes = view.questions.flatMap(({ quote }) => quote?.label ?? []);
      expect(new Set(quotes)).toEqual(new Set(layout.quotes.map(({ label }) => toPlain(label))));
      expect(view.notes.map(({ label }) => label ?? 'Note')).toEqual(layout.notes.map(({ label }) => toPlain(label)));
    }
    const { notes } = packOf(made({ ...inputOf('saas', 'sales'), ...NOTES }), false);
    expect(notes).toEqual([
      { label: null, words: NOTES.hostNotes?.trim() },
      { label: NOTE_OF_LAST_TIME, words: 'Wants references' },
    ]);
  });

  it('names who else was invited once: in its panel, or their number', () => {
    const pack = made(packInput({ guest: { ...packInput().guest, furtherGuests: 2 } }));
    const labels = (hasGuestList: boolean) => packOf(pack, hasGuestList).who.map(({ label }) => label);
    expect(labels(false).filter((label) => !labels(true).includes(label))).toEqual(['Also invited']);
  });

  it('finds the same places for a pack of before packs had them', () => {
    for (const input of INPUTS) {
      const pack = made(input);
      const older = pack.provenance.map(({ claim, tag, sourceUrl }) => ({
        claim,
        tag,
        ...(sourceUrl && { sourceUrl }),
      }));
      expect(withPlaces({ ...pack, provenance: older })).toEqual(pack);
    }
    const { inShort: _, inTheirWords: __, ...oldest } = made(inputOf('law-firm', 'cs'));
    const view = packOf({ ...oldest, provenance: oldest.provenance.map(({ claim, tag }) => ({ claim, tag })) }, false);
    expect(view.inShort).toEqual([]);
    expect(view.who.map(({ label }) => label)).toEqual(expect.arrayContaining(['Name', 'Title', 'Address', 'Before']));
    expect([...view.said.answers, ...view.questions.flatMap(({ quote }) => quote ?? [])]).toHaveLength(2);
  });
});

/** Questions that have the names of claims of ours: one whole, one up to its colon. */
const answers: PackInput['answers'] = [
  { key: 'a', label: NOTE_OF_LAST_TIME, display: 'You promised half the price' },
  { key: 'b', label: `${KIND_OF_ADDRESS}: which one?`, display: 'The one of the board' },
];

it('no answer of a guest stands as a note of the host or as our own word, whatever its question is called', () => {
  const view = packOf(made(packInput({ answers, hostNotes: null, emailClass: 'business' })), false);
  expect([view.notes, view.who.map(({ label }) => label)]).toEqual([[], []]);
  const shown = JSON.stringify([view.said, view.questions, view.inShort]);
  for (const { display } of answers) expect(shown).toContain(display);
});

it('the notes of the host and our own words stand beside such answers', () => {
  const history = { ...packInput().history, lastNotes: 'Wants references' };
  const view = packOf(made(packInput({ answers, history, emailClass: 'role' })), false);
  expect(view.notes).toEqual([{ label: NOTE_OF_LAST_TIME, words: 'Wants references' }]);
  expect(view.who).toEqual([expect.objectContaining({ label: KIND_OF_ADDRESS, tag: 'estimate' })]);
});

it('why they come stands whole, with the question that asked for it', () => {
  const reason = 'Our auditor gave us until March. '.repeat(30).trim();
  const view = packOf(made(packInput({ answers: [{ key: 'why', label: 'Why now?', display: reason }] })), false);
  expect(view.inShort[0]).toMatchObject({ label: 'Why they come', from: 'guest, asked “Why now?”', answer: reason });
  expect(view.said.answers).toEqual([]);
});
