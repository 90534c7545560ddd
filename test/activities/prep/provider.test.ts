import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLookUpDomain } from '../../../activities/prep/look-up-domain.ts';
import { askProvider, type EnrichmentProvider } from '../../../activities/prep/provider.ts';
import { enrichmentParts } from '../../../domain/prep/enrichment-parts.ts';
import { lookUpStatus } from '../../../domain/prep/look-up-gaps.ts';
import { makePack, sourceFingerprint } from '../../../domain/prep/make-pack.ts';
import type { DomainFacts } from '../../../domain/prep/source.ts';
import { openOutbound } from '../../../outbound/open-outbound.ts';
import { ProviderBreakdown } from '../../../schemas/shapes/enrichment-record.ts';
import { HostPrepPack } from '../../../schemas/shapes/prep-pack.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';
import { packInput } from '../../domain/prep/pack-inputs.ts';
import { companyProvider, startCompanyProvider } from '../../support/fakes/company-provider.ts';

let internet: InternetStandIn;
let provider: Awaited<ReturnType<typeof startCompanyProvider>>;
beforeAll(async () => {
  internet = await startInternetStandIn();
  provider = await startCompanyProvider('secret-key');
  // Certificates are made at the first request.
  await fetch(`${internet.url}/ca.pem`);
});
afterAll(async () => {
  await provider?.close();
  await internet?.close();
});

const lookUpWith = (key = 'secret-key', wholeMs = 2_000) =>
  createLookUpDomain({
    ...openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url }),
    providers: [companyProvider(provider.url, key, wholeMs)],
    limits: {
      startIntervalMs: 1,
      registryIntervalMs: 1,
      siteIntervalMs: 1,
      dnsMs: 20_000,
      siteMs: 20_000,
      rdapMs: 20_000,
    },
  });
const inputOf = (facts: DomainFacts) => packInput({ lookUp: { status: lookUpStatus(facts), facts, isStale: false } });

describe('a provider that an operator adds', () => {
  it('is asked beside the others; its facts stand with their source, its time and cost in the breakdown', async () => {
    const facts = await lookUpWith()('acme-robotics.com');
    expect(provider.asked).toEqual(['acme-robotics.com']);
    const parts = enrichmentParts(inputOf(facts));
    const run = {
      ...{ outcome: 'found', reason: null, credits: 3, tookMs: expect.any(Number), askedAt: expect.any(String) },
      sourceUrl: `${provider.url}/companies/acme-robotics.com`,
    };
    expect(parts.providerBreakdown).toMatchObject({
      'example-data': run,
      dns: { credits: 0 },
      site: { outcome: 'found' },
    });
    expect(ProviderBreakdown.parse(parts.providerBreakdown)).toEqual(parts.providerBreakdown);
    const pack = makePack(inputOf(facts));
    expect(pack.provenance).toContainEqual({
      ...{ claim: 'Described as: “Cranes for small ports”', label: 'Described as', place: 'company', tag: 'source' },
      sourceUrl: `${provider.url}/companies/acme-robotics.com`,
    });
    expect(pack.markdown).toContain('- **Described as:** `Cranes for small ports` *(example-data)*');
    expect(HostPrepPack.omit({ generatedAt: true }).safeParse(pack).success).toBe(true);
    expect(JSON.stringify([facts, pack])).not.toContain('secret-key');
  });

  it('changes the fingerprint by what it says, not by its time and cost', async () => {
    const facts = await lookUpWith()('acme-robotics.com');
    const answer = facts.added?.['example-data'];
    if (answer?.outcome !== 'found') throw new Error('nothing found');
    const print = (one: typeof answer) => sourceFingerprint(inputOf({ ...facts, added: { 'example-data': one } }));
    expect(print({ ...answer, tookMs: 7, askedAtMs: 7, credits: 9 })).toBe(print(answer));
    expect(print({ ...answer, facts: { ...answer.facts, employees: '7' } })).not.toBe(print(answer));
    expect(sourceFingerprint(inputOf(facts))).toBe(print(answer));
  });

  it.each([
    ['unpaid.com', 'refused'],
    ['broken.com', 'server_error'],
    ['garbled.com', 'unreadable'],
    ['typed.com', 'unreadable'],
    ['cut.com', 'unreachable'],
  ])('%s: %s costs nothing, and leaves a pack that says so', async (domain, reason) => {
    const facts = await lookUpWith()(domain);
    expect(facts.added?.['example-data']).toMatchObject({ outcome: 'failed', reason });
    const { providerBreakdown } = enrichmentParts(inputOf(facts));
    expect(providerBreakdown?.['example-data']).toMatchObject({ outcome: 'failed', credits: 0 });
    expect(makePack(inputOf(facts)).markdown).toContain('The example-data was not read:');
  });

  it('that knows no such company leaves nothing incomplete', async () => {
    const facts = await lookUpWith()('unknown.com');
    expect(lookUpStatus(facts)).toBe('succeeded');
    // Its domain does not exist either, which is all that counts then.
    expect(makePack(inputOf(facts)).markdown).not.toContain('was not read');
  });

  it('with a wrong key is refused', async () => {
    const facts = await lookUpWith('other')('acme-robotics.com');
    expect(facts.added?.['example-data']).toMatchObject({ outcome: 'failed', reason: 'refused' });
    expect(lookUpStatus(facts)).toBe('degraded');
  });

  it('that hangs ends with its time, and the other sources are there', async () => {
    const facts = await lookUpWith('secret-key', 150)('hangs.com');
    expect(facts.added?.['example-data']).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(facts.added?.['example-data']?.tookMs).toBeLessThan(1_500);
    expect(facts.dns.outcome).toBe('failed');
  });
});

describe('every provider', () => {
  const asked = (lookUp: EnrichmentProvider<object>['lookUp']) => {
    const sourceUrl = () => 'https://x.test/';
    return askProvider({ name: 'x', credits: 1, wholeMs: 50, sourceUrl, lookUp }, 'a.com', Date.now);
  };

  it('is told when its time is over, and is not waited for', async () => {
    let told: AbortSignal | undefined;
    const answer = await asked((_, signal) => {
      told = signal;
      return new Promise(() => {});
    });
    expect(answer).toMatchObject({ outcome: 'failed', reason: 'timeout', sourceUrl: 'https://x.test/' });
    expect(told?.aborted).toBe(true);
  });

  it('with a defect of our own throws it', async () => {
    await expect(asked(async () => JSON.parse('{'))).rejects.toThrow(SyntaxError);
  });
});
