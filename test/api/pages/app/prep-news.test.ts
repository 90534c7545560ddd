import { expect, it } from 'vitest';
import { type LookUp, lookUpNews } from '../../../../api/pages/app/prep-news.ts';

const place = { role: 'owner', workspaceSlug: 'acme' } as Parameters<typeof lookUpNews>[0]['place'];
const here = { place, language: 'en' } as const;
const lookedUp = (status: LookUp['status']) =>
  ({ status, creditsCharged: 0, brief: { missing: ['Domain registered: not known.'] } }) as unknown as LookUp;

it('calls a pack incomplete only if it lacks something', () => {
  expect(lookUpNews({ enrichment: lookedUp('succeeded'), missing: undefined, ...here, triedAgain: null })).toBeNull();
  expect(lookUpNews({ enrichment: null, missing: undefined, ...here, triedAgain: null })).toBeNull();
  const failed = lookUpNews({ enrichment: lookedUp('failed'), missing: undefined, ...here, triedAgain: null });
  expect(failed).toMatchObject({ points: ['Domain registered: not known.'], text: 'It cost no credit.' });
  const missing = { title: 'This pack is not complete', points: ['Its site: no answer.'] } as never;
  expect(lookUpNews({ enrichment: lookedUp('degraded'), missing, ...here, triedAgain: null })?.points).toEqual([
    'Its site: no answer.',
  ]);
  const again = lookUpNews({ enrichment: lookedUp('failed'), missing, ...here, triedAgain: 'Thu 26 Nov, 23:44' });
  expect(again?.text).toBe('It cost no credit. It is tried again by itself: Thu 26 Nov, 23:44.');
  const german = lookUpNews({ enrichment: lookedUp('failed'), missing, place, triedAgain: null, language: 'de' });
  expect(german).toMatchObject({ title: 'This pack is not complete', text: 'Das hat nichts gekostet.' });
});
