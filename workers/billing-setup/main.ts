/** `npm run billing-setup`: makes or finds at Stripe what Holdfast needs. */

import { environment, loadPaymentsConfig } from '../../infra/config.ts';
import { describeStartFailure } from '../../infra/start-failure.ts';
import { PaymentsAway, PaymentsRefused } from '../../outbound/payments/payments.ts';
import { stripeClient } from '../../outbound/payments/stripe/client.ts';
import { setUpBilling } from '../../outbound/payments/stripe/setup.ts';

const USAGE = `Makes or finds at Stripe: products, prices, the customer portal, and the webhook if APP_URL is https.

  STRIPE_SECRET_KEY=sk_… APP_URL=https://… npm run billing-setup

It can be run again at any time: what fits stays. A changed amount becomes a new price; subscriptions keep theirs.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  if (process.argv.includes('--help')) return print(USAGE);
  const { payments, appUrl } = loadPaymentsConfig(environment);
  await setUpBilling(stripeClient(payments, { timeoutMs: 30_000, retries: 3 }), { appUrl, say: print });
}

run().catch((error: unknown) => {
  const isOurs = error instanceof PaymentsAway || error instanceof PaymentsRefused;
  process.stderr.write(`${isOurs ? error.message : describeStartFailure(error)}\n`);
  process.exit(1);
});
