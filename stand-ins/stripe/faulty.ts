import { setTimeout as delay } from 'node:timers/promises';
import { answerFaults, type Fault, type Faults } from '../faults.ts';
import type { Answer, Asked } from '../http.ts';
import type { World } from './call.ts';
import { type ErrorType, StripeFailure } from './failure.ts';
import { closeDispute, dispute, refund } from './money.ts';

/** `slowAnswer`: the work is done at once, its answer comes late. `lateWebhook`: others come before it. */
export const STRIPE_FAULT_KINDS: readonly string[] = [
  ...['401', '404', '429', '5xx', 'slow', 'slowAnswer', 'cut', 'cutBefore'],
  ...['lostWebhook', 'duplicateWebhook', 'lateWebhook'],
];

const ANSWERED = ['401', '404', '429', '5xx', 'cutBefore'];

/** Happen at once, to the payment in `match`; the other kinds wait. */
const AT_ONCE: Readonly<Record<string, (world: World, payment: string) => { readonly id: string }>> = {
  refund: (world, payment) => refund(world, { payment_intent: payment }),
  dispute,
  disputeWon: (world, payment) => closeDispute(world, payment, 'won'),
  disputeLost: (world, payment) => closeDispute(world, payment, 'lost'),
};

export function answerStripeFaults(world: World, faults: Faults, asked: Asked): Answer {
  if (asked.method !== 'POST') return answerFaults(faults, asked);
  try {
    const { kind, match = '' } = JSON.parse(asked.body.toString('utf8')) as Partial<Fault>;
    const happen = AT_ONCE[kind ?? ''];
    return happen ? { status: 201, body: { made: happen(world, match).id } } : answerFaults(faults, asked);
  } catch (error) {
    return { status: 400, body: { error: String(error) } };
  }
}

/** A request on its way through the faults that wait for it. Without a `match`, faults are for the API alone. */
export async function throughFaults(faults: Faults, asked: Asked, next: () => Promise<Answer>): Promise<Answer> {
  const { pathname } = asked.url;
  const take = (...kinds: readonly string[]) =>
    faults.take(kinds, `${asked.method} ${pathname}`, !pathname.startsWith('/v1/'));
  const slow = take('slow');
  if (slow) await delay(slow.delayMs, undefined, { ref: false });
  const refused = take(...ANSWERED);
  if (refused) return answerOf(refused);
  const [late, cut] = [take('slowAnswer'), take('cut')];
  const answer = await next();
  if (late) await delay(late.delayMs, undefined, { ref: false });
  return cut ? { ...answer, cut: true } : answer;
}

function answerOf({ kind, status, retryAfterSeconds }: Fault): Answer {
  const later = retryAfterSeconds === null ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } };
  if (kind === 'cutBefore') return { status: 200, cut: true };
  // Something else than Stripe answers, such as a proxy.
  if (kind === '404') return { status: 404, body: { message: 'Not Found' } };
  const failure = (code: number, type: ErrorType, message: string, word?: string) =>
    new StripeFailure(code, type, message, word ? { code: word } : {}).answer;
  if (kind === '401') return failure(401, 'invalid_request_error', 'Invalid API Key provided');
  if (kind === '429') return { ...failure(429, 'invalid_request_error', 'Too many requests', 'rate_limit'), ...later };
  return { ...failure(status, 'api_error', 'An unknown error occurred'), ...later };
}
