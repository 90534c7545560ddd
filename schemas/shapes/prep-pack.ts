import { z } from 'zod';
import { PackState, PrepTemplate, QuestionIntent, RetryAt } from './prep.ts';
import { fromStranger, Untrusted } from './untrusted.ts';

/** Where a claim comes from. `estimate`: we conclude it; `source`: `sourceUrl` says so; `host`, `guest`: that person wrote it. */
export const ClaimTag = z.enum(['estimate', 'source', 'host', 'guest']);

/** Below which heading of a pack a claim stands. `time`: beside the time; `ask`: below a question that builds on it. */
export const ClaimPlace = z.enum(['time', 'short', 'notes', 'ask', 'said', 'who', 'company', 'records']);

/** What the place where a guest works is called, by its name or domain alone. */
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
        message: z.string(),
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
    templateHint: PrepTemplate.optional(),
    purpose: z.string().optional().describe('The aim of the meeting.'),
    generatedAt: z.iso.datetime(),
    markdown: fromStranger(z.string()),
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
        title: z.string().optional(),
        linkedin: z.string().optional(),
      }),
    ),
    company: fromStranger(
      z.object({
        domain: z.string(),
        kind: CompanyKind.optional().describe(
          'What it is called, by its name or domain: firm (lawyers), office (public).',
        ),
        oneLiner: z.string(),
        sizeSignal: z.string().optional(),
        footprint: z.string().optional(),
      }),
    ),
    whyMeeting: z.object({
      eventType: z.string(),
      bookingAnswers: fromStranger(z.array(z.object({ label: z.string(), value: z.string() }))),
      hostNotes: z.string().optional(),
    }),
    missing: z
      .object({ title: z.string(), points: z.array(z.string()) })
      .optional()
      .describe('What is not known of the company, and why. Missing: nothing, or an older pack.'),
    locks: z.object({
      brandSpeakFrom: z.array(z.string()),
      doNotSay: z.array(z.string()),
      softQualifyOnly: z.boolean().optional(),
    }),
    questions: z.array(
      z.object({
        n: z.int().min(1),
        text: z.string().min(1),
        intent: QuestionIntent,
        answer: z
          .int()
          .min(1)
          .optional()
          .describe('The guest’s answer on which it builds: its place in inTheirWords, from 1.'),
      }),
    ),
    closer: z.string(),
    provenance: fromStranger(
      z.array(
        z.object({
          claim: z.string().min(1),
          label: z.string().optional().describe('What stands before the colon of claim. Missing: of an older pack.'),
          tag: ClaimTag,
          place: ClaimPlace.optional().describe('Where it stands in the pack. Missing: of an older pack.'),
          answer: z
            .int()
            .min(1)
            .optional()
            .describe('The guest’s answer that it is: its place in inTheirWords, from 1.'),
          sourceUrl: z.url().optional(),
        }),
      ),
    ),
    enrichmentRecordId: z.uuid().optional(),
    modelMeta: z.object({
      promptVersion: z.string(),
      generator: z.enum(['deterministic']),
      questionsSource: z.enum(['research', 'starter', 'stale_research']).optional(),
    }),
    sourceFingerprint: z.string(),
  })
  .meta({ id: 'HostPrepPack' });
export type HostPrepPack = z.infer<typeof HostPrepPack>;
