import { z } from 'zod';

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

const Comparison = z.object({
  key: z.string().describe('The earlier field that is looked at.'),
  op: z.enum(['equals', 'not_equals', 'in']),
  value: z.unknown(),
});

export const ConditionalLogic = z
  .object({ all: z.array(Comparison).optional(), any: z.array(Comparison).optional() })
  .describe('The field is asked, and required, only if the stated earlier answers match.');

const FieldConfig = z.object({
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  maxLength: z.int().optional(),
});

/** One question. Answers are passed keyed by `key` (spec, Form field). */
export const FormField = z
  .object({
    key: z.string(),
    type: FieldType.or(z.literal('timezone')),
    label: z.string(),
    required: z.boolean(),
    helpText: z.string().optional(),
    config: FieldConfig.optional(),
    conditionalLogic: ConditionalLogic.optional(),
  })
  .meta({ id: 'FormField' });

export const FormDefinition = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string().optional(),
    fields: z.array(FormField),
  })
  .meta({ id: 'FormDefinition' });

/** A form as the public reads show it. */
export const PublicForm = z.object({
  id: z.uuid(),
  definition: FormDefinition,
  requiredFieldKeys: z.array(z.string()),
});

export type FieldType = z.infer<typeof FieldType>;
export type FormField = z.infer<typeof FormField>;
export type FormDefinition = z.infer<typeof FormDefinition>;
export type ConditionalLogic = z.infer<typeof ConditionalLogic>;
