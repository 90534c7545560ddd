import { z } from 'zod';
import { fromStranger, Untrusted } from './untrusted.ts';

/** Why a pack was made from answers alone, or what became of the look-up of the guest's company. */
export const EnrichmentStatus = z.enum([
  'pending',
  'running',
  'succeeded',
  'degraded',
  'failed',
  'skipped_no_credits',
  'skipped_personal_email',
  'skipped_off',
]);
export type EnrichmentStatus = z.infer<typeof EnrichmentStatus>;

export const EmailClass = z.enum(['business', 'free', 'disposable', 'role']);
export type EmailClass = z.infer<typeof EmailClass>;

export const PrepTemplate = z.enum(['sales', 'partnership', 'hiring', 'cs', 'general']);
export type PrepTemplate = z.infer<typeof PrepTemplate>;

export const QuestionIntent = z.enum([
  'process_walkthrough',
  'where_it_breaks',
  'missing_early',
  'narrow_pilot',
  'output_users_format',
  'success_number',
  'data_sources',
  'approval_owners',
  'continue_if_hit',
  'contextual_question',
]);
export type QuestionIntent = z.infer<typeof QuestionIntent>;

/** Where a claim comes from. `estimate`: we conclude it; `source`: `sourceUrl` says so; `host`, `guest`: that person wrote it. */
export const ClaimTag = z.enum(['estimate', 'source', 'host', 'guest']);

/** Spec, Host prep pack. */
export const HostPrepPack = z
  .object({
    untrusted: Untrusted,
    bookingId: z.uuid(),
    status: z.enum(['none', 'pending', 'running', 'succeeded', 'failed', 'degraded']),
    templateHint: PrepTemplate.optional(),
    generatedAt: z.iso.datetime(),
    markdown: fromStranger(z.string()),
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
    locks: z.object({
      brandSpeakFrom: z.array(z.string()),
      doNotSay: z.array(z.string()),
      softQualifyOnly: z.boolean().optional(),
    }),
    questions: z.array(z.object({ n: z.int().min(1), text: z.string().min(1), intent: QuestionIntent })),
    closer: z.string(),
    provenance: fromStranger(
      z.array(z.object({ claim: z.string().min(1), tag: ClaimTag, sourceUrl: z.url().optional() })),
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
