import { describe, expect, it } from 'vitest';
import { enrichmentParts } from '../../../domain/prep/enrichment-parts.ts';
import { TEMPLATES } from '../../../domain/prep/host-texts.ts';
import { inShort } from '../../../domain/prep/in-short.ts';
import { lookUpStatus } from '../../../domain/prep/look-up-gaps.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import { packParts } from '../../../domain/prep/pack-parts.ts';
import { toMarkdown, toPlain } from '../../../domain/prep/pack-words.ts';
import { EnrichmentRecord } from '../../../schemas/shapes/enrichment-record.ts';
import { PrepTemplate } from '../../../schemas/shapes/prep.ts';
import { HostPrepPack } from '../../../schemas/shapes/prep-pack.ts';
import { PrepTemplateData } from '../../../schemas/shapes/prep-template.ts';
import { company } from './made-up-company.ts';
import { inputOf, packInput } from './pack-inputs.ts';
import { COMPANIES } from './recorded-companies.ts';

const CASES = Object.keys(COMPANIES).flatMap((name) => PrepTemplate.options.map((template) => ({ name, template })));
const AT = '2026-11-24T10:00:00.000Z';

describe.each(CASES)('$name, $template', ({ name, template }) => {
  const input = inputOf(name, template);
  const pack = makePack(input);

  it('reads as kept', async () => {
    await expect(pack.markdown).toMatchFileSnapshot(`../../fixtures/prep/${name}-${template}.md`);
  });

  it('is of the published shape, twice the same, and says the source of each claim', () => {
    expect(HostPrepPack.parse({ ...pack, generatedAt: AT })).toEqual({ ...pack, generatedAt: AT });
    expect(JSON.stringify(makePack(structuredClone(input)))).toBe(JSON.stringify(pack));
    for (const { tag, sourceUrl } of pack.provenance) expect(sourceUrl !== undefined).toBe(tag === 'source');
  });

  it('tells each claim once, and each with whose word it is', () => {
    const parts = packParts(input);
    const told = inShort(input, parts).flatMap((line) => line.told);
    expect(new Set(told).size).toBe(told.length);
    const lines = pack.markdown.split('\n').filter((line) => /^ *- \*\*.*\*\(.+\)\*$/.test(line));
    const theirTime = pack.markdown.match(/^\*\*Their time:/gm)?.length ?? 0;
    expect(pack.provenance).toHaveLength(lines.length + told.length + theirTime);
    const places = pack.inShort?.flatMap(({ claims }) => claims) ?? [];
    expect(places.map((n) => pack.provenance[n - 1]?.claim)).toEqual(
      told.map(({ label, words }) => toPlain([...label, ': ', ...words])),
    );
    // What the guest wrote, and what the site says of itself, stands nowhere else.
    for (const { words } of [...parts.answerClaims, ...parts.guestClaims, ...parts.companyClaims]) {
      const text = toMarkdown(words);
      if (text.length > 12 && text.startsWith('`')) expect(pack.markdown.split(text)).toHaveLength(2);
    }
    for (const line of pack.markdown.split('\n').filter((text) => /^\*\*(?:Why they come|Who|Before):/.test(text)))
      expect(line).toMatch(/\*\((?:guest|host)[^)]*\)\*(?: {2})?$/);
  });

  it('has five to eight different short questions', () => {
    const texts = pack.questions.map(({ text }) => text);
    expect(texts.length).toBeGreaterThanOrEqual(5);
    expect(texts.length).toBeLessThanOrEqual(8);
    expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(texts.length);
    expect(pack.questions.map(({ n }) => n)).toEqual(texts.map((_, index) => index + 1));
    for (const text of texts) expect(text).not.toMatch(/[{}]|^.{171}/);
  });

  it('is an enrichment record whose score adds up', () => {
    const parts = enrichmentParts(input);
    const { status } = input.lookUp;
    const times = { createdAt: AT, updatedAt: AT };
    const row = {
      bookingId: input.bookingId,
      status,
      emailClass: 'business',
      domain: null,
      creditsCharged: 1,
      error: null,
      ...times,
      ...parts,
    };
    expect(EnrichmentRecord.parse(row)).toEqual(row);
    const score = parts.score ?? { total: -1, parts: [] };
    expect(score.parts.reduce((sum, { points }) => sum + points, 0)).toBe(score.total);
    expect(score.parts.reduce((sum, { most }) => sum + most, 0)).toBe(100);
  });
});

it.each(PrepTemplate.options)('the template %s has the documented shape', (name) => {
  const template = PrepTemplateData.parse(TEMPLATES[name]);
  expect(new Set(template.questions.map(({ intent }) => intent)).size).toBe(9);
  expect(template.questions.map(({ rank }) => rank).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('a look-up without any answer failed, with one it is degraded', () => {
  expect(lookUpStatus(company('a.com', { dns: 'timeout', site: 'tls', rdap: 'not_offered' }))).toBe('failed');
  expect(lookUpStatus(company('a.com', { dns: {}, site: 'tls', rdap: 'timeout' }))).toBe('degraded');
  expect(lookUpStatus(company('a.com', { dns: 'not_found', site: 'not_found', rdap: 'not_found' }))).toBe('succeeded');
});

it('an enrichment record has no parts before the look-up has ended', () => {
  const parts = enrichmentParts(packInput({ lookUp: { status: 'running', facts: null, isStale: false } }));
  expect(Object.values(parts)).toEqual([null, null, null, null, null, null]);
});
