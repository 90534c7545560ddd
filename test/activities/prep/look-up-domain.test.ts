import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLookUpDomain, type LookUpDomain, type LookUpLimits } from '../../../activities/prep/look-up-domain.ts';
import { isNoDomain } from '../../../domain/prep/check-first.ts';
import { failedSources, lookUpStatus } from '../../../domain/prep/look-up-gaps.ts';
import type { DomainFacts } from '../../../domain/prep/source.ts';
import { openOutbound } from '../../../outbound/open-outbound.ts';
import { COMPANIES } from '../../../stand-ins/internet/companies/all.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';

let internet: InternetStandIn;
let lookUp: LookUpDomain;
/** Long, so that a busy machine passes; faults of time have limits of their own. */
const LIMITS = {
  startIntervalMs: 3,
  dnsMs: 5_000,
  siteMs: 5_000,
  rdapMs: 5_000,
  registryIntervalMs: 1,
  siteIntervalMs: 1,
  maxWaitMs: 2_000,
};

const lookUpWith = (limits: Partial<LookUpLimits> = {}, controlName?: string): LookUpDomain =>
  createLookUpDomain({
    ...(controlName && { controlName }),
    ...openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url }),
    limits: { ...LIMITS, ...limits },
    now: Date.now,
  });

beforeAll(async () => {
  internet = await startInternetStandIn();
  lookUp = lookUpWith();
});
afterAll(() => internet.close());

/** Without what differs from run to run. */
const settled = ({ domain, ...sources }: DomainFacts) => ({
  domain,
  ...Object.fromEntries(
    Object.entries(sources).map(([name, { askedAtMs, tookMs, ...answer }]) => {
      expect(askedAtMs).toBeGreaterThan(1_700_000_000_000);
      expect(tookMs).toBeGreaterThanOrEqual(0);
      return [name, answer];
    }),
  ),
});
const reasonOf = (answer: DomainFacts['dns' | 'site' | 'rdap']) =>
  answer.outcome === 'failed' ? answer.reason : answer.outcome;

describe('a look-up of a domain', () => {
  test.each(COMPANIES.map(({ domain }) => domain))('%s', async (domain) => {
    const facts = `${JSON.stringify(settled(await lookUp(domain)), null, 2)}\n`;
    // The packs of test/domain/prep are made from these.
    await expect(facts).toMatchFileSnapshot(`../../fixtures/prep/facts/${domain}.json`);
  });

  test('there are ten companies', () => expect(COMPANIES).toHaveLength(10));

  test.each([
    ['no-such-company-here.com', 'not_found'],
    ['fault-servfail.com', 'server_error'],
    ['fault-dns-refused.com', 'refused'],
  ])('DNS: %s is %s', async (domain, reason) => expect(reasonOf((await lookUp(domain)).dns)).toBe(reason));

  test.each([
    ['no-such-company-here.com', 'not_found'],
    ['fault-tls.com', 'tls'],
    ['fault-403.com', 'refused'],
    ['fault-500.com', 'server_error'],
    ['fault-robots-500.com', 'server_error'],
    ['fault-huge.com', 'too_large'],
    ['fault-bomb.com', 'too_large'],
    ['fault-type.com', 'wrong_type'],
    ['fault-encoding.com', 'unreadable'],
    ['fault-garbage.com', 'unreadable'],
    ['fault-cut.com', 'unreachable'],
    ['fault-loop.com', 'too_many_redirects'],
    ['fault-many.com', 'too_many_redirects'],
    ['fault-private.com', 'forbidden_address'],
    ['fault-literal.com', 'forbidden_address'],
    ['fault-port.com', 'forbidden_address'],
    ['fault-own-name.com', 'forbidden_address'],
    ['fault-bare-address.com', 'forbidden_address'],
    ['fault-downgrade.com', 'forbidden_address'],
    ['fault-mixed.com', 'forbidden_address'],
    ['fault-mapped.com', 'forbidden_address'],
    ['fault-rebind.com', 'forbidden_address'],
  ])('site: %s is %s', async (domain, reason) => expect(reasonOf((await lookUp(domain)).site)).toBe(reason));

  test.each([
    ['no-such-company-here.com', 'not_found'],
    ['fault-rdap-404.com', 'not_found'],
    ['fault-rdap-500.com', 'server_error'],
    ['fault-rdap-429.com', 'refused'],
    ['fault-rdap-type.com', 'wrong_type'],
    ['fault-rdap-broken.com', 'unreadable'],
    ['fault-rdap-empty.com', 'found'],
    ['feinwerk-oberland.de', 'not_offered'],
  ])('RDAP: %s is %s', async (domain, reason) => expect(reasonOf((await lookUp(domain)).rdap)).toBe(reason));

  test.each([
    ['fault-dns-silent.com', 'dns'],
    ['fault-dns-silent.com', 'site'],
    ['fault-silent.com', 'site'],
    ['fault-slow.com', 'site'],
    ['fault-rdap-slow.com', 'rdap'],
  ] as const)('%s: its %s ends within the limit of time', async (domain, source) => {
    const brief = lookUpWith({ dnsMs: 250, siteMs: 250, rdapMs: 250 });
    const answer = (await brief(domain))[source];
    expect(reasonOf(answer)).toBe('timeout');
    expect(answer.tookMs).toBeLessThan(1_000);
  });

  test.each(['acme.local', 'acme.internal', 'example.com', 'acme.onion', 'localhost', '11.22.33.44'])(
    'no source is asked for %s',
    async (name) => {
      const [names, pages] = [internet.seen.names.length, internet.seen.pages.length];
      const { dns, site, rdap } = await lookUp(name);
      expect([dns, site, rdap].map(reasonOf)).toEqual(Array.from({ length: 3 }, () => 'forbidden_address'));
      expect([internet.seen.names.length, internet.seen.pages.length]).toEqual([names, pages]);
    },
  );

  test('what robots.txt forbids is not read', async () => {
    await lookUp('quiet-harbour-labs.com');
    expect(internet.seen.pages).toContain('quiet-harbour-labs.com/robots.txt');
    expect(internet.seen.pages).not.toContain('quiet-harbour-labs.com/');
  });

  test('a robots.txt that leads to another company takes a moment of its host', async () => {
    const paced = lookUpWith({ siteIntervalMs: 60_000, maxWaitMs: 100 });
    const sites = [];
    for (const nth of [1, 2]) sites.push(reasonOf((await paced(`fault-robots-away-${nth}.com`)).site));
    expect(sites).toEqual(['found', 'busy']);
  });

  test('the same domain at once is one look-up, and the list of registries is read once', async () => {
    const again = lookUpWith();
    const from = internet.seen.pages.length;
    await Promise.all([again('acme-robotics.com'), again('acme-robotics.com'), again('thorne-and-vale-law.com')]);
    const pages = internet.seen.pages.slice(from);
    expect(pages.filter((page) => page === 'www.acme-robotics.com/?utm_source=apex')).toHaveLength(1);
    expect(pages.filter((page) => page === 'data.iana.org/rdap/dns.json')).toHaveLength(1);
  });

  test('200 domains at once do not flood a registry: those beyond its pace are not asked', async () => {
    const paced = lookUpWith({ registryIntervalMs: 50, maxWaitMs: 1_000, dnsMs: 20_000 });
    const from = internet.seen.pages.length;
    const startMs = Date.now();
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => paced(`crowd-${index}.com`)));
    const asked = internet.seen.pages.slice(from).filter((page) => page.includes('/domain/crowd-'));
    const reasons = answers.map(({ rdap }) => reasonOf(rdap));
    const tookMs = Date.now() - startMs;
    expect(asked.length).toBeGreaterThanOrEqual(21);
    expect(asked.length).toBeLessThanOrEqual(1 + tookMs / 50);
    const count = (wanted: string) => reasons.filter((reason) => reason === wanted).length;
    // Of 200 at once a machine with other load answers some too late.
    expect(count('not_found') + count('busy') + count('timeout')).toBe(200);
    expect(count('not_found')).toBeLessThanOrEqual(asked.length);
    expect(count('busy')).toBeGreaterThanOrEqual(150);
    // The pace is the registry's alone.
    expect(answers.map(({ dns }) => reasonOf(dns)).filter((reason) => !/^(?:not_found|timeout)$/.test(reason))).toEqual(
      [],
    );
  });

  test('look-ups without a moment to start are busy in all their sources, at once', async () => {
    const paced = lookUpWith({ startIntervalMs: 100, maxWaitMs: 150 });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => paced(`start-${name}.com`)));
    expect(answers.map(({ dns, site, rdap }) => [dns, site, rdap].map(reasonOf))).toEqual([
      ...Array.from({ length: 2 }, () => ['not_found', 'not_found', 'not_found']),
      ...Array.from({ length: 2 }, () => ['busy', 'busy', 'busy']),
    ]);
  });

  test('a DNS that denies every name is not believed: the sources failed, and the name that tells is asked once', async () => {
    const blind = lookUpWith({}, 'no-control-name.com');
    const from = internet.seen.names.length;
    for (const domain of ['no-such-company-here.com', 'nor-this-one.com']) {
      const facts = await blind(domain);
      expect(failedSources(facts)).toMatchObject({ dns: 'unreachable', site: 'unreachable' });
      expect([lookUpStatus(facts), isNoDomain(facts)]).toEqual(['failed', false]);
    }
    expect(internet.seen.names.slice(from).filter((name) => name === 'no-control-name.com')).toHaveLength(1);
    // What exists is found whatever that name says, and a DNS that sees is believed.
    expect((await blind('acme-robotics.com')).dns.outcome).toBe('found');
    expect(isNoDomain(await lookUp('no-such-company-here.com'))).toBe(true);
  });

  test('leaves no connection open, whatever happened above', async () => {
    // Shorter than undici keeps a connection: closed are those that we close.
    await expect.poll(() => internet.openConnections(), { timeout: 1_000 }).toBe(0);
  });
});
