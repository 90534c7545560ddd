import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from '../../../api/core/field-issues.ts';
import { AppError } from '../../../schemas/errors.ts';

const closed = z.strictObject({ prospectEmail: z.email(), scopes: z.array(z.string()).optional() });

const refusalOf = (schema: z.ZodObject, input: unknown): AppError => {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('accepted');
};

it('names the unknown field and the nearest name, beside what is missing', () => {
  const refusal = refusalOf(closed, { prospect_email: 'ada@example.com' });
  expect(refusal.details?.issues).toEqual([
    { path: 'prospectEmail', message: expect.stringContaining('is required') },
    {
      path: 'prospect_email',
      message: 'is unknown, did you mean prospectEmail?',
      didYouMean: ['prospectEmail'],
    },
  ]);
  expect(refusal.message).not.toContain('ada@example.com');
});

it('names all fields for what is like none', () => {
  expect(refusalOf(closed, { prospectEmail: 'a@b.test', xyzzy: 1 }).details?.issues).toEqual([
    { path: 'xyzzy', message: 'is unknown, known are prospectEmail, scopes' },
  ]);
});

it('counts the rest of very many, and cuts long names', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}`.padStart(300, 'x'), n]));
  const issues = refusalOf(closed, { prospectEmail: 'a@b.test', ...many }).details?.issues as { path: string }[];
  expect(issues.at(-1)).toEqual({ path: '', message: 'has 490 more unknown fields' });
  expect(Math.max(...issues.map(({ path }) => path.length))).toBe(128);
});

it('ignores them where the input is open, and within its fields', () => {
  expect(parseInput(z.object({ a: z.int() }), { a: 1, b: 2 })).toEqual({ a: 1 });
  const nested = z.strictObject({ name: z.object({ given: z.string() }) });
  expect(parseInput(nested, { name: { given: 'Ada', middle: 'B' } })).toEqual({ name: { given: 'Ada' } });
});
