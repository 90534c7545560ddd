import { z } from 'zod';
import type { QuestionIntent } from '../../schemas/shapes/prep.ts';

/** The intents of questions that need no fact. `contextual_question` has texts of its own below. */
const STARTER_INTENTS = [
  'process_walkthrough',
  'where_it_breaks',
  'missing_early',
  'narrow_pilot',
  'output_users_format',
  'success_number',
  'data_sources',
  'approval_owners',
  'continue_if_hit',
] as const satisfies readonly Exclude<QuestionIntent, 'contextual_question'>[];

const Line = z.string().min(1).max(200);

/** The shape of a template: data alone. docs/prep-packs.md describes it. */
export const PrepTemplateData = z.strictObject({
  /** What the meeting is for, in one line. */
  purpose: Line,
  brandSpeakFrom: z.array(Line).min(1).max(6),
  doNotSay: z.array(Line).min(1).max(6),
  softQualifyOnly: z.boolean(),
  closer: Line,
  /** One for each intent, in the order of a conversation. */
  questions: z
    .array(
      z.strictObject({
        intent: z.enum(STARTER_INTENTS),
        /** 1: asked first if there is little room. */
        rank: z.int().min(1).max(9),
        text: Line,
        /** Asked instead if the form asked it already. `{label}`: the form's question. */
        ifAnswered: Line.optional(),
      }),
    )
    .length(STARTER_INTENTS.length),
  /** Asked only if a fact supports it. */
  contextual: z.strictObject({
    /** `{when}`: the day of the last meeting. */
    metBefore: Line,
    missedBefore: Line,
    newDomain: Line,
    /** `{tools}`: one or two names. */
    tools: Line,
    leadsTo: Line,
  }),
});
export type PrepTemplateData = z.infer<typeof PrepTemplateData>;
