import { describe, expect, it } from 'vitest';
import type { WhyNone } from '../../../web/pages/prep.tsx';
import { inputOf } from '../../domain/prep/pack-inputs.ts';
import { prepPage } from '../../e2e/pages/states/prep.ts';

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
