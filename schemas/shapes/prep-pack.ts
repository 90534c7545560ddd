import { z } from 'zod';
import { PackState, PrepTemplate, QuestionIntent, RetryAt } from './prep.ts';
import { fromStranger, Untrusted } from './untrusted.ts';

/** Where a claim comes from. `estimate`: we conclude it; `source`: `sourceUrl` says so; `host`, `guest`: that person wrote it. */
export const ClaimTag = z.enum(['estimate', 'source', 'host', 'guest']);

/** Below which heading of a pack a claim stands. `time`: beside the time; `ask`: below a question that builds on it. */
export const ClaimPlace = z.enum(['time', 'short', 'notes', 'ask', 'said', 'who', 'company', 'records']);

/** The kind of the guest's employer, by its name or domain alone. */
export const CompanyKind = z.enum([
  'company',
  'firm',
  'university',
  'college',
  'school',
  'hospital',
  'clinic',
  'office',
]);
export type CompanyKind = z.infer<typeof CompanyKind>;

/** Spec, Host prep pack. */
export const HostPrepPack = z
  .object({
    untrusted: Untrusted,
    bookingId: z.uuid(),
    status: z.enum(['none', ...PackState.options]),
    why: z
      .object({
        reason: z.enum(['not_confirmed', 'over', 'event_type_off', 'on_its_way', 'before_packs']),
        message: z.string().describe('The reason in words, and what to do.'),
      })
      .optional()
      .describe('Why there is none. Only with status none.'),
    meeting: z
      .object({
        state: z
          .enum(['canceled', 'not_confirmed', 'no_show', 'over'])
          .describe('canceled: or declined. not_confirmed: it waits for its host.'),
        message: z.string(),
      })
      .optional()
      .describe('How the meeting stands now, if it is not one to come. Missing: it is to come.'),
    retryAt: RetryAt,
    templateHint: PrepTemplate.optional().describe('The event type’s template, by which the pack is made.'),
    purpose: z.string().optional().describe('The aim of the meeting.'),
    generatedAt: z.iso
      .datetime()
      .describe('When it was generated (UTC); with status none: when the meeting was booked.'),
    markdown: fromStranger(z.string()).describe('The pack as Markdown.'),
    checkFirst: z
      .array(z.string())
      .optional()
      .describe('What to check before anything else, such as a domain that does not exist. Missing or []: nothing.'),
    inShort: fromStranger(
      z.array(
        z.object({
          label: z.string(),
          words: z.string().describe('One line. Strangers’ words are in “quotes”.'),
          claims: z.array(z.int().min(1)).describe('The entries of provenance that it tells, by their places, from 1.'),
        }),
      ),
    )
      .optional()
      .describe('Why they come, who, of where, what was before. Missing: of an older pack.'),
    inTheirWords: fromStranger(
      z.array(
        z.object({
          label: z.string().describe('The question of the form.'),
          words: z.string().describe('At most 600 characters.'),
          isReason: z.boolean().describe('Why they come: asked about first.'),
        }),
      ),
    )
      .optional()
      .describe('The guest’s answers, why they come first, then by worth. Missing: of an older pack.'),
    guest: fromStranger(
      z.object({
        name: z.string(),
        email: z.string(),
        title: z.string().optional().describe('The guest’s job title, from their answers.'),
        linkedin: z.string().optional().describe('The LinkedIn address that they gave.'),
      }),
    ),
    company: fromStranger(
      z.object({
        domain: z.string().describe('The company’s domain; empty: none is known.'),
        kind: CompanyKind.optional().describe(
          'What it is called, by its name or domain: firm (lawyers), office (public).',
        ),
        oneLiner: z.string().describe('The company’s own one-line description; empty: unknown.'),
        sizeSignal: z.string().optional().describe('The number of people, according to its site.'),
        footprint: z
          .string()
          .optional()
          .describe('The providers of its mail and site, and services named in its DNS records.'),
      }),
    ),
    whyMeeting: z
      .object({
        eventType: z.string(),
        bookingAnswers: fromStranger(z.array(z.object({ label: z.string(), value: z.string() }))).describe(
          'The guest’s complete answers.',
        ),
        hostNotes: z.string().optional().describe('The host’s notes of this meeting.'),
      })
      .describe('The event type, the guest’s answers, the host’s notes.'),
    missing: z
      .object({ title: z.string(), points: z.array(z.string()).describe('What is missing and why, one line each.') })
      .optional()
      .describe('What is not known of the company, and why. Missing: nothing, or an older pack.'),
    locks: z
      .object({
        brandSpeakFrom: z.array(z.string()).describe('What the host may rely on.'),
        doNotSay: z.array(z.string()).describe('What not to say or promise.'),
        softQualifyOnly: z.boolean().optional().describe('true: no question that only sorts guests out.'),
      })
      .describe('What the host may rely on, and must not say.'),
    questions: z.array(
      z.object({
        n: z.int().min(1).describe('Position, from 1.'),
        text: z.string().min(1),
        intent: QuestionIntent.describe('What the question is about.'),
        answer: z
          .int()
          .min(1)
          .optional()
          .describe('The guest’s answer on which it builds: its place in inTheirWords, from 1.'),
      }),
    ),
    closer: z.string().describe('How to end the meeting.'),
    provenance: fromStranger(
      z.array(
        z.object({
          claim: z.string().min(1),
          label: z.string().optional().describe('What stands before the colon of claim. Missing: of an older pack.'),
          tag: ClaimTag.describe('The kind of evidence. estimate: derived by a rule. source: stated at sourceUrl.'),
          place: ClaimPlace.optional().describe('Where it stands in the pack. Missing: of an older pack.'),
          answer: z
            .int()
            .min(1)
            .optional()
            .describe('The guest’s answer that it is: its place in inTheirWords, from 1.'),
          sourceUrl: z.url().optional(),
        }),
      ),
    ).describe('Where each statement comes from.'),
    enrichmentRecordId: z.uuid().optional().describe('The id of the lookup’s record.'),
    modelMeta: z
      .object({
        promptVersion: z.string(),
        generator: z.enum(['deterministic']).describe('deterministic: by rules, without a model.'),
        questionsSource: z
          .enum(['research', 'starter', 'stale_research'])
          .optional()
          .describe(
            'research: a question uses facts of the current lookup. stale_research: facts of an earlier lookup. starter: no facts.',
          ),
      })
      .describe('The rules that made it.'),
    sourceFingerprint: z.string().describe('Changes when any input of the pack changes.'),
  })
  .meta({ id: 'HostPrepPack' });
export type HostPrepPack = z.infer<typeof HostPrepPack>;
