import type { Sql } from 'postgres';
import type { z } from 'zod';
import type { Actor } from '../../domain/access/actor.ts';
import { reachOf } from '../../domain/members/member-reach.ts';
import { firstNamed, namesNear } from '../../domain/names-near.ts';
import { AppError, type FieldIssue, invalid } from '../../schemas/errors.ts';
import { findEventTypesCalled } from '../../store/event-types/event-types.ts';
import { synonymOf } from './repair/hints.ts';
import { partsOf, rulesOf, type Schema } from './schema-parts.ts';

const FIELD = 'eventTypeId';
const LONGEST_NAME = 200;

interface Called {
  readonly sql: Sql;
  readonly actor: Actor | null;
  readonly input: unknown;
}

const nameIn = (input: unknown): unknown =>
  input !== null && typeof input === 'object' && Object.hasOwn(input, FIELD) ? Reflect.get(input, FIELD) : undefined;

const isOfEventType = ({ path }: FieldIssue): boolean => path === FIELD;

/** Adds the id to the error for an event type that was named by its name or slug; returns other errors unchanged. */
export async function withEventTypeIds(error: unknown, { sql, actor, input }: Called): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'request.invalid' || actor === null) return error;
  const issues = (error.details?.issues ?? []) as readonly FieldIssue[];
  const name = nameIn(input);
  if (typeof name !== 'string' || name.length > LONGEST_NAME || name.includes('\u0000') || !issues.some(isOfEventType))
    return error;
  const ids = await findEventTypesCalled(sql, {
    workspaceId: actor.workspaceId,
    hostId: reachOf(actor),
    name: name.trim(),
  });
  if (ids.length === 0) return error;
  const message = `takes an id, not a name or slug: did you mean ${ids.join(' or ')}?`;
  return invalid(issues.map((issue) => (isOfEventType(issue) ? { path: FIELD, message, didYouMean: ids } : issue)));
}

const LONGEST = 400;

/** Returns the description of a schema, outside or below a default, and the schema below both. */
function unwrapped(schema: Schema): { readonly said: string; readonly inner: Schema } {
  const said = (schema as z.ZodType).description ?? '';
  const { innerType, from } = partsOf(schema);
  const next = innerType ?? from;
  if (!next) return { said, inner: schema };
  const below = unwrapped(next);
  return { said: said === '' ? below.said : said, inner: below.inner };
}

/**
 * Returns the contract’s description of a field, with the fields of an object; for an entry without one, the description of its list.
 * Empty if there is none, or if it is too long for a refusal.
 */
function fieldDescription(schema: Schema, path: readonly PropertyKey[]): string {
  let at: Schema | undefined = schema;
  let ofList = '';
  for (const key of path) {
    const { said, inner } = unwrapped(at);
    const { shape, element } = partsOf(inner);
    at = shape?.[String(key)] ?? (typeof key === 'number' ? element : undefined);
    if (!at) return '';
    ofList = typeof key === 'number' ? said : '';
  }
  if (path.length === 0) return '';
  const { said, inner } = unwrapped(at);
  const fields = Object.keys(partsOf(inner).shape ?? {});
  const own = said === '' ? ofList : said;
  const whole = [own, ...(fields.length > 0 ? [`Its fields: ${fields.join(', ')}.`] : [])].join(' ').trim();
  return whole.length <= LONGEST ? whole : '';
}

type RawIssue = Parameters<NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>>[0];

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const kindOf = (issue: { expected: string; inst?: unknown }): string => {
  const format = (issue.inst as { _zod?: { def?: { format?: string } } } | undefined)?._zod?.def?.format;
  return format === 'safeint' ? 'a whole number' : (KINDS[issue.expected] ?? `of type ${issue.expected}`);
};

const sized = (origin: string, bound: number | bigint, most: boolean, inclusive: boolean): string => {
  const limit = `${most ? 'at most' : 'at least'} ${bound}`;
  if (origin === 'string') return `must have ${limit} characters`;
  if (origin === 'array') return `must have ${limit} items`;
  return inclusive ? `must be ${limit}` : `must be ${most ? 'less' : 'more'} than ${bound}`;
};

/** Messages for rules without their own; a message in the schema takes precedence. */
const ruleInWords = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindOf(issue as { expected: string; inst?: unknown })}`;
    case 'invalid_value':
      return `must be one of: ${(issue.values as readonly unknown[]).join(', ')}`;
    case 'too_big':
      return sized(String(issue.origin), issue.maximum as number, true, issue.inclusive !== false);
    case 'too_small':
      return sized(String(issue.origin), issue.minimum as number, false, issue.inclusive !== false);
    case 'invalid_format':
      return `must be a valid ${String(issue.format)}`;
    case 'invalid_union':
      return 'must have one of the allowed shapes';
    default:
      return undefined;
  }
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value !== null && typeof value === 'object' ? Reflect.get(value, key) : undefined),
    input,
  );

/** The built-in messages for a wrong type. They say too little if a model left the field out, or sent an id of another kind. */
const KIND_ALONE = /^must be (text|a number|a whole number|true or false|a list|an object|a valid uuid)$/;

const inWords = (issue: z.core.$ZodIssue, schema: z.ZodObject): string => {
  const said = KIND_ALONE.test(issue.message) ? fieldDescription(schema, issue.path) : '';
  return said === '' ? issue.message : `${issue.message}: ${said}`;
};

/** Returns the likely intended values: the one of a synonym, else those with a similar spelling. */
function meantBy(value: string, values: readonly unknown[]): readonly string[] {
  const names = values.map(String);
  const meant = synonymOf(value, names);
  return meant === undefined ? namesNear(value, names) : [meant];
}

const toFieldIssue = (issue: z.core.$ZodIssue, input: unknown, schema: z.ZodObject): FieldIssue => {
  const path = pathOf(issue);
  const value = valueAt(input, issue.path);
  const message = inWords(issue, schema);
  if (value === undefined && issue.path.length > 0)
    return { path, message: message.startsWith('is required') ? message : `is required, ${message}` };
  if (issue.code === 'custom' && issue.params?.didYouMean?.length > 0)
    return { path, message, didYouMean: issue.params?.didYouMean };
  const didYouMean = issue.code === 'invalid_value' && typeof value === 'string' ? meantBy(value, issue.values) : [];
  return didYouMean.length === 0
    ? { path, message }
    : { path, message: `${message}; did you mean ${didYouMean.join(' or ')}?`, didYouMean };
};

/** One issue per field is enough to repair it; the first is the simplest. */
const firstOfEachPath = <Issue>(issues: readonly Issue[], pathOf: (issue: Issue) => string): Issue[] =>
  [...new Map([...issues].reverse().map((issue) => [pathOf(issue), issue])).values()].reverse();

/** The max number of issues, as many as a form has questions. A body can hold a list of 20,000 wrong items. */
const MAX_FIELDS = 50;

const pathOf = ({ path }: Pick<z.core.$ZodIssue, 'path'>): string => path.map(String).join('.');

/** Returns the issues of a parsed input: the first fields with their rules, and the number of the others. */
const issuesOf = (issues: readonly z.core.$ZodIssue[], input: unknown, schema: z.ZodObject): FieldIssue[] => {
  const { named, more } = firstNamed(firstOfEachPath(issues, pathOf), MAX_FIELDS);
  const wrong = named.map((issue) => toFieldIssue(issue, input, schema));
  return more > 0 ? [...wrong, moreWrong(more)] : wrong;
};

const moreWrong = (count: number): FieldIssue => ({ path: '', message: `has ${count} more wrong fields` });

const NUL = '\u0000';

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isUnstorable = (text: string): boolean => text.includes(NUL) || !text.isWellFormed();

const hasUnstorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? isUnstorable(value)
    : value !== null && typeof value === 'object' && Object.keys(value).some(isUnstorable);

const LONGEST_PATH = 200;

const below = (path: string, key: string): string =>
  path.length > LONGEST_PATH ? path : `${path}${path === '' ? '' : '.'}${key}`;

/**
 * Returns the fields with NUL or half a surrogate pair in their text or in a key. Not recursive, because form answers can be
 * nested as deep as 100 kB allow.
 */
export const fieldsWithNul = (input: unknown): FieldIssue[] => {
  const found = new Set<string>();
  const rest: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: input }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { path, value } = next;
    if (hasUnstorable(value)) found.add(path);
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) rest.push({ path: below(path, key), value: inner });
  }
  const { named, more } = firstNamed([...found].toSorted(), MAX_FIELDS);
  const message = 'must not contain the character NUL (U+0000), nor half of a surrogate pair';
  return [...named.map((path) => ({ path, message })), ...(more > 0 ? [moreWrong(more)] : [])];
};

/** Returns the issues of rules between fields. zod skips these rules if a field has a wrong type; agents should see all issues at once. */
function ofRulesBetweenFields(schema: z.ZodObject, input: unknown): z.core.$ZodIssue[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return [];
  return rulesOf(schema).flatMap((rule) => {
    const payload: z.core.ParsePayload = { value: input, issues: [] };
    try {
      rule._zod.check(payload as z.core.ParsePayload<never>);
    } catch {
      // The rule reads a field of a wrong type, which has its own issue.
      return [];
    }
    return payload.issues.filter(({ message }) => typeof message === 'string') as z.core.$ZodIssue[];
  });
}

const KINDS_OF_VALUE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** Returns all issues of an input. */
const wrongIn = ({ issues }: z.ZodError, input: unknown, schema: z.ZodObject): FieldIssue[] => {
  const isCutShort = issues.some(({ code }) => KINDS_OF_VALUE.has(code));
  return issuesOf(isCutShort ? [...issues, ...ofRulesBetweenFields(schema, input)] : issues, input, schema);
};

/**
 * Checks the input of an operation.
 *
 * @param unknown the unknown fields that `repairInput` found; the error names them as well
 * @throws AppError request.invalid naming each field and the rule it broke, never the value it had.
 */
export const parseInput = (schema: z.ZodObject, input: unknown, unknown: readonly FieldIssue[] = []): unknown => {
  const parsed = schema.safeParse(input, { error: ruleInWords });
  const wrong = parsed.success ? fieldsWithNul(parsed.data) : wrongIn(parsed.error, input, schema);
  const issues = firstOfEachPath([...wrong, ...unknown], ({ path, message }) => path || message);
  if (issues.length > 0) throw invalid(issues);
  return parsed.data;
};
