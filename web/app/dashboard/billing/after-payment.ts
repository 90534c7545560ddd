import type { Call } from '../../data/call.ts';

const KEY = 'holdfast.checkout';
/** The payment provider tells us within a second or two. */
const WAIT_SECONDS = 4;

/** The person leaves to pay, and may come back. */
export const rememberCheckout = (intentId: string): void => sessionStorage.setItem(KEY, intentId);

/** Back from the payment page: waits a moment for the payment, so that the page shows the new plan. */
export async function awaitPayment(call: Call, workspaceId: string): Promise<void> {
  const intentId = sessionStorage.getItem(KEY);
  if (intentId === null) return;
  sessionStorage.removeItem(KEY);
  await call('getCheckout', { intentId, waitSeconds: WAIT_SECONDS }, workspaceId).catch(() => undefined);
}
