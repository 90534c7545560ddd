import type { FieldIssue } from '../../schemas/errors.ts';
import type { FormFieldInput } from '../../schemas/shapes/forms.ts';

type Config = NonNullable<FormFieldInput['config']>;
type Logic = NonNullable<FormFieldInput['conditionalLogic']>;
type Comparison = NonNullable<Logic['all']>[number];

/** Every guest is asked for these; agents see them in one list with the form's own. */
const ALWAYS_ASKED = ['email', 'name', 'timezone'];
const SELECTS = ['single_select', 'multi_select'];
const TEXTS = ['short_text', 'long_text'];
const COUNTED = ['number', 'multi_select'];

/**
 * Returns the problems of a form's questions that the schema of one question cannot find: repeated keys, settings that their type
 * does not have, conditions that refer to later fields or never hold. Paths begin with `at`.
 */
export function formIssues(fields: readonly FormFieldInput[], at: string): FieldIssue[] {
  return fields.flatMap((field, index) => {
    const earlier = fields.slice(0, index);
    const path = `${at}.${index}`;
    return [
      ...keyIssues(field, earlier, `${path}.key`),
      ...configIssues(field, `${path}.config`),
      ...conditionIssues(field, earlier, `${path}.conditionalLogic`),
    ];
  });
}

function keyIssues({ key }: FormFieldInput, earlier: readonly FormFieldInput[], path: string): FieldIssue[] {
  if (ALWAYS_ASKED.includes(key)) return [{ path, message: 'is always asked of guests; leave it out of the form' }];
  return earlier.some((other) => other.key === key) ? [{ path, message: 'is used twice; keys must be unique' }] : [];
}

function configIssues({ type, config = {} }: FormFieldInput, path: string): FieldIssue[] {
  return [
    ...optionIssues(type, config.options, `${path}.options`),
    ...rangeIssues(type, config, path),
    ...(config.maxLength !== undefined && !TEXTS.includes(type)
      ? [{ path: `${path}.maxLength`, message: `is not a setting of ${type}; leave it out` }]
      : []),
  ];
}

function optionIssues(type: FormFieldInput['type'], options: Config['options'], path: string): FieldIssue[] {
  if (!SELECTS.includes(type))
    return options === undefined ? [] : [{ path, message: `is not a setting of ${type}; leave it out` }];
  if (options === undefined) return [{ path, message: `is required for ${type}: [{value, label}, …]` }];
  const values = options.map(({ value }) => value);
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [{ path: `${path}.${index}.value`, message: 'is used twice; values must be unique' }]
      : [],
  );
}

function rangeIssues(type: FormFieldInput['type'], { min, max, options = [] }: Config, path: string): FieldIssue[] {
  const bounds = Object.entries({ min, max }).filter((pair): pair is [string, number] => pair[1] !== undefined);
  if (!COUNTED.includes(type))
    return bounds.map(([name]) => ({ path: `${path}.${name}`, message: `is not a setting of ${type}; leave it out` }));
  if (min !== undefined && max !== undefined && min > max)
    return [{ path: `${path}.min`, message: 'must be at most max' }];
  if (type === 'number') return [];
  return bounds
    .filter(([, bound]) => !Number.isInteger(bound) || bound < 0 || bound > options.length)
    .map(([name]) => ({
      path: `${path}.${name}`,
      message: 'counts choices: a whole number, at most as many as there are options',
    }));
}

function conditionIssues(
  { conditionalLogic }: FormFieldInput,
  earlier: readonly FormFieldInput[],
  path: string,
): FieldIssue[] {
  if (conditionalLogic === undefined) return [];
  const lists = Object.entries(conditionalLogic).filter(
    (pair): pair is [string, Comparison[]] => pair[1] !== undefined,
  );
  if (lists.every(([, comparisons]) => comparisons.length === 0))
    return [{ path, message: 'needs a comparison in all or any; leave it out to always ask' }];
  return lists.flatMap(([name, comparisons]) =>
    comparisons.flatMap((comparison, index) => comparisonIssues(comparison, earlier, `${path}.${name}.${index}`)),
  );
}

function comparisonIssues(
  { key, op, value }: Comparison,
  earlier: readonly FormFieldInput[],
  path: string,
): FieldIssue[] {
  const asked = earlier.find((field) => field.key === key);
  if (!asked) {
    const keys = earlier.map((field) => field.key).join(', ') || 'none';
    return [{ path: `${path}.key`, message: `must be the key of an earlier field (${keys})` }];
  }
  if (op === 'in' && !Array.isArray(value)) return [{ path: `${path}.value`, message: 'must be a list for op in' }];
  if (Array.isArray(value) && op !== 'in' && asked.type !== 'multi_select')
    return [{ path: `${path}.value`, message: `must be one value for op ${op}` }];
  const rule = valueRule(asked);
  const values = Array.isArray(value) ? value : [value];
  return values.every(rule.holds) ? [] : [{ path: `${path}.value`, message: `must be ${rule.words}, as ${key} is` }];
}

interface ValueRule {
  readonly words: string;
  readonly holds: (value: unknown) => boolean;
}

/** The answers that a field can have: a comparison with any other value never, or always, holds. */
function valueRule({ type, config }: FormFieldInput): ValueRule {
  if (type === 'boolean') return { words: 'true or false', holds: (value) => typeof value === 'boolean' };
  if (type === 'number') return { words: 'a number', holds: (value) => typeof value === 'number' };
  if (!SELECTS.includes(type)) return { words: 'text', holds: (value) => typeof value === 'string' };
  const values: unknown[] = (config?.options ?? []).map((option) => option.value);
  return { words: 'the value of an option', holds: (value) => values.includes(value) };
}
