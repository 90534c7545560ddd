import { z } from 'zod';
import { line, lines } from './fields.ts';

/** The question types of an intake form (contract, field types). */
const FieldType = z.enum([
  'short_text',
  'long_text',
  'email',
  'phone',
  'number',
  'single_select',
  'multi_select',
  'boolean',
  'date',
  'url',
]);

const PLAIN = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

/** An answer as shown; the question gives its type. Not checked: old forms had other rules. */
export const AnswerView = z.unknown().meta({ anyOf: [...PLAIN, { type: 'array', items: { anyOf: PLAIN } }] });

const Comparison = z.object({
  key: z.string().describe('Key of an earlier field.'),
  op: z.enum(['equals', 'not_equals', 'in']),
  value: AnswerView,
});

export const ConditionalLogic = z
  .object({ all: z.array(Comparison).optional(), any: z.array(Comparison).optional() })
  .describe('The field is asked, and required, only if these earlier answers match.');

const FieldConfig = z.object({
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  maxLength: z.int().optional(),
});

/** One question. Answers are passed keyed by `key` (spec, Form field). */
export const FormField = z
  .object({
    key: z.string().describe('The name to use in calls.'),
    type: FieldType.or(z.literal('timezone')),
    label: z.string(),
    required: z.boolean().describe('true: an answer is needed.'),
    helpText: z.string().optional(),
    config: FieldConfig.optional().describe('The limits or choices of the question.'),
    conditionalLogic: ConditionalLogic.optional(),
  })
  .meta({ id: 'FormField' });

export const FormDefinition = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string().optional().describe('What it is or does, in words.'),
    fields: z.array(FormField).describe('The questions, in order.'),
  })
  .meta({ id: 'FormDefinition' });

/** A form as the public reads show it. */
export const PublicForm = z.object({
  id: z.uuid(),
  definition: FormDefinition,
  requiredFieldKeys: z
    .array(z.string())
    .describe('Required for every guest. Not fields with conditionalLogic: they are required if it matches.'),
});

export type FieldType = z.infer<typeof FieldType>;
export type FormField = z.infer<typeof FormField>;
export type FormDefinition = z.infer<typeof FormDefinition>;
export type ConditionalLogic = z.infer<typeof ConditionalLogic>;

const Operand = z.union([line(1, 500), z.number(), z.boolean()]);

const ComparisonInput = z
  .object({
    key: line(1, 40).describe('Key of an earlier field.'),
    op: z.enum(['equals', 'not_equals', 'in']).describe('in: the answer is one of value, a list.'),
    value: z
      .union([Operand, z.array(Operand).min(1).max(100)])
      .describe('An option’s value, true or false, a number, or text; for in a list of them.'),
  })
  .meta({ id: 'Condition' });

const comparisons = z.array(ComparisonInput).max(10);

const FieldConfigInput = z.object({
  options: z
    .array(
      z.object({ value: line(1, 100).describe('What is stored.'), label: line(1, 100).describe('What is shown.') }),
    )
    .min(1)
    .max(100)
    .optional()
    .describe('Choices of single_select and multi_select, required there.'),
  min: z.number().optional().describe('Smallest number, or fewest choices of multi_select.'),
  max: z.number().optional().describe('Largest number, or most choices of multi_select.'),
  maxLength: z
    .int()
    .min(1)
    .max(5_000)
    .optional()
    .describe('Characters of short_text (default 500) or long_text (5000).'),
});

const FormFieldInput = z.object({
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be 1 to 40 characters a–z, 0–9 and _, a letter first')
    .describe('Name of the answer, unique, such as team_size: a–z, 0–9, _.'),
  type: FieldType.describe('phone: E.164; date: YYYY-MM-DD; multi_select: several choices.'),
  label: line(1, 200).describe('The question.'),
  required: z.boolean().default(false).describe('Default false.'),
  helpText: line(1, 500).optional().describe('A hint below the question.'),
  config: FieldConfigInput.optional().describe('Settings of the type; most have none.'),
  conditionalLogic: z
    .object({
      all: comparisons.optional().describe('All must match.'),
      any: comparisons.optional().describe('At least one must match.'),
    })
    .optional()
    .describe('Ask, and require, only if earlier answers match.'),
});

/** The questions of an event, as a host writes them. `formIssues` checks rules across fields. */
export const FormInput = z
  .strictObject({
    name: line(1, 120).default('Before we meet').describe('Heading of the questions. Default "Before we meet".'),
    description: lines(1_000).optional().describe('Text above them.'),
    fields: z.array(FormFieldInput).min(1).max(50).describe('In the order in which they are asked, 1 to 50.'),
  })
  .meta({ id: 'FormInput' });

export type FormInput = z.output<typeof FormInput>;
export type FormFieldInput = z.output<typeof FormFieldInput>;
