import type { RemoteInvoice, RemotePayment } from './remote-billing.ts';

/** What the payment provider's clock has shown. null: nothing. */
export interface ProviderClock {
  /** When the payment that is missing was due. */
  readonly missingSinceMs: number | null;
  /** The newest thing that happened there. */
  readonly newestMs: number | null;
}

/**
 * Stripe's test clocks, and the clock of the stand-in, run ahead of ours when a person moves them on: the days of grace are counted there,
 * too. Else this is in the past, and our own clock counts.
 */
export function providerClock(
  subscriptionId: string,
  { invoices, payments }: { readonly invoices: readonly RemoteInvoice[]; readonly payments: readonly RemotePayment[] },
): ProviderClock {
  const open = invoices.filter((one) => one.subscriptionId === subscriptionId && one.status === 'open');
  const all = [...invoices, ...payments];
  return {
    missingSinceMs: open.length === 0 ? null : Math.min(...open.map(({ createdMs }) => createdMs)),
    newestMs: all.length === 0 ? null : Math.max(...all.map(({ createdMs }) => createdMs)),
  };
}
