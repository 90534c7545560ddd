import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BEYOND } from '../../../../../api/handlers/workspaces/imports/read-account.ts';
import { readExport } from '../../../../../api/handlers/workspaces/imports/read-export.ts';
import { isKnownNote, noteWords } from '../../../../../web/app/dashboard/workspaces/import-notes.ts';

const exportsOf = new URL('../../../../fixtures/imports/', import.meta.url);

it('has words for every note of what can be exported', () => {
  const notes = readdirSync(exportsOf).flatMap((file) => {
    const value: unknown = JSON.parse(readFileSync(new URL(file, exportsOf), 'utf8'));
    return readExport(value, '2026-11-28').planned.flatMap((one) => ('why' in one ? [one.why] : one.notes));
  });
  expect(notes.length).toBeGreaterThan(10);
  expect(notes.filter((note) => !isKnownNote(note))).toEqual([]);
});

it('has words for every sentence that the import can say', () => {
  const files = ['calcom', 'calendly', 'place', 'stand-in-place', 'questions', 'unused-settings'].map(
    (name) => `../../../../../domain/event-types/imports/${name}.ts`,
  );
  const code = [...files, '../../../../../api/handlers/workspaces/imports/make-entries.ts']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n');
  // Sentences: they begin with a capital and end with a full stop. What is put in stands for itself.
  const sentences = [...code.matchAll(/(['`])([A-Z](?:(?!\1).)*\.)\1/g)]
    .map(([, , text = '']) => text.replace(/\$\{label \? .*?'words'\}/, 'words').replace(/\$\{[^}]*\}/g, '7'))
    // What guests read as the place is no note.
    .filter((text) => text.includes(' ') && !text.startsWith('Please call'));
  expect(sentences.length).toBeGreaterThan(15);
  expect([...sentences, BEYOND.why].filter((text) => !isKnownNote(text))).toEqual([]);
});

it('says what a note names, in both languages', () => {
  const note = 'It could be booked 20 business days ahead; here 28 days.';
  expect(noteWords(note, 'de')).toBe('Sie war 20 Werktage im Voraus buchbar; hier 28 Tage.');
  expect(noteWords('Not taken over: seats, colors.', 'en')).toBe('Settings without a place here: seats, colors.');
  const lost = (was: string, now: string) => `Its place was ${was}, which makes no links here. ${now}`;
  expect(noteWords(lost('Zoom', 'It is a phone call now: …'), 'en')).toMatch(/^It was Zoom; here it is a phone call/);
  expect(noteWords(lost('not set', 'It is google_meet now: the calendar …'), 'de')).toBe(
    'War: nicht gesetzt. Hier ist es Google Meet, mit einem Link von Ihrem Kalender.',
  );
  expect(noteWords(lost('Zoom', 'As your newest event type it is phone now: +49 30 1'), 'en')).toBe(
    'It was Zoom; here it is as your newest event type: +49 30 1',
  );
  expect(noteWords('Something new.', 'de')).toBe('Something new.');
});
