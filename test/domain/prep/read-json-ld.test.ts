import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonLd } from '../../../domain/prep/read-json-ld.ts';

const read = (...things: unknown[]) => readJsonLd(things.map((thing) => JSON.stringify(thing)));
const ACME = { '@type': 'Organization', name: 'Acme' };
const NOBODY = { organization: null, profiles: [] };

describe('JSON-LD of an organization', () => {
  it('is read with all that we use of it', () => {
    const found = read({
      '@context': 'https://schema.org',
      '@type': ['Thing', 'https://schema.org/Corporation'],
      ...{
        name: 'Acme',
        legalName: 'Acme Ltd',
        description: 'Cranes',
        foundingDate: '1999-05-01',
        industry: 'Machines',
      },
      numberOfEmployees: { '@type': 'QuantitativeValue', minValue: 51, maxValue: 200 },
      address: [{ addressCountry: { name: 'Germany' }, addressLocality: 'Kiel' }],
      sameAs: ['https://www.linkedin.com/company/acme?visitor=7', 'http://acme.test', 'https://a:b@evil.test/', 7],
    });
    expect(found).toEqual({
      organization: {
        ...{ name: 'Acme', legalName: 'Acme Ltd', description: 'Cranes', foundingYear: 1999, employees: '51-200' },
        ...{ country: 'Germany', locality: 'Kiel', industry: 'Machines' },
      },
      profiles: ['https://www.linkedin.com/company/acme'],
    });
  });

  it.each([
    ['in a graph', { '@graph': [{ '@type': 'WebSite' }, ACME] }],
    ['as the publisher of a site', { '@type': 'WebSite', publisher: ACME }],
    ['in a list', [{ '@type': 'Person' }, [ACME]]],
    ['with a prefix', { '@type': 'schema:Organization', name: 'Acme' }],
  ])('is found %s', (_, thing) => expect(read(thing).organization?.name).toBe('Acme'));

  it('is found beside a broken script', () => {
    expect(readJsonLd(['{"@type":', '', 'null', JSON.stringify(ACME)]).organization?.name).toBe('Acme');
  });
});

describe('hostile JSON-LD', () => {
  it.each([
    ['a number', 7],
    ['a text', 'Organization'],
    ['null', null],
    ['a type that is an object', { '@type': { '@type': 'Organization' } }],
    ['a type of another name', { '@type': 'ReorganizationAction', name: 'Acme' }],
    ['a person', { '@type': 'Person', name: 'Ada' }],
    ['the names of Object', { '@type': '__proto__', constructor: ACME, toString: ACME }],
  ])('%s is nobody', (_, thing) => expect(read(thing)).toEqual(NOBODY));

  it('with fields of wrong types has none of them', () => {
    const wrong = { name: true, legalName: {}, description: [[]], foundingDate: -1, address: 'Kiel', sameAs: { a: 1 } };
    const found = read({
      '@type': 'Organization',
      ...wrong,
      numberOfEmployees: { value: { deep: 1 } },
      knowsAbout: [null],
    });
    expect(Object.values(found.organization ?? {})).toEqual(Array.from({ length: 8 }, () => null));
    expect(found.profiles).toEqual([]);
  });

  it('nested a million deep, or a million wide, ends at once', () => {
    const startMs = performance.now();
    const deep = `${'{"@graph":['.repeat(20_000)}${JSON.stringify(ACME)}${']}'.repeat(20_000)}`;
    expect(readJsonLd([deep])).toEqual(NOBODY);
    const chain = Array.from({ length: 7 }, () => 0).reduce<object>((inner) => ({ '@graph': [inner] }), ACME);
    expect(read(chain)).toEqual(NOBODY);
    expect(read({ '@graph': [...Array.from({ length: 200_000 }, () => ({ '@type': 'Thing' })), ACME] })).toEqual(
      NOBODY,
    );
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });

  it('does not follow ids: a cycle is none', () => {
    const found = read({ '@id': '#a', '@type': 'Organization', name: { '@id': '#a' }, publisher: { '@id': '#a' } });
    expect(found.organization?.name).toBeNull();
  });

  it('with prototype keys changes no prototype', () => {
    const text =
      '{"@type":"Organization","name":"Acme","__proto__":{"industry":"Own","polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    expect(readJsonLd([text]).organization).toMatchObject({ name: 'Acme', industry: null });
    expect('polluted' in {}).toBe(false);
  });

  it('with long, hidden and many texts is cut', () => {
    const sameAs = Array.from({ length: 5_000 }, (_, n) => `https://acme.test/${n}`);
    const found = read({ ...ACME, name: `A\u202e\n${'x'.repeat(1e6)}`, description: 'y'.repeat(1e6), sameAs });
    expect(found.organization?.name?.length).toBeLessThanOrEqual(120);
    expect(found.organization?.name).not.toMatch(/[\u202e\n]/);
    expect(found.organization?.description?.length).toBeLessThanOrEqual(400);
    expect(found.profiles).toHaveLength(20);
  });

  it('of any shape never throws', () => {
    const keys = fc.constantFrom(
      '@type',
      '@graph',
      'name',
      'address',
      'sameAs',
      'numberOfEmployees',
      'publisher',
      '__proto__',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>('Organization', 'https://acme.test', 7, null, true, ''),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (thing) => void read(thing)),
      { numRuns: 500 },
    );
  });
});
