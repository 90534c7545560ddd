import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLookUpDomain, type LookUpDomain } from '../../../activities/prep/look-up-domain.ts';
import { openOutbound } from '../../../outbound/open-outbound.ts';
import { ATTACK_KINDS, WAYS_INSIDE } from '../../../stand-ins/internet/hostile.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';

let internet: InternetStandIn;
let lookUp: LookUpDomain;
beforeAll(async () => {
  internet = await startInternetStandIn();
  const limits = { startIntervalMs: 1, registryIntervalMs: 1, siteIntervalMs: 1, siteMs: 3_000 };
  const outbound = openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url });
  lookUp = createLookUpDomain({ ...outbound, limits });
  await lookUp('acme-robotics.com');
});
afterAll(() => internet.close());

/** What becomes of the site; its title, if it was read. */
async function siteOf(domain: string): Promise<string> {
  const { site } = await lookUp(domain);
  return site.outcome === 'found' ? String(site.facts.title).slice(0, 10) : site.reason;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  ...{ tags: 'Tags', robots: 'robots', title: 'null', bomb: 'too_large', trickle: 'timeout' },
  ...{ loop: 'too_many_redirects', inside: 'forbidden_address', header: 'unreadable', blocks: 'Blocks' },
  ...{ deep: 'Deep', type: 'wrong_type', rebind: 'forbidden_address' },
};

test('each kind of attack has its outcome', () => expect(Object.keys(OUTCOMES)).toEqual(ATTACK_KINDS));

test.each(Object.entries(OUTCOMES))('a site of the kind %s ends as %s', async (kind, outcome) => {
  expect(await siteOf(`hostile-${kind}-1.com`)).toBe(outcome);
});

test.each(WAYS_INSIDE.map((to, nth) => [to, nth] as const))('a redirect to %s leads nowhere', async (_, nth) => {
  expect(await siteOf(`hostile-inside-${nth}.com`)).toBe('forbidden_address');
  const paths = internet.seen.pages.filter((page) => !/\.(?:com|org|uk)\//.test(page));
  expect(paths.filter((page) => page !== '127.0.0.1/ca.pem')).toEqual([]);
});
