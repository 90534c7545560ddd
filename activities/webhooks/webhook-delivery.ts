import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import type { TokenKeys } from '../../domain/sealed-token.ts';
import type { DeliveryEnd, DeliveryStep } from '../../domain/webhooks/delivery.ts';
import { readDeliveryFacts } from '../../store/webhooks/delivery-facts.ts';
import { readEventDetails } from '../../store/webhooks/event-details.ts';
import { type AttemptResult, settleAttempt } from '../../store/webhooks/settle-attempt.ts';
import { askTurn, giveBackTurn, giveHeldTurns } from '../../store/webhooks/turns.ts';
import type { Outbound, OutboundAnswer } from '../outbound/outbound.ts';
import { signedRequest } from './signed-request.ts';
import { startTurns } from './start-turns.ts';

export interface WebhookDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  readonly tokenKeys: TokenKeys;
  /** Sends deliveries, past no private address. */
  readonly sendWebhook: Outbound;
  readonly now: () => number;
}

/** The activities of the flow of a delivery. Safe to repeat: a receiver may get an event twice. */
export interface WebhookActivities {
  /** Sends a delivery if it has its turn, writes what came of it, and starts the flows of those that have their turn now. */
  attemptDelivery(deliveryId: string): Promise<DeliveryStep>;
}

/** A receiver has this long for the whole answer. */
const WHOLE_MS = 10_000;

const LIMITS = { connectMs: 5_000, firstByteMs: WHOLE_MS, wholeMs: WHOLE_MS, maxBytes: 2_000 };

/** The flow itself waits for so long; what waits longer, waits as a row. */
const LONGEST_WAIT_MS = 30_000;

export const createWebhookActivities = (dependencies: WebhookDependencies): WebhookActivities => ({
  attemptDelivery: async (deliveryId) => {
    const { sql } = dependencies;
    const { standing, others } = await askTurn(sql, deliveryId);
    await startTurns(dependencies, others);
    if (standing !== 'sending') return { end: standing };
    const result = await send(dependencies, deliveryId);
    if (result === null) {
      await startTurns(dependencies, await giveHeldTurns(sql));
      return { end: 'gone' };
    }
    if (result === 'stopped') {
      await giveBackTurn(sql, deliveryId);
      await startTurns(dependencies, await giveHeldTurns(sql));
      return { end: 'waits' };
    }
    const { settled, turns } = await settleAttempt(sql, deliveryId, result, Math.random());
    // It may have its own turn again at once. Others wait for the place that it left.
    await startTurns(dependencies, [...turns, ...(await giveHeldTurns(sql))]);
    if ('end' in settled) return { end: settled.end === 'stale' ? 'waits' : settled.end };
    const { inMs } = settled;
    return inMs !== null && inMs <= LONGEST_WAIT_MS ? { waitMs: inMs } : { end: 'waits' satisfies DeliveryEnd };
  },
});

/** Where it goes now: its turn may be from long ago, if its worker died. null: it was deleted meanwhile. stopped: it must not leave. */
async function send(dependencies: WebhookDependencies, deliveryId: string): Promise<AttemptResult | null | 'stopped'> {
  const { sql, tokenKeys, sendWebhook, now } = dependencies;
  const facts = await readDeliveryFacts(sql, deliveryId);
  if (!facts) return null;
  if (facts.isStopped) return 'stopped';
  const details = facts.payload === 'full' ? await readEventDetails(sql, facts.event) : {};
  const { headers, body } = signedRequest(tokenKeys, facts, details, new Date(now()));
  const startedMs = performance.now();
  const answer = await sendWebhook({
    ...{ url: facts.url, method: 'POST', headers, body, limits: LIMITS, whenLonger: 'cut' },
  });
  return resultOf(answer, Math.round(performance.now() - startedMs));
}

/** PostgreSQL's text holds no NUL. */
const readable = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '');

const resultOf = (answer: OutboundAnswer, tookMs: number): AttemptResult =>
  answer.outcome === 'answered'
    ? { status: answer.status, failure: null, answer: readable(answer.body), tookMs }
    : { status: null, failure: answer.reason, answer: null, tookMs };
