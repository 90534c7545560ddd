import { z } from 'zod';
import { CompanyFacts, PersonFacts } from './company-facts.ts';
import { definedIn } from './defined-in.ts';
import { EmailClass, EnrichmentStatus, RetryAt } from './prep.ts';
import { fromStranger, Untrusted } from './untrusted.ts';

/** The topic of an answer, by the words of its question. */
export const AnswerTopic = z.enum([
  'process',
  'problem',
  'volume',
  'goal',
  'timeline',
  'budget',
  'decision',
  'users',
  'tools',
  'data',
]);
export type AnswerTopic = z.infer<typeof AnswerTopic>;

/** Facts of the booking itself, and earlier meetings of the guest with this host. */
export const ConversationSignals = z
  .object({
    leadDays: z.int().describe('Whole days from the booking to the meeting.'),
    reschedules: z.int().describe('How often the guest moved this meeting.'),
    furtherGuests: z.int().describe('How many more people are invited to it.'),
    meetingsHeld: z.int().describe('Other meetings of the guest with this host that took place.'),
    noShows: z.int().describe('Other meetings that the guest missed.'),
    canceled: z.int().describe('Other meetings that were canceled.'),
    upcoming: z.int().describe('Other meetings that are to come.'),
    answered: z
      .array(
        z.object({
          topic: AnswerTopic.describe('What it is about, by the words of the question.'),
          label: z.string().describe('The question of the form.'),
          value: z.string().describe('The answer.'),
        }),
      )
      .describe('The answers to questions whose words name a topic.'),
  })
  .meta({ id: 'ConversationSignals' });

export const PrepBrief = z
  .object({
    headline: z.string().describe('Who comes, and of where.'),
    points: z.array(z.string()).describe('What to check first, then the first facts and answers.'),
    missing: z.array(z.string()).describe('What is not known, and why. Empty: every source answered.'),
  })
  .meta({ id: 'PrepBrief' });

/** How much is known before the meeting. It does not judge the guest. */
export const PrepScore = z
  .object({
    total: z.int().min(0).max(100).describe('The sum of the parts.'),
    parts: z
      .array(
        z.object({
          name: z.string().describe('Which part it is: address, purpose, size, age, footprint, answers or history.'),
          points: z.int().min(0).describe('What it adds to the total.'),
          most: z.int().min(1).describe('The most that it can add.'),
          because: z.string().describe('Why it has these points.'),
        }),
      )
      .describe('What the total is made of.'),
  })
  .meta({ id: 'PrepScore' });

const ProviderRun = z.object({
  outcome: z.enum(['found', 'failed']).describe('found: it has facts.'),
  reason: z.string().nullable().describe('Why it has no facts, in words; null: it has.'),
  sourceUrl: fromStranger(z.url().describe('What was asked.')),
  askedAt: z.iso.datetime().describe('When it was asked (UTC).'),
  tookMs: z.int().min(0).describe('0: nobody was asked in this look-up, the answer is a kept one.'),
  credits: z
    .int()
    .min(0)
    .describe(
      'The operator’s cost of the answer, in the provider’s own credits, in addition to the one credit of the lookup.',
    ),
});

export const ProviderBreakdown = z
  .object({
    dns: ProviderRun.describe('The domain’s DNS.'),
    site: ProviderRun.describe('Its web site.'),
    rdap: ProviderRun.describe('The registry of domains.'),
  })
  .catchall(ProviderRun)
  .meta({ id: 'ProviderBreakdown' });

/** The tool that defines the fields of the inner objects. */
const DOCUMENT = 'the OpenAPI document';

/** The reason why a due lookup of a guest's company did not happen. */
export const SkipReason = z.enum([
  ...(['workspace_off', 'event_type_off', 'test_key', 'workspace_inactive', 'installation_off'] as const),
  ...(['look_ups_off', 'no_credits', 'personal_email', 'non_public_domain'] as const),
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** Spec, Booking enrichment record. */
export const EnrichmentRecord = z
  .object({
    untrusted: Untrusted,
    bookingId: z.uuid(),
    status: EnrichmentStatus,
    why: z
      .object({ reason: SkipReason, message: z.string().describe('The reason in words, and what to do.') })
      .optional()
      .describe('What kept it from being looked up, as it was then, and what to do. Only with skipped_….'),
    retryAt: RetryAt,
    emailClass: EmailClass.nullable().describe(
      'The kind of the guest’s address: business, role (a shared mailbox of a company), free (a personal provider), disposable, or non_public (a domain outside the public internet); null: not yet determined.',
    ),
    domain: fromStranger(z.string().nullable()).describe(
      'The company’s domain; null: a personal address, or not yet determined.',
    ),
    creditsCharged: z.int().min(0).describe('Credits that the lookup used.'),
    companyFacts: definedIn(
      DOCUMENT,
      fromStranger(CompanyFacts.nullable().describe('What public sources say; null: nothing was read.')),
    ),
    personFacts: definedIn(
      DOCUMENT,
      fromStranger(
        PersonFacts.nullable().describe('What the guest said of themselves; null: the first look-up has not ended.'),
      ),
    ),
    conversationSignals: definedIn(
      DOCUMENT,
      fromStranger(
        ConversationSignals.nullable().describe(
          'What this booking and earlier ones show; null: the first look-up has not ended.',
        ),
      ),
    ),
    brief: definedIn(
      DOCUMENT,
      fromStranger(PrepBrief.nullable().describe('The pack in a few lines; null: the first look-up has not ended.')),
    ),
    score: definedIn(
      DOCUMENT,
      PrepScore.nullable().describe(
        'How much is known before the meeting. It does not judge the guest. null: the first look-up has not ended.',
      ),
    ),
    providerBreakdown: definedIn(
      DOCUMENT,
      ProviderBreakdown.nullable().describe('What became of each source; null: none was asked.'),
    ),
    error: z.string().nullable().describe('The error; null: none.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'EnrichmentRecord' });
export type EnrichmentRecord = z.infer<typeof EnrichmentRecord>;
