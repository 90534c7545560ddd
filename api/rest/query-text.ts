import { z } from 'zod';
import { addressFromQuery } from '../../domain/mail/query-address.ts';
import { type FieldIssue, invalid } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import { otherZoneName } from '../core/repair/aliases.ts';
import { isClosedOverRest } from '../core/schema-parts.ts';

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'address';

interface FieldRule {
  readonly kind: Kind;
  readonly item: Kind;
  /** The text can hold a plus sign. Unescaped, a query reads it as a space; an address is read with its plus signs. */
  readonly plusMatters: boolean;
}

interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Converts the text behind `?` into input values. @throws AppError request.invalid naming each field. */
export type QueryReader = (queryText: string) => Record<string, unknown>;

const MAX_KEYS = 100;
const BRACKETED = /^([^[\]]+)\[([^[\]]*)\]$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const alternativeOf = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find((alternative) => alternative.type !== 'null') ?? schema;

const kindOf = ({ type, format }: JsonSchema): Kind => {
  if (format === 'email') return 'address';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return 'list';
  return type === 'object' ? 'object' : 'text';
};

const ruleOf = (property: JsonSchema): FieldRule => {
  const schema = alternativeOf(property);
  const item = schema.items ? alternativeOf(schema.items) : {};
  const plusMatters = (schema.format ?? item.format) === 'date-time' || (schema.pattern?.includes('[+-]') ?? false);
  return { kind: kindOf(schema), item: kindOf(item), plusMatters };
};

interface QueryRules {
  readonly fields: ReadonlyMap<string, FieldRule>;
  /** Others are handed on too: the check of the input refuses them. */
  readonly isClosed: boolean;
}

const rulesOf = (operation: Pick<Operation, 'input' | 'auth'>): QueryRules => {
  const { input } = operation;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const fields = new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, ruleOf(property as JsonSchema)]),
  );
  // The dispatcher reads a zone under both of its names.
  for (const [name, rule] of [...fields]) {
    const other = otherZoneName(name, (one) => fields.has(one));
    if (other !== undefined) fields.set(other, rule);
  }
  return { fields, isClosed: isClosedOverRest(operation) };
};

/** The field that a written name stands for: `customFields[age]` → `customFields`. */
const fieldOf = (written: string): string => written.split('[', 1)[0] ?? '';

/** Text that is not a number or boolean stays text: the schema then reports it. */
const convert = (kind: Kind, text: string): unknown => {
  if (kind === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (kind === 'address') return addressFromQuery(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};

/** undefined: the percent-encoding is broken. */
const decode = (text: string): string | undefined => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
};

/**
 * One `name=value`. undefined: it stands for no field of an open input, so its broken encoding does not matter.
 * @throws AppError request.invalid for a broken percent-encoding
 */
const pairOf = (part: string, { fields, isClosed }: QueryRules): readonly [string, string] | undefined => {
  const equals = part.indexOf('=');
  const name = decode(equals < 0 ? part : part.slice(0, equals));
  const value = equals < 0 ? '' : decode(part.slice(equals + 1));
  if (name !== undefined && value !== undefined) return [name, value];
  if (isClosed || (name !== undefined && fields.has(fieldOf(name))))
    throw invalid([{ path: '', message: 'the query has a broken percent-encoding' }]);
  return undefined;
};

/** name → values in order. A Map: no name is special. */
const pairsOf = (queryText: string, rules: QueryRules): Map<string, string[]> => {
  const pairs = new Map<string, string[]>();
  if (queryText === '') return pairs;
  const parts = queryText.split('&', MAX_KEYS + 1);
  if (parts.length > MAX_KEYS) throw invalid([{ path: '', message: `the query has more than ${MAX_KEYS} keys` }]);
  for (const part of parts) {
    const pair = part === '' ? undefined : pairOf(part, rules);
    if (pair === undefined) continue;
    const [name, value] = pair;
    const values = pairs.get(name);
    if (values) values.push(value);
    else pairs.set(name, [value]);
  }
  return pairs;
};

const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** The input read so far, and its issues. */
interface Draft {
  readonly input: Record<string, unknown>;
  readonly issues: FieldIssue[];
}

const plainMistake = (name: string, rule: FieldRule, values: readonly string[]): string | undefined => {
  if (rule.kind === 'object') return `must be written ${name}[key]=value`;
  if (rule.kind !== 'list' && values.length > 1) return 'must be given once';
  if (rule.plusMatters && values.some((value) => value.includes(' ')))
    return 'has a space; in a query a plus sign must be written %2B';
  return undefined;
};

const entryMistake = (name: string, rule: FieldRule, key: string): string | undefined => {
  if (rule.kind === 'list') return 'must be repeated without brackets';
  if (rule.kind !== 'object') return 'must be one value, without brackets';
  return key ? undefined : `must be written ${name}[key]=value, one level deep`;
};

const plainValue = (rule: FieldRule, values: readonly string[]): unknown =>
  rule.kind === 'list' ? values.map((value) => convert(rule.item, value)) : convert(rule.kind, values[0] ?? '');

const addPlain = ({ input, issues }: Draft, name: string, rule: FieldRule, values: readonly string[]): void => {
  const message = plainMistake(name, rule, values);
  if (message === undefined) input[name] = plainValue(rule, values);
  else issues.push({ path: name, message });
};

const addEntry = ({ input, issues }: Draft, written: string, rule: FieldRule, values: readonly string[]): void => {
  const name = written.slice(0, written.indexOf('['));
  const key = BRACKETED.exec(written)?.[2] ?? '';
  const message = entryMistake(name, rule, key);
  if (message === undefined) {
    input[name] ??= emptyObject();
    (input[name] as Record<string, unknown>)[key] = values.length > 1 ? values : values[0];
  } else issues.push({ path: name, message });
};

const addPair = (draft: Draft, { fields, isClosed }: QueryRules, written: string, values: readonly string[]): void => {
  const plain = fields.get(written);
  const entry = fields.get(fieldOf(written));
  if (plain) addPlain(draft, written, plain, values);
  else if (entry) addEntry(draft, written, entry, values);
  else if (isClosed) draft.input[written] = values.length > 1 ? values : values[0];
};

/**
 * Makes the reader of an operation's query. The field's JSON Schema type decides: numbers and booleans are converted,
 * lists repeat, objects are written `name[key]=value` and their values stay text. Unknown names are left out, unless the input is
 * closed: its check refuses them.
 */
export const queryReader = (operation: Pick<Operation, 'input' | 'auth'>): QueryReader => {
  // The first call makes them: those of all operations take a tenth of the process's start.
  let rules: QueryRules | undefined;
  return (queryText) => {
    rules ??= rulesOf(operation);
    const draft: Draft = { input: emptyObject(), issues: [] };
    for (const [written, values] of pairsOf(queryText, rules)) addPair(draft, rules, written, values);
    if (draft.issues.length > 0) throw invalid(draft.issues);
    return draft.input;
  };
};
