import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, objectSchemaOf } from '../../../api/core/json-schema.ts';
import { Email, Instant, LocalDate, line } from '../../../schemas/shapes/fields.ts';

const patternOf = (schema: z.ZodType): RegExp => new RegExp(String(jsonSchemaOf(schema, { io: 'input' }).pattern));

describe('the schemas that clients read', () => {
  it.each([
    [
      'an email',
      Email,
      ['a.b+c@mail.example.com', "o'neil@example.ie", 'a=b@example.com', '"a b"@xn--e1afmkfd.xn--p1ai'],
      ['"a,b"@example.com', `a@${'x'.repeat(64)}.com`, 'a@b'],
    ],
    ['an instant', Instant, ['2000-01-01T00:00:00Z', '2999-12-31T23:00:00+02:00'], ['1999-12-31T23:00:00Z']],
    ['a date', LocalDate, ['2026-11-23'], ['0026-11-23', '3026-11-23']],
  ] as const)('promise of %s no more than is accepted', (_, schema, good, bad) => {
    for (const text of good)
      expect([schema.safeParse(text).success, patternOf(schema).test(text)]).toEqual([true, true]);
    for (const text of bad)
      expect([schema.safeParse(text).success, patternOf(schema).test(text)]).toEqual([false, false]);
  });

  it.each([
    ['described anew', Email.describe('Yours.')],
    ['optional', Email.describe('Theirs.').optional().describe('Yours.')],
  ])('keep the pattern where a field is %s', (_, email) => {
    const { properties } = jsonSchemaOf(z.object({ email }), { io: 'input' }) as { properties: { email: object } };
    expect(properties.email).toMatchObject({ format: 'email', description: 'Yours.', pattern: expect.any(String) });
  });

  it('have the pattern of a line of text in the document, not in the list of tools', () => {
    const schema = z.object({ name: line(1, 80), code: z.string().regex(/^[a-z]$/) });
    const bounds = { type: 'string', minLength: 1, maxLength: 80 };
    expect(objectSchemaOf(schema, 'input').properties).toEqual({
      name: bounds,
      code: { type: 'string', pattern: '^[a-z]$' },
    });
    expect(jsonSchemaOf(schema, { io: 'input' }).properties).toMatchObject({
      name: { ...bounds, pattern: expect.any(String) },
    });
  });

  it('are closed at every level where unknown fields are refused, also where an object may be left out or be null', () => {
    const part = z.object({ a: z.string() });
    const schema = z.object({
      plain: part,
      optional: part.optional().describe('Ours.'),
      byDefault: part.default({ a: '' }),
      nullable: part.nullable(),
      absent: part.nullable().optional(),
      list: z.array(part).optional(),
      free: z.looseObject({ a: z.string() }).optional(),
    });
    const closed = { type: 'object', additionalProperties: false };
    const { properties } = jsonSchemaOf(schema, { io: 'input', isClosed: true }) as { properties: { free: object } };
    expect(properties).toMatchObject({
      plain: closed,
      optional: closed,
      byDefault: closed,
      nullable: { anyOf: [closed, { type: 'null' }] },
      absent: { anyOf: [closed, { type: 'null' }] },
      list: { items: closed },
    });
    const named = z.object({
      mine: z.strictObject({ a: z.string() }).meta({ id: 'OfInputs' }),
      ours: part.meta({ id: 'Shared' }),
    });
    const { $defs } = jsonSchemaOf(named, { io: 'input', isClosed: true }) as { $defs: Record<string, object> };
    expect([$defs.OfInputs, $defs.Shared].map((each) => each && 'additionalProperties' in each)).toEqual([true, false]);
    expect(properties.free).not.toHaveProperty('additionalProperties');
    expect(JSON.stringify(jsonSchemaOf(schema, { io: 'input' }))).not.toContain('"additionalProperties":false');
  });

  it('say nothing twice: a format stands alone where it says all', () => {
    expect(jsonSchemaOf(z.uuid(), { io: 'input' })).toEqual({ type: 'string', format: 'uuid' });
  });
});
