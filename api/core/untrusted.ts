import { z } from 'zod';
import { withoutHidden } from '../../domain/untrusted-text.ts';
import type { Operation } from '../../schemas/operation.ts';
import { UNTRUSTED_MARK } from '../../schemas/shapes/untrusted.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

type Path = readonly string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The schemas directly below one, each with its step: a name, `*` for entries, none for alternatives. */
const stepsOf = (schema: JsonSchema, defs: JsonSchema): (readonly [Path, JsonSchema])[] => {
  const steps: (readonly [Path, unknown])[] = [];
  if (typeof schema.$ref === 'string') steps.push([[], defs[schema.$ref.slice('#/$defs/'.length)]]);
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    for (const part of (schema[keyword] as unknown[] | undefined) ?? []) steps.push([[], part]);
  for (const [name, part] of Object.entries((schema.properties ?? {}) as JsonSchema)) steps.push([[name], part]);
  steps.push([['*'], schema.items], [['*'], schema.additionalProperties]);
  return steps.filter((step): step is [Path, JsonSchema] => isObject(step[1]));
};

const marked = (schema: JsonSchema, defs: JsonSchema, path: Path): Path[] =>
  schema[UNTRUSTED_MARK] === true
    ? [path]
    : stepsOf(schema, defs).flatMap(([step, part]) => marked(part, defs, [...path, ...step]));

/** The marked fields of an output, as paths. */
const pathsOf = (output: z.ZodType): readonly Path[] => {
  const { $defs = {}, ...schema } = jsonSchemaOf(output, { io: 'output' });
  return marked(schema, $defs as JsonSchema, []);
};

/** True if the answer has words at the path: not null, not empty. */
export const hasWords = (value: unknown, [step, ...rest]: Path): boolean => {
  if (step === '*') return Object.values(value ?? {}).some((entry) => hasWords(entry, rest));
  if (step !== undefined) return isObject(value) && hasWords(value[step], rest);
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined && value !== '';
};

/** Each text below, without characters that nobody sees. */
const visible = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutHidden(value);
  if (Array.isArray(value)) return value.map(visible);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, visible(part)])) : value;
};

/** The answer with its words at the path as a person sees them. */
const visibleAt = (value: unknown, [step, ...rest]: Path): unknown => {
  if (step === undefined) return visible(value);
  if (step === '*' && Array.isArray(value)) return value.map((entry) => visibleAt(entry, rest));
  if (!isObject(value)) return value;
  const steps = step === '*' ? Object.keys(value) : step in value ? [step] : [];
  return { ...value, ...Object.fromEntries(steps.map((key) => [key, visibleAt(value[key], rest)])) };
};

const known = new WeakMap<z.ZodType, readonly Path[]>();

/** The marked fields of an operation's output, dotted, such as `meetings.*.invitee.name`. Made at the first call. */
const markedFields = (output: z.ZodType): readonly Path[] => {
  const made = known.get(output) ?? pathsOf(output);
  known.set(output, made);
  return made;
};

/**
 * The answer with `untrusted` first, so that a model reads it before the words: its fields that hold words of strangers, without
 * characters that a person does not see.
 * Unchanged if the operation does not declare the list, or no such field has words.
 */
export const withUntrusted = ({ output: schema }: Pick<Operation, 'output'>, answer: unknown): unknown => {
  if (!(schema instanceof z.ZodObject) || !('untrusted' in schema.shape) || !isObject(answer)) return answer;
  const untrusted = markedFields(schema).filter((path) => hasWords(answer, path));
  if (untrusted.length === 0) return answer;
  const shown = untrusted.reduce<unknown>(visibleAt, answer);
  return { untrusted: untrusted.map((path) => path.join('.')), ...(shown as typeof answer) };
};
