import { z } from 'zod';
import { CountedFeature, Plan } from './plan.ts';

const cap = z.int().min(0);
const unlimited = cap.nullable();

/** The limits of a plan; null: no limit. */
const PlanCaps = z.object({
  members: unlimited.describe('null: as many as are paid for, up to mostMembers.'),
  eventTypes: unlimited.describe('That are not archived; null: no limit.'),
  teams: unlimited.describe('Max teams; null: no limit.'),
  agentSeats: cap,
  remindersPerEventType: cap,
  webhooks: cap,
  creditsPerMonth: cap.describe('For looking up guests before a meeting.'),
});

export const PlanOffer = z.object({
  plan: Plan,
  name: z.string(),
  usdPerMemberMonthly: z.number().min(0).describe('US dollars per member and month.'),
  usdPerMemberYearly: z.number().min(0).describe('Paid once a year: ten months.'),
  mostMembers: z.int().min(1).describe('Bought online; more by agreement.'),
  caps: PlanCaps,
});
export type PlanOffer = z.infer<typeof PlanOffer>;

export const PlanUse = z.object({
  feature: CountedFeature.describe('The counted feature.'),
  used: z.int().min(0).describe('Members: open invitations too. Event types: archived ones not.'),
  cap: unlimited.describe('null: no limit.'),
  left: unlimited.describe('How many can be added; null: no limit.'),
});

export const BillingInterval = z.enum(['monthly', 'annual']);

export const CheckoutStatus = z.enum(['pending', 'completed', 'expired', 'canceled']);

/** Packs of credits (spec, start enrichment checkout). */
export const CatalogId = z.enum([
  'enrichment_starter',
  'enrichment_growth',
  'enrichment_scale',
  'enrichment_pack_50',
  'enrichment_pack_200',
  'enrichment_pack_500',
]);

const InvoiceItem = z.object({
  description: z.string().describe('Such as “Plus for 3 members, monthly”.'),
  plan: Plan.nullable(),
  interval: BillingInterval.nullable().describe('The billing interval; null: not a plan.'),
  catalogId: CatalogId.nullable().describe('Of a pack of credits.'),
  credits: z.int().nullable(),
  quantity: z.int().min(0).describe('Members of a plan; packs.'),
});

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable().describe('The invoice’s number; null: a draft.'),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  currency: z.string(),
  total: z.int().describe('In the currency’s smallest unit, such as cents.'),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable().describe('When it was paid (UTC); null: not yet.'),
  url: z.url().nullable(),
  pdfUrl: z.url().nullable().describe('The invoice as PDF; null: not yet.'),
  items: z.array(InvoiceItem).describe('What it is for. Empty: the payment provider does not say.'),
});

export const PackOffer = z.object({
  catalogId: CatalogId.describe('The id of the item to buy.'),
  name: z.string(),
  credits: z.int().min(1),
  usd: z.number().min(0).describe('The price in dollars.'),
  paid: z
    .enum(['once', 'monthly'])
    .describe('once: they last 12 months. monthly: they come each month and end with it.'),
});
export type PackOffer = z.infer<typeof PackOffer>;

const CreditSource = z.enum(['trial', 'plan', 'pack', 'pack_subscription']);

export const CreditLot = z.object({
  source: CreditSource,
  amount: z.int().min(1),
  remaining: z.int().min(0).describe('Remaining credits of this origin.'),
  expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
});

export const CreditEntry = z.object({
  id: z.uuid(),
  kind: z
    .enum(['granted', 'spent', 'returned', 'taken_back', 'restored'])
    .describe('taken_back: its payment was refunded or is disputed. restored: it is paid after all.'),
  amount: z.int().describe('Below zero: spent or taken back.'),
  source: CreditSource,
  subject: z.string().nullable().describe('What it was spent on.'),
  createdAt: z.iso.datetime(),
});
