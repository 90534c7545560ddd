import type { Sql } from 'postgres';
import { Webhook } from 'standardwebhooks';
import { openToken, type TokenKeys } from '../../domain/sealed-token.ts';
import { type DeliveryStep, SECRET_UNREADABLE, type Tried } from '../../domain/webhooks/delivery.ts';
import { dataOf, type EventRequest, eventRequest, type Sign, stateOf } from '../../domain/webhooks/event-request.ts';
import { ANSWERED_WITHIN_MS } from '../../domain/webhooks/schedule.ts';
import type { Outbound, OutboundAnswer } from '../../outbound/outbound.ts';
import type { DeliveryFailure } from '../../schemas/shapes/webhook-events.ts';
import { type DeliveryFacts, readDeliveryFacts, readDeliveryWait } from '../../store/webhooks/delivery-facts.ts';
import { type EventDetails, readEventDetails } from '../../store/webhooks/event-details.ts';
import { readState, returnPermit } from '../../store/webhooks/permits.ts';
import { type AttemptResult, type Settled, settleAttempt } from '../../store/webhooks/settle-attempt.ts';
import { type DispatchDependencies, dispatch } from './dispatch.ts';

export interface WebhookDependencies extends DispatchDependencies {
  readonly tokenKeys: TokenKeys;
  /** Sends deliveries, never to a private address. */
  readonly sendWebhook: Outbound;
  readonly now: () => number;
  /** Logs that a receiver did not take a delivery. */
  readonly onFailedDelivery: (failed: FailedDelivery) => void;
  /** Logs a fault that operators must repair. */
  readonly onSecretUnreadable: (endpointId: string, error: SecretUnreadable) => void;
}

/** Without the URL and the answer: these may hold secrets, and what guests wrote. */
export interface FailedDelivery extends Tried {
  readonly deliveryId: string;
  readonly endpointId: string;
}

/** The activities of the flow of a delivery. Safe to repeat: a receiver may get an event twice. */
export interface WebhookActivities {
  /** Sends a delivery if it has, or gets, a permit, writes the result, and grants the permit to the next delivery. */
  attemptDelivery(deliveryId: string): Promise<DeliveryStep>;
}

const LIMITS = { connectMs: 5_000, firstByteMs: ANSWERED_WITHIN_MS, wholeMs: ANSWERED_WITHIN_MS, maxBytes: 2_000 };

/** A flow waits no longer than this for the next attempt. A delivery that waits longer is a row without a flow. */
const MAX_WAIT_MS = 30_000;

export const createWebhookActivities = (dependencies: WebhookDependencies): WebhookActivities => ({
  attemptDelivery: async (deliveryId) => {
    const { sql } = dependencies;
    const delivery = await readState(sql, deliveryId);
    if (!delivery) return { end: 'deleted' };
    const { state, endpointId } = delivery;
    if (state === 'delivered' || state === 'given_up') return { end: state };
    // The sweep and an earlier wait start a flow without a permit.
    const hasPermit = state === 'sending' || (await dispatch(dependencies, endpointId, deliveryId));
    if (!hasPermit) return waiting(sql, deliveryId);
    const step = await attempt(dependencies, deliveryId);
    await dispatch(dependencies, endpointId);
    return step;
  },
});

/** Sends a delivery that has a permit, and writes the result. Both the webhook and the workspace may have changed since the permit was granted. */
async function attempt(dependencies: WebhookDependencies, deliveryId: string): Promise<DeliveryStep> {
  const { sql } = dependencies;
  const facts = await readDeliveryFacts(sql, deliveryId);
  if (!facts) return { end: 'deleted' };
  if (facts.isStopped) {
    await returnPermit(sql, deliveryId);
    return waiting(sql, deliveryId);
  }
  const result = await send(dependencies, facts);
  const settled = await settleAttempt(sql, deliveryId, result, Math.random());
  const tried = { attempt: facts.attempts + 1, status: result.status, failure: result.failure };
  if ('retryInMs' in settled || ('end' in settled && settled.end === 'given_up'))
    dependencies.onFailedDelivery({ deliveryId, endpointId: facts.endpointId, ...tried });
  return stepOf(sql, deliveryId, settled, { tried, ...bookingOf(facts) });
}

const bookingOf = ({ event }: DeliveryFacts) =>
  event.type.startsWith('booking.') ? { bookingId: event.subjectId } : {};

async function stepOf(
  sql: Sql,
  deliveryId: string,
  settled: Settled,
  shown: Pick<DeliveryStep, 'tried' | 'bookingId'>,
): Promise<DeliveryStep> {
  if ('retryInMs' in settled) {
    const { retryInMs } = settled;
    if (retryInMs !== null && retryInMs <= MAX_WAIT_MS) return { waitMs: retryInMs, ...shown };
  }
  const end = 'end' in settled ? settled.end : 'stale' in settled ? settled.stale : 'waiting';
  return end === 'waiting' ? { ...shown, ...(await waiting(sql, deliveryId)) } : { end, ...shown };
}

const waiting = async (sql: Sql, deliveryId: string) => ({
  end: 'waiting' as const,
  ...(await readDeliveryWait(sql, deliveryId)),
});

/** Sends a delivery to the URL that its webhook has now. */
async function send(dependencies: WebhookDependencies, facts: DeliveryFacts): Promise<AttemptResult> {
  const request = await requestOf(dependencies, facts);
  const { url } = facts;
  if (request === SECRET_UNREADABLE) return { ...failed(SECRET_UNREADABLE, 0), sentTo: url };
  const startedMs = performance.now();
  const answer = await dependencies.sendWebhook({ url, method: 'POST', ...request, limits: LIMITS, whenLonger: 'cut' });
  return { ...resultOf(answer, Math.round(performance.now() - startedMs)), sentTo: url };
}

/** A secret that no key opens is a fault of this installation: operators are notified, and it is retried until a worker has the key. */
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

/** This worker lacks the key that sealed a secret. During a rotation of keys another worker may have it. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
  readonly keyId: string;

  constructor(endpointId: string, keyId: string) {
    super(
      `No key of this worker opens the secret of webhook ${endpointId}, which the key ${keyId} sealed: give the worker that key ` +
        '(CALENDAR_TOKEN_KEYS; `main` is SECRET_KEY), or rotate the secret (rotate_webhook_secret)',
    );
    this.keyId = keyId;
  }
}

/**
 * The request of a delivery by Standard Webhooks. Each valid secret signs: during a rotation there are two.
 * @throws SecretUnreadable
 */
export function signedRequest(
  keys: TokenKeys,
  { endpointId, payload, secret, previousSecret, event }: DeliveryFacts,
  details: EventDetails,
  at: Date,
): EventRequest {
  const current = openToken(keys, endpointId, secret);
  if (current === null) throw new SecretUnreadable(endpointId, secret.keyId);
  const previous = previousSecret && openToken(keys, endpointId, previousSecret);
  const signs = [current, ...(previous === null ? [] : [previous])].map((opened): Sign => {
    const webhook = new Webhook(opened);
    return (id, atMs, body) => webhook.sign(id, new Date(atMs), body);
  });
  const { id, type } = event;
  const data = payload === 'full' ? dataOf(event.data, details) : stateOf(event.data);
  return eventRequest({ id, type, timestamp: event.at.toISOString(), data }, signs, at.getTime());
}
