import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import type { TokenKeys } from '../../domain/sealed-token.ts';
import { type DeliveryEnd, type DeliveryStep, SECRET_UNREADABLE, type Tried } from '../../domain/webhooks/delivery.ts';
import type { EventRequest } from '../../domain/webhooks/event-request.ts';
import { ANSWERED_WITHIN_MS } from '../../domain/webhooks/schedule.ts';
import type { Outbound, OutboundAnswer } from '../../outbound/outbound.ts';
import type { DeliveryFailure } from '../../schemas/shapes/webhook-events.ts';
import { type DeliveryFacts, readDeliveryFacts } from '../../store/webhooks/delivery-facts.ts';
import { readDeliveryWait } from '../../store/webhooks/delivery-wait.ts';
import { readEventDetails } from '../../store/webhooks/event-details.ts';
import { type AttemptResult, type Settled, settleAttempt } from '../../store/webhooks/settle-attempt.ts';
import { askTurn, giveBackTurn, giveHeldTurns } from '../../store/webhooks/turns.ts';
import { SecretUnreadable, signedRequest } from './signed-request.ts';
import { startTurns } from './start-turns.ts';

export interface WebhookDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  readonly tokenKeys: TokenKeys;
  /** Sends deliveries, past no private address. */
  readonly sendWebhook: Outbound;
  readonly now: () => number;
  /** For the log: a receiver did not take a delivery. */
  readonly onFailedDelivery: (failed: FailedDelivery) => void;
  /** For the log: operators must act. */
  readonly onSecretUnreadable: (endpointId: string, error: SecretUnreadable) => void;
}

/** Neither the address nor the answer: they may hold secrets, and what guests wrote. */
export interface FailedDelivery extends Tried {
  readonly deliveryId: string;
  readonly endpointId: string;
}

/** The activities of the flow of a delivery. Safe to repeat: a receiver may get an event twice. */
export interface WebhookActivities {
  /** Sends a delivery if it has its turn, writes what came of it, and starts the flows of those that have their turn now. */
  attemptDelivery(deliveryId: string): Promise<DeliveryStep>;
}

const LIMITS = { connectMs: 5_000, firstByteMs: ANSWERED_WITHIN_MS, wholeMs: ANSWERED_WITHIN_MS, maxBytes: 2_000 };

/** The flow itself waits for so long; what waits longer, waits as a row. */
const LONGEST_WAIT_MS = 30_000;

export const createWebhookActivities = (dependencies: WebhookDependencies): WebhookActivities => ({
  attemptDelivery: async (deliveryId) => {
    const { sql } = dependencies;
    const { standing, others } = await askTurn(sql, deliveryId);
    await startTurns(dependencies, others);
    if (standing === 'waits') return waits(sql, deliveryId);
    if (standing !== 'sending') return { end: standing };
    const sent = await send(dependencies, deliveryId);
    if (sent !== null && sent !== 'stopped') return settle(dependencies, deliveryId, sent);
    if (sent === 'stopped') await giveBackTurn(sql, deliveryId);
    await startTurns(dependencies, await giveHeldTurns(sql));
    return sent === null ? { end: 'gone' } : waits(sql, deliveryId);
  },
});

async function settle(dependencies: WebhookDependencies, deliveryId: string, sent: Sent): Promise<DeliveryStep> {
  const { sql, onFailedDelivery } = dependencies;
  const { endpointId, attempt, ofBooking, result } = sent;
  const { settled, turns } = await settleAttempt(sql, deliveryId, result, Math.random());
  // It may have its own turn again at once. Others wait for the place that it left.
  await startTurns(dependencies, [...turns, ...(await giveHeldTurns(sql))]);
  const tried = { attempt, status: result.status, failure: result.failure };
  const end = endOf(settled);
  if ('inMs' in settled || ('end' in settled && settled.end === 'given_up'))
    onFailedDelivery({ deliveryId, endpointId, ...tried });
  if (end !== 'waits') return { end, tried, ...ofBooking };
  const inMs = 'inMs' in settled ? settled.inMs : null;
  if (inMs !== null && inMs <= LONGEST_WAIT_MS) return { waitMs: inMs, tried, ...ofBooking };
  return { ...(await waits(sql, deliveryId)), tried };
}

const endOf = (settled: Settled): DeliveryEnd => {
  if ('end' in settled) return settled.end;
  return 'stale' in settled ? settled.stale : 'waits';
};

const waits = async (sql: Sql, deliveryId: string) => ({
  end: 'waits' as const,
  ...(await readDeliveryWait(sql, deliveryId)),
});

interface Sent {
  readonly endpointId: string;
  readonly attempt: number;
  readonly ofBooking: { readonly bookingId?: string };
  readonly result: AttemptResult;
}

/** Where it goes now: its turn may be from long ago, if its worker died. null: it was deleted meanwhile. stopped: it must not leave. */
async function send(dependencies: WebhookDependencies, deliveryId: string): Promise<Sent | null | 'stopped'> {
  const { sql, sendWebhook } = dependencies;
  const facts = await readDeliveryFacts(sql, deliveryId);
  if (!facts) return null;
  if (facts.isStopped) return 'stopped';
  const { endpointId, attempts, event } = facts;
  const ofBooking = event.type.startsWith('booking.') ? { bookingId: event.subjectId } : {};
  const sent = { endpointId, attempt: attempts + 1, ofBooking };
  const request = await requestOf(dependencies, facts);
  // The address is no part of what the activity returns: it may hold secrets.
  if (request === SECRET_UNREADABLE) return { ...sent, result: { ...failed(SECRET_UNREADABLE, 0), sentTo: facts.url } };
  const startedMs = performance.now();
  const answer = await sendWebhook({ url: facts.url, method: 'POST', ...request, limits: LIMITS, whenLonger: 'cut' });
  return { ...sent, result: { ...resultOf(answer, Math.round(performance.now() - startedMs)), sentTo: facts.url } };
}

/** A secret that does not open is our fault: operators are told, and it is tried again until a worker has its key. */
async function requestOf(
  { sql, tokenKeys, now, onSecretUnreadable }: WebhookDependencies,
  facts: DeliveryFacts,
): Promise<EventRequest | typeof SECRET_UNREADABLE> {
  const details = facts.payload === 'full' ? await readEventDetails(sql, facts.event) : {};
  try {
    return signedRequest(tokenKeys, facts, details, new Date(now()));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    onSecretUnreadable(facts.endpointId, error);
    return SECRET_UNREADABLE;
  }
}

type Answered = Omit<AttemptResult, 'sentTo'>;

const failed = (failure: DeliveryFailure, tookMs: number): Answered => ({
  status: null,
  failure,
  answer: null,
  tookMs,
});

/** PostgreSQL's text holds no NUL. */
const readable = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '');

const resultOf = (answer: OutboundAnswer, tookMs: number): Answered =>
  answer.outcome === 'answered'
    ? { status: answer.status, failure: null, answer: readable(answer.body), tookMs }
    : failed(answer.reason, tookMs);
