import { describe, expect, it } from 'vitest';
import type { WhyNone } from '../../../texts/en/pages/prep.ts';
import { prepWords } from '../../../texts/en/pages/prep.ts';
import { inputOf, packInput } from '../../domain/prep/pack-inputs.ts';
import { prepPage } from '../../e2e/pages/states/prep.ts';
import { englishFinder, translationOf } from '../../support/asserts/english.ts';

const input = inputOf('saas', 'sales');
const none = { markdown: '', questions: [], status: 'none' as const };
const titlesOf = (page: string): string[] =>
  [...page.matchAll(/class="notice[^"]*".*?<h2>(.*?)<\/h2>/gs)].map(([, title = '']) => title);

describe('the page of a meeting without a pack says why there is none', () => {
  it.each<[WhyNone, string, boolean]>([
    ['not_confirmed', 'A pack is made once the request is approved', false],
    ['over', 'No pack was made for this meeting', false],
    ['event_type_off', 'This event type makes no packs', true],
    ['on_its_way', 'The pack is on its way', true],
    ['before_packs', 'There is no pack for this meeting yet', true],
  ])('%s: %s', (reason, title, canBeMade) => {
    const status = { not_confirmed: 'pending_confirmation', over: 'completed' } as const;
    const meeting = { status: status[reason as keyof typeof status] ?? 'confirmed' };
    const page = prepPage(input, { ...none, why: { reason, message: '' } }, meeting);
    expect(titlesOf(page)).toEqual([title]);
    expect(page.includes('Make the pack')).toBe(canBeMade);
    // What the booking itself says stands below, whatever the reason.
    expect(page).toContain('Head of Operations');
  });
});

describe('the page of a pack', () => {
  it.each([
    ['canceled', 'This meeting does not take place', false],
    ['no_show', 'The guest did not come', false],
    ['completed', 'Over', false],
    ['confirmed', '', true],
  ] as const)('of a meeting that is %s says so, and shows the pack', (status, words, isToCome) => {
    const page = prepPage(input, {}, { status });
    if (words !== '') expect(page).toMatch(new RegExp(`(?:<h2>|class="badge over">)${words}<`));
    expect(page.includes('does not take place')).toBe(status === 'canceled');
    expect(page.includes('meet.example')).toBe(isToCome);
    expect(page).toContain('In short');
  });
});

describe('in German', () => {
  const findEnglish = englishFinder([translationOf(prepWords)]);
  const KEPT = ['Intro call', 'Maya Okafor', 'Ada Lovelace', 'Head of Operations', 'Google Meet'];
  const labels = input.answers.flatMap(({ label, display }) => [label, display]);
  const german = (...[of, pack, meeting]: Parameters<typeof prepPage>) =>
    prepPage(of, pack, meeting, { language: 'de', tag: 'de-DE' });
  /** What the page itself says: a pack, and what says of itself that it is English, is left out. */
  const english = (page: string): string[] => {
    const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(page) ?? [];
    const frame = main.replace(/<p [^>]*lang="en">.*?<\/p>/gs, '').replace(/<div lang="en">.*?<footer/gs, '<footer');
    return findEnglish(
      frame.split(/<[^>]*>/).map((text) => text.trim()),
      [...KEPT, ...labels],
    );
  };

  it.each<WhyNone>(['not_confirmed', 'over', 'event_type_off', 'on_its_way', 'before_packs'])(
    'a page without a pack is German: %s',
    (reason) => {
      const pack = { ...none, why: { reason, message: '' } };
      expect(english(german(input, pack))).toEqual([]);
      expect(english(prepPage(input, pack))).not.toEqual([]);
    },
  );

  it('all around a pack is German, and the pack says that it is English', () => {
    const noCredits = packInput({ hostNotes: 'Note' });
    const pages = [
      german(input, {}, { guests: ['sam@example.com'] }),
      german(input, {}, { status: 'canceled' }),
      german(input, { status: 'running' }),
      german(input, { status: 'failed' }),
      german(input, { ...none, status: 'failed' }),
      german(noCredits),
      german(inputOf('refused', 'cs')),
    ];
    for (const page of pages) expect(english(page)).toEqual([]);
    expect(pages[0]).toContain('Die Vorbereitung selbst ist auf Englisch.');
    expect(pages[0]).toMatch(/<div lang="en">.*<h2[^>]*>In short/s);
    expect(pages[0]).toMatch(/Zeit beim Gast.*\(Denver, Rocky-Mountains-Zeit\), dort früh am Morgen/s);
    // What to do about it is the page's word, inside the pack.
    expect(pages[5]).toContain('<p lang="de">Drücken Sie dann unten „Neu erstellen“.</p>');
  });
});
