import { seedEndpoint } from '../../../stand-ins/stripe/seed.ts';
import { accountOf, type CheckedStripe, startCheckedStripe } from '../fakes/stripe.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

export interface PayingStack {
  readonly stack: Stack;
  readonly stripe: CheckedStripe;
  /** Webhooks reach the API from now on. */
  listen(): void;
  close(): Promise<void>;
}

/** A stack whose plans are paid at the stand-in of Stripe. */
export async function startPayingStack(options: StackOptions = {}): Promise<PayingStack> {
  const stripe = await startCheckedStripe();
  const stack = await startStack({ demo: false, ...options, payments: accountOf(stripe) });
  let isListening = false;
  return {
    ...{ stack, stripe },
    listen: () => {
      if (!isListening)
        seedEndpoint(stripe.world.state, `${stack.appUrl}/api/v1/billing/webhooks/stripe`, stripe.webhookSecret);
      isListening = true;
    },
    close: async () => {
      await stack.close();
      await stripe.close();
    },
  };
}
