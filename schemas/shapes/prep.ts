import { z } from 'zod';
import { line } from './fields.ts';
import { toldOnce } from './told-once.ts';
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

/** How a pack stands. */
export const PackState = z.enum(['pending', 'running', 'succeeded', 'failed', 'degraded']);
export type PackState = z.infer<typeof PackState>;

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

/** The intents of questions that need no fact. */
export const StarterIntent = QuestionIntent.exclude(['contextual_question']);
export type StarterIntent = z.infer<typeof StarterIntent>;

/** As in domain/prep/starter-questions.ts. */
const MOST_QUESTIONS = 8;
/** Lines of a host in one of the lists "Speak from" and "Do not say". */
const MOST_LOCK_LINES = 20;

const PackLine = line(1, 200).meta({ id: 'PackLine' });

/** A workspace's own texts for one template. What is missing is the template's (docs/prep-templates.md). */
export const PrepTexts = z.strictObject({
  purpose: PackLine.optional().describe('The aim of the meeting.'),
  brandSpeakFrom: z.array(PackLine).max(MOST_LOCK_LINES).optional().describe('What to speak from. []: nothing.'),
  doNotSay: z.array(PackLine).max(MOST_LOCK_LINES).optional().describe('What not to say or promise. []: nothing.'),
  softQualifyOnly: z.boolean().optional().describe('true: no question that only sorts guests out.'),
  closer: PackLine.optional().describe('How to end the meeting.'),
  questions: z
    .array(
      z.strictObject({
        text: PackLine,
        intent: StarterIntent.optional().describe('What it is about. Default: its words decide.'),
      }),
    )
    .max(MOST_QUESTIONS)
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

/** What a workspace changes of its own texts. */
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

/** While a further try of a look-up is planned (decision 0188). */
export const RetryAt = z.iso
  .datetime()
  .optional()
  .describe('When the look-up is tried again by itself. Missing: it is not.');

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

/** Which source says it, and what was read there. */
const FactSources = z
  .object({
    dns: z.url().nullable().describe('The domain’s DNS.'),
    site: z.url().nullable().describe('Its web site.'),
    rdap: z.url().nullable().describe('The registry of domains.'),
  })
  .describe('What was read for the facts. null: that source has none.');

/** What public sources say of the guest's company. Nothing here is a guess. */
export const CompanyFacts = z
  .object({
    domain: z.string().describe('The domain that was looked up.'),
    name: z.string().nullable().describe('What it calls itself; null: not known.'),
    oneLiner: z
      .string()
      .nullable()
      .describe('What the company says it does, in the words of its site; null: not known.'),
    industry: z.string().nullable().describe('Its industry, as it says; null: not known.'),
    country: z.string().nullable().describe('Where it is, as it says; null: not known.'),
    locality: z.string().nullable().describe('Its town, as it says; null: not known.'),
    foundingYear: z.int().nullable().describe('When it was founded, as it says; null: not known.'),
    employees: z.string().nullable().describe('As the company says: a number or a range, such as 51-200.'),
    siteLanguage: z.string().nullable().describe('BCP 47'),
    leadsTo: z.string().nullable().describe('The other domain that the site leads to; null: none.'),
    looksParked: z.boolean().describe('An estimate by the words of the page: the domain is for sale or unused.'),
    profiles: z.array(z.string()).describe('Its pages elsewhere, as its site names them.'),
    registeredOn: z.string().nullable().describe('YYYY-MM-DD'),
    registrar: z.string().nullable().describe('Who registered the domain; null: not known.'),
    mailProvider: z.string().nullable().describe('Who runs its mail, by its DNS; null: not known.'),
    dnsProvider: z.string().nullable().describe('Who runs its name servers; null: not known.'),
    hostingProvider: z.string().nullable().describe('Who hosts its site, by its DNS; null: not known.'),
    tools: z.array(z.string()).describe('Tools that the DNS records of the domain show.'),
    toolRecords: z
      .array(z.object({ name: z.string().describe('The tool.'), record: z.string().describe('Its DNS record.') }))
      .describe('The record that shows each tool.'),
    mailHosts: z.array(z.string()).describe('The servers that take its mail.'),
    hasSpf: z.boolean().nullable().describe('Whether the DNS says who may send mail for the domain. null: not read.'),
    dmarcPolicy: z.enum(['no record', 'none', 'quarantine', 'reject']).nullable().describe('null: not read.'),
    isStale: z.boolean().describe('True: of an earlier look-up, because the last one failed.'),
    sources: FactSources,
  })
  .meta({ id: 'CompanyFacts' });

/** What the guest said of themselves. No source of facts about persons is asked. */
export const PersonFacts = z
  .object({
    name: z.string().nullable().describe('As they gave it; null: they gave none.'),
    title: z.string().nullable().describe('Their job, by an answer of theirs; null: they did not say.'),
    linkedin: z.string().nullable().describe('The LinkedIn address that they gave; null: none.'),
    timezone: z.string().describe('The zone that they booked in.'),
    isByAgent: z.boolean().describe('True: an agent booked for them.'),
  })
  .meta({ id: 'PersonFacts' });

/** What the topic of an answer is, by the words of its question. */
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

/** What the booking itself shows, and what the guest and this host had with each other. */
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
      .describe('The answers to questions whose words tell a topic.'),
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
      'What the answer cost its operator, in the provider’s own credits, beside the one credit of the look-up.',
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

/** Where the fields of the inner objects are told. */
const DOCUMENT = 'the OpenAPI document';

/** What kept a guest's company from being looked up, when it was to be. */
export const SkipReason = z.enum([
  ...(['workspace_off', 'event_type_off', 'test_key', 'workspace_inactive', 'installation_off'] as const),
  ...(['look_ups_off', 'no_credits', 'personal_email'] as const),
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** Spec, Booking enrichment record. */
export const EnrichmentRecord = z
  .object({
    untrusted: Untrusted,
    bookingId: z.uuid(),
    status: EnrichmentStatus,
    why: z
      .object({ reason: SkipReason, message: z.string() })
      .optional()
      .describe('What kept it from being looked up, as it was then, and what to do. Only with skipped_….'),
    retryAt: RetryAt,
    emailClass: EmailClass.nullable(),
    domain: fromStranger(z.string().nullable()),
    creditsCharged: z.int().min(0),
    companyFacts: toldOnce(
      DOCUMENT,
      fromStranger(CompanyFacts.nullable().describe('What public sources say; null: nothing was read.')),
    ),
    personFacts: toldOnce(
      DOCUMENT,
      fromStranger(
        PersonFacts.nullable().describe('What the guest said of themselves; null: the first look-up has not ended.'),
      ),
    ),
    conversationSignals: toldOnce(
      DOCUMENT,
      fromStranger(
        ConversationSignals.nullable().describe(
          'What this booking and earlier ones show; null: the first look-up has not ended.',
        ),
      ),
    ),
    brief: toldOnce(
      DOCUMENT,
      fromStranger(PrepBrief.nullable().describe('The pack in a few lines; null: the first look-up has not ended.')),
    ),
    score: toldOnce(
      DOCUMENT,
      PrepScore.nullable().describe(
        'How much is known before the meeting. It does not judge the guest. null: the first look-up has not ended.',
      ),
    ),
    providerBreakdown: toldOnce(
      DOCUMENT,
      ProviderBreakdown.nullable().describe('What became of each source; null: none was asked.'),
    ),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'EnrichmentRecord' });
export type EnrichmentRecord = z.infer<typeof EnrichmentRecord>;
