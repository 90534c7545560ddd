import { z } from 'zod';
import { line } from './fields.ts';
import { PrepTemplate, StarterIntent } from './prep.ts';

/** As in domain/prep/starter-questions.ts. */
const MAX_QUESTIONS = 8;
/** Lines of a host in one of the lists "Speak from" and "Do not say". */
const MAX_LOCK_LINES = 20;

const PackLine = line(1, 200).meta({ id: 'PackLine' });

/** A workspace's own texts for one template. What is missing is the template's (docs/prep-templates.md). */
export const PrepTexts = z.strictObject({
  purpose: PackLine.optional().describe('The aim of the meeting.'),
  brandSpeakFrom: z.array(PackLine).max(MAX_LOCK_LINES).optional().describe('What to speak from. []: nothing.'),
  doNotSay: z.array(PackLine).max(MAX_LOCK_LINES).optional().describe('What not to say or promise. []: nothing.'),
  softQualifyOnly: z.boolean().optional().describe('true: no question that only sorts guests out.'),
  closer: PackLine.optional().describe('How to end the meeting.'),
  questions: z
    .array(
      z.strictObject({
        text: PackLine,
        intent: StarterIntent.optional().describe('What it is about. Default: its words decide.'),
      }),
    )
    .max(MAX_QUESTIONS)
    .optional()
    .describe('Asked first, as they stand, in place of the template’s of the same intent.'),
});
export type PrepTexts = z.infer<typeof PrepTexts>;

const ONLY_TEMPLATES = `must be a template: ${PrepTemplate.options.join(', ')}`;

/** `{{guestName}}`, `{label}`: nothing would be put in for it, and the host would read it out. */
const PLACEHOLDER = /\{\{[^{}]*\}\}|\{[A-Za-z_]\w*\}/;

/** All texts within, with the path to each. */
function* textsIn(value: unknown, path: readonly PropertyKey[] = []): Generator<readonly [PropertyKey[], string]> {
  if (typeof value === 'string') yield [[...path], value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** A workspace's changes to its own texts. */
export const PrepTextsChange = z
  .partialRecord(PrepTemplate, PrepTexts.nullable(), {
    error: ({ code }: { readonly code: string }) => (code === 'unrecognized_keys' ? ONLY_TEMPLATES : undefined),
  })
  .superRefine((texts, { addIssue }) => {
    for (const [path, text] of textsIn(texts)) {
      const found = PLACEHOLDER.exec(text)?.[0];
      const message = `has the placeholder ${found}, and own texts stand as they are; known placeholders: none`;
      if (found) addIssue({ code: 'custom', path, message });
    }
  });
export type PrepTextsChange = Readonly<z.infer<typeof PrepTextsChange>>;

/** The own texts of a workspace, by template. */
export const WorkspacePrepTexts = z.partialRecord(PrepTemplate, PrepTexts);
export type WorkspacePrepTexts = Partial<Readonly<Record<PrepTemplate, PrepTexts>>>;
