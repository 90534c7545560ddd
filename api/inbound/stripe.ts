import type { PaymentNews } from '../../domain/billing/remote-billing.ts';
import { AppError } from '../../schemas/errors.ts';
import type { PaymentEventReceived } from '../../schemas/shapes/payment-event.ts';
import { noteNews } from '../../store/billing/stripe-events.ts';
import { notFound } from '../core/answer.ts';
import type { InboundAnswer, InboundMessage, InboundServices } from './message.ts';

const RECEIVED: InboundAnswer = { status: 200, json: { received: true } satisfies PaymentEventReceived };

/** It says to a stranger what is needed, and not what was wrong: the log and the counter say that. */
const REFUSED: InboundAnswer = {
  status: 400,
  isWrong: true,
  error: new AppError(
    'request.invalid',
    'Only the payment provider calls this, with the header Stripe-Signature of our endpoint, within five minutes, for our account and mode. Nothing was changed. Operators: STRIPE_WEBHOOK_SECRET must be the secret of this endpoint.',
    { reason: 'webhook_refused' },
  ),
};

/**
 * A webhook of the payment provider: "look at this object". Its content decides nothing. One that is not signed, too old, of another mode
 * or account is counted as a wrong secret and leaves a line in the log. A database that is away is a 503, and the provider sends it again.
 */
export async function answerStripe(
  services: InboundServices,
  { headers, body, requestId }: InboundMessage,
): Promise<InboundAnswer> {
  const { paymentPages, log, onWebhook } = services;
  if (paymentPages === null) return { status: 404, error: notFound() };
  const signature = headers['stripe-signature'];
  const check = await paymentPages.checkWebhook(
    body,
    typeof signature === 'string' ? signature : undefined,
    Date.now(),
  );
  if ('refused' in check) {
    onWebhook(check.refused);
    // Anybody can send one without a signature.
    const level = check.refused === 'no_signature' ? 'debug' : 'warn';
    log[level]({ reason: check.refused, requestId }, 'a webhook of payments was refused');
    return REFUSED;
  }
  await receiveEvent(services, check.news);
  onWebhook('received');
  return RECEIVED;
}

/** Stores the event, then notifies the flows. The sweep repairs a lost signal. */
async function receiveEvent({ sql, flowClient }: InboundServices, news: PaymentNews): Promise<void> {
  const { checkout, workspaceId } = await noteNews(sql, news);
  if (checkout) flowClient.signal('checkout', checkout, 'changed');
  if (workspaceId !== null) flowClient.signal('subscription', { id: workspaceId, workspaceId }, 'changed');
}
