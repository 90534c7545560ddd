import { z } from 'zod';

/** Why a pack was made from answers alone, or what became of the look-up of the guest's company. */
export const EnrichmentStatus = z.enum([
  'pending',
  'running',
  'succeeded',
  'degraded',
  'failed',
  'skipped_no_credits',
  'skipped_personal_email',
  'skipped_non_public_domain',
  'skipped_off',
]);
export type EnrichmentStatus = z.infer<typeof EnrichmentStatus>;

/** How a pack stands. */
export const PackState = z.enum(['pending', 'running', 'succeeded', 'failed', 'degraded']);
export type PackState = z.infer<typeof PackState>;

/** non_public: of a domain outside the public internet, such as localhost, a network of a firm's own, or an IP address. */
export const EmailClass = z.enum(['business', 'free', 'disposable', 'role', 'non_public']);
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

/** The intents of questions that need no fact. */
export const StarterIntent = QuestionIntent.exclude(['contextual_question']);
export type StarterIntent = z.infer<typeof StarterIntent>;

/** While a further try of a look-up is planned (docs/decisions/prep.md#price-of-a-look-up). */
export const RetryAt = z.iso
  .datetime()
  .optional()
  .describe('When the look-up is tried again by itself. Missing: it is not.');
