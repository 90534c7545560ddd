import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryReader } from '../../../api/rest/query-text.ts';
import { AppError } from '../../../schemas/errors.ts';
import { Email, Instant } from '../../../schemas/shapes/fields.ts';

const read = queryReader({
  auth: 'none',
  input: z.object({
    name: z.string(),
    limit: z.int().optional(),
    ratio: z.number().optional(),
    fresh: z.boolean().optional(),
    maybe: z.int().nullable().optional(),
    guests: z.array(Email).optional(),
    email: Email.optional(),
    counts: z.array(z.int()).optional(),
    customFields: z.record(z.string(), z.unknown()).optional(),
    at: Instant.optional(),
    ready: z.enum(['0', '1']).optional(),
  }),
});

const issuesOf = (queryText: string): unknown => {
  try {
    read(queryText);
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.invalid') return error.details?.issues;
    throw error;
  }
  throw new Error(`accepted: ${queryText}`);
};

describe('conversion by the type of the field', () => {
  it.each([
    ['name=12', { name: '12' }],
    ['name=true', { name: 'true' }],
    ['name=', { name: '' }],
    ['name', { name: '' }],
    ['ready=1', { ready: '1' }],
    ['limit=12', { limit: 12 }],
    ['limit=-3', { limit: -3 }],
    ['ratio=1.5', { ratio: 1.5 }],
    ['maybe=7', { maybe: 7 }],
    ['fresh=true', { fresh: true }],
    ['fresh=false', { fresh: false }],
    ['guests=a@b.de', { guests: ['a@b.de'] }],
    ['guests=a@b.de&guests=c@d.de', { guests: ['a@b.de', 'c@d.de'] }],
    ['guests=a+b@c.de&guests=d%20e@f.de', { guests: ['a+b@c.de', 'd+e@f.de'] }],
    ['email=a+b@c.de', { email: 'a+b@c.de' }],
    ['email=%22a+b%22@c.de', { email: '"a b"@c.de' }],
    ['counts=1&counts=2', { counts: [1, 2] }],
    ['name=a+b%20c', { name: 'a b c' }],
    ['name=a%2Bb', { name: 'a+b' }],
    ['at=2026-11-23T09:00:00%2B01:00', { at: '2026-11-23T09:00:00+01:00' }],
    ['name=x&&&', { name: 'x' }],
    ['', {}],
    ['stranger=1&other[a]=2', {}],
    ['name=x&stranger=%zz&%=1&%ff=2', { name: 'x' }],
  ])('%s', (queryText, expected) => {
    expect({ ...read(queryText) }).toEqual(expected);
  });

  it.each(['limit=abc', 'limit=', 'limit=1e3', 'limit=0x10', 'limit=%20', 'fresh=1', 'fresh=TRUE', 'ratio=Infinity'])(
    '%s stays text, so that the schema can say what it must be',
    (queryText) => {
      const [value] = Object.values(read(queryText));
      expect(typeof value).toBe('string');
    },
  );
});

describe('a zone by its other name', () => {
  const readOf = (input: z.ZodObject) => queryReader({ auth: 'none', input });
  it.each([
    [z.object({ timezone: z.string().optional() }), 'timeZone=Asia/Tokyo'],
    [z.object({ timeZone: z.string().optional() }), 'timezone=Asia/Tokyo'],
  ])('is kept for the dispatcher, which reads both names', (input, queryText) => {
    const [name = ''] = queryText.split('=');
    expect({ ...readOf(input)(queryText) }).toEqual({ [name]: 'Asia/Tokyo' });
  });

  it('is left out where no zone is read', () => {
    expect({ ...readOf(z.object({ limit: z.int().optional() }))('timeZone=Asia/Tokyo') }).toEqual({});
  });
});

describe('objects', () => {
  it('keeps values as text and repeats as lists, because only the form knows their types', () => {
    const { customFields } = read(
      'customFields[age]=41&customFields%5Btools%5D=a&customFields[tools]=b&customFields[ok]=true',
    );
    expect(customFields).toEqual({ age: '41', tools: ['a', 'b'], ok: 'true' });
  });

  it('has no prototype to reach', () => {
    const { customFields } = read('customFields[__proto__]=x&customFields[constructor]=y');
    expect(Object.getPrototypeOf(customFields)).toBeNull();
    expect(Reflect.ownKeys(customFields as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('takes __proto__ as a name like any other', () => {
    const input = read('__proto__=x&__proto__[name]=y&name=z');
    expect({ ...input }).toEqual({ name: 'z' });
    expect(Object.getPrototypeOf(input)).toBeNull();
  });
});

describe('mistakes name their field', () => {
  it.each([
    ['name=a&name=b', 'name', 'must be given once'],
    ['limit=1&limit=1', 'limit', 'must be given once'],
    ['limit[a]=1', 'limit', 'must be one value, without brackets'],
    ['guests[]=a@b.de', 'guests', 'must be repeated without brackets'],
    ['customFields=x', 'customFields', 'must be written customFields[key]=value'],
    ['customFields[]=x', 'customFields', 'must be written customFields[key]=value, one level deep'],
    ['customFields[a][b]=x', 'customFields', 'must be written customFields[key]=value, one level deep'],
    ['customFields[a=x', 'customFields', 'must be written customFields[key]=value, one level deep'],
    ['at=2026-11-23T09:00:00+01:00', 'at', 'has a space; in a query a plus sign must be written %2B'],
    ['name=%zz', '', 'the query has a broken percent-encoding'],
    ['customFields[a]=%zz', '', 'the query has a broken percent-encoding'],
    ['name=%ff', '', 'the query has a broken percent-encoding'],
  ])('%s', (queryText, path, message) => {
    expect(issuesOf(queryText)).toEqual([{ path, message }]);
  });

  it('names all of them at once', () => {
    expect(issuesOf('name=a&name=b&limit[x]=1')).toEqual([
      { path: 'name', message: 'must be given once' },
      { path: 'limit', message: 'must be one value, without brackets' },
    ]);
  });

  it('takes 100 keys and refuses 101', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `customFields[k${index}]=v`).join('&');
    expect(Object.keys(read(keys(100)).customFields as object)).toHaveLength(100);
    expect(issuesOf(keys(101))).toEqual([{ path: '', message: 'the query has more than 100 keys' }]);
  });
});

it('reads back what URLSearchParams writes, and throws nothing but request.invalid on any text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });
  fc.assert(
    fc.property(text, fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), text, { maxKeys: 5 }), (name, fields) => {
      const written = new URLSearchParams({ name });
      for (const [key, value] of Object.entries(fields)) written.append(`customFields[${key}]`, value);
      const input = read(written.toString());
      expect(input.name).toBe(name);
      expect({ ...(input.customFields as object | undefined) }).toEqual({ ...fields });
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (queryText) => {
      try {
        read(queryText);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
