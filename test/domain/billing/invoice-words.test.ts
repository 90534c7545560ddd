import { expect, it } from 'vitest';
import { invoiceItems } from '../../../domain/billing/invoice-words.ts';
import type { InvoiceLine } from '../../../domain/billing/remote-billing.ts';

const NOTHING = { plan: null, interval: null, catalogId: null, credits: null };
const line = (more: Partial<InvoiceLine>): InvoiceLine => ({
  ...{ purchase: null, quantity: 1, isRest: false, text: 'What Stripe says' },
  ...more,
});

it('an invoice says which plan, for how many, and how often; or which credits', () => {
  expect(
    invoiceItems([
      line({ purchase: { kind: 'plan', plan: 'plus', interval: 'annual' }, quantity: 3 }),
      line({ purchase: { kind: 'plan', plan: 'growth', interval: 'monthly' }, isRest: true }),
      line({ purchase: { kind: 'pack', packId: 'enrichment_pack_50' } }),
    ]),
  ).toEqual([
    { ...NOTHING, description: 'Plus for 3 members, annual', plan: 'plus', interval: 'annual', quantity: 3 },
    {
      ...NOTHING,
      ...{ description: 'Growth for 1 member, monthly, the rest of the period' },
      ...{ plan: 'growth', interval: 'monthly', quantity: 1 },
    },
    {
      ...NOTHING,
      ...{ description: '50 enrichment credits', catalogId: 'enrichment_pack_50', credits: 50, quantity: 1 },
    },
  ]);
});

it('of a price that is none of ours it says what the provider says, and guesses nothing', () => {
  expect(invoiceItems([line({}), line({ text: null })])).toEqual([
    { ...NOTHING, description: 'What Stripe says', quantity: 1 },
  ]);
});
