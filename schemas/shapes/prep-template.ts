import { z } from 'zod';
import { StarterIntent } from './prep.ts';

const Line = z.string().min(1).max(200);

/** The purpose of a tool that a company's DNS names (domain/prep/tool-kinds.ts). */
export const ToolKind = z.enum(['customers', 'support', 'shop', 'automation', 'work', 'signing', 'models']);
export type ToolKind = z.infer<typeof ToolKind>;

/**
 * The shape of a template: data alone. docs/prep-packs.md describes it. Questions may hold `{place}` ("your company", "the university") and
 * `{clients}` ("customers", "students"), as domain/prep/company-kind.ts has them.
 */
export const PrepTemplateData = z.strictObject({
  /** The purpose of the meeting, in one line. */
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
        /** Asked instead if the form asked it already. `{topic}`: what the answer is about, as domain/prep/starter-questions.ts has it. */
        ifAnswered: Line.optional(),
        /** Asked instead if the guest wrote why they come: `text` would ask for that. */
        ifReason: Line.optional(),
        /** Asked instead if the guest wrote that there is nobody else. Missing: nothing is asked. */
        ifAlone: Line.optional(),
      }),
    )
    .length(StarterIntent.options.length),
  /** Asked only if a fact supports it. */
  contextual: z.strictObject({
    /** Asked first, if the guest wrote why they come. */
    reason: Line,
    /** `{when}`: the day of the last meeting. */
    metBefore: Line,
    missedBefore: Line,
    newDomain: Line,
    /** `{tools}`: one or two names, of these kinds, the first kind first. Missing: such a question is noise in these meetings. */
    tools: z.strictObject({ text: Line, kinds: z.array(ToolKind).min(1) }).optional(),
    leadsTo: Line,
    /** Nothing that could be read says what the guest's company does. Missing: it does not matter. */
    unknownWork: Line.optional(),
    /** The same, of a place that the host knows by its name: nobody asks a university what it does. */
    ownWork: Line.optional(),
  }),
});
export type PrepTemplateData = z.infer<typeof PrepTemplateData>;
