import { z } from 'zod';
import { invalid, type StripeFailure } from './failure.ts';

type Tree = { [name: string]: Tree | string };

/** `line_items[0][price]=x`, as Stripe's clients write it, as an object with arrays. */
export function decoded(fields: URLSearchParams): unknown {
  const tree: Tree = Object.create(null);
  for (const [name, value] of fields) {
    const path = [name.replace(/\[.*$/, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map((part) => part[1] ?? '')];
    put(tree, path, value);
  }
  return withArrays(tree);
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: string): void {
  const key = name === '' ? String(Object.keys(tree).length) : name;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const below = tree[key];
  const next: Tree = typeof below === 'object' ? below : Object.create(null);
  tree[key] = next;
  put(next, rest, value);
}

function withArrays(tree: Tree): unknown {
  const entries = Object.entries(tree).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : withArrays(value),
  ]);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** What parameters look like: all of them are texts. */
export const int = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number);
export const bool = z.enum(['true', 'false']).transform((text) => text === 'true');
export const text = z.string().max(5_000);
const MOST_METADATA = 50;
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((found) => Object.keys(found).length <= MOST_METADATA, 'Metadata can have up to 50 keys');
export const httpUrl = z
  .string()
  .max(5_000)
  .refine((found) => /^https?:\/\//.test(found) && URL.canParse(found.replaceAll(/[{}]/g, '')), 'Not a valid URL');

/** Of each list. */
export const RANGE = { limit: int.optional(), starting_after: text.optional(), expand: z.array(text).optional() };
export const EXPAND = { expand: z.array(text).optional() };

/** @throws StripeFailure 400, as Stripe does for an unknown, missing or wrong parameter */
export function checked<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? failureOf(issue, given) : invalid('Invalid request');
}

const bracketed = ([first, ...rest]: readonly PropertyKey[]): string =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

function failureOf(issue: z.core.$ZodIssue, given: unknown): StripeFailure {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? '']);
    return invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
  }
  const param = bracketed(issue.path);
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], given);
  if (value === undefined) return invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  return invalid(`Invalid ${param}: ${issue.message}`, param);
}
