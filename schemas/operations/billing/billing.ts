import { z } from 'zod';

import { keyedReadErrors, readErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { BILLING } from '../../shapes/access.ts';
import { BillingInterval, PackOffer, PlanOffer, PlanUse } from '../../shapes/billing.ts';
import { Plan } from '../../shapes/plan.ts';
import { SubscriptionStatus } from '../../shapes/workspaces.ts';

const packs = z.array(PackOffer).describe('Credits to buy (start_enrichment_checkout), in USD.');
const plans = z.array(PlanOffer).describe('All plans, smallest first, in USD.');

/** What a workspace pays for, and what that allows. */
export const billing = defineArea({
  getBilling: {
    title: 'Get plan and use',
    summary:
      'The plan, days left of its trial, how much of each cap is used, and all plans and packs with their prices.',
    surface: 'host',
    method: 'GET',
    path: '/billing',
    auth: { scope: 'any', roles: BILLING },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'get_billing',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({
      plan: Plan,
      planName: z.string(),
      status: SubscriptionStatus,
      trial: z
        .object({ endsAt: z.iso.datetime(), daysLeft: z.int().min(0).describe('Begun days count.') })
        .nullable()
        .describe('null: no trial runs.'),
      paidMembers: z.int().min(1).nullable().describe('null: nothing is paid.'),
      subscription: z
        .object({
          interval: BillingInterval.describe('How often it is paid.'),
          periodEnd: z.iso.datetime().describe('Until when it is paid.'),
          cancelAtPeriodEnd: z.boolean().describe('true: the plan is Free after periodEnd.'),
          pastDueSince: z.iso
            .datetime()
            .nullable()
            .describe('Since when a payment is missing; two weeks later nobody can book.'),
        })
        .nullable()
        .describe('null: nothing is paid.'),
      credits: z
        .object({
          left: z.int().min(0),
          nextEndsAt: z.iso.datetime().nullable().describe('When the first of them end.'),
        })
        .describe('For looking up guests before a meeting; GET /billing/credits lists them.'),
      usage: z.array(PlanUse).describe('The current use of the plan.'),
      plans,
      packs,
      plansUrl: z.url().describe('The same for people.'),
      message: z.string().describe('How the plan stands, in words.'),
    }),
  },
  listPlans: {
    title: 'List plans',
    summary: 'All plans with prices and what each allows. No key is needed.',
    surface: 'host',
    method: 'GET',
    path: '/billing/plans',
    auth: 'none',
    effect: 'read',
    rateClass: 'publicRead',
    errors: readErrors,
    input: z.object({}),
    output: z.object({ plans, packs, plansUrl: z.url().describe('The page with all plans.') }),
  },
});
