import { PACKS, type PackId } from './packs.ts';
import { PLANS } from './plans.ts';
import type { BillingInterval, PaidPlan } from './prices.ts';
import type { InvoiceLine } from './remote-billing.ts';

/** What an invoice is for. */
export interface InvoiceItem {
  /** Such as "Plus for 3 members, monthly" or "50 enrichment credits". */
  readonly description: string;
  readonly plan: PaidPlan | null;
  readonly interval: BillingInterval | null;
  readonly catalogId: PackId | null;
  readonly credits: number | null;
  readonly quantity: number;
}

const NONE = { plan: null, interval: null, catalogId: null, credits: null } as const;

/** In our words; a price that is none of ours is in the provider's. Empty: it says nothing. */
export function invoiceItems(lines: readonly InvoiceLine[]): InvoiceItem[] {
  return lines.flatMap(({ purchase, quantity, isRest, text }): InvoiceItem[] => {
    if (purchase === null) return text === null ? [] : [{ ...NONE, description: text, quantity }];
    if (purchase.kind === 'pack') {
      const { name, credits } = PACKS[purchase.packId];
      return [{ ...NONE, description: name, catalogId: purchase.packId, credits: credits * quantity, quantity }];
    }
    const { plan, interval } = purchase;
    const members = `${quantity} ${quantity === 1 ? 'member' : 'members'}`;
    const rest = isRest ? ', the rest of the period' : '';
    const description = `${PLANS[plan].name} for ${members}, ${interval}${rest}`;
    return [{ ...NONE, description, plan, interval, quantity }];
  });
}
