import { z } from 'zod';
import { StarterIntent } from './prep.ts';

const Line = z.string().min(1).max(200);

/** The shape of a template: data alone. docs/prep-packs.md describes it. */
export const PrepTemplateData = z.strictObject({
  /** What the meeting is for, in one line. */
  purpose: Line,
  brandSpeakFrom: z.array(Line).min(1).max(6),
  doNotSay: z.array(Line).min(1).max(6),
  softQualifyOnly: z.boolean(),
  closer: Line,
  /** One for each intent that needs no fact, in the order of a conversation. `contextual_question` has texts of its own below. */
  questions: z
    .array(
      z.strictObject({
        intent: StarterIntent,
        /** 1: asked first if there is little room. */
        rank: z.int().min(1).max(9),
        text: Line,
        /** Asked instead if the form asked it already. `{label}`: the form's question. */
        ifAnswered: Line.optional(),
      }),
    )
    .length(StarterIntent.options.length),
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
