import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import { rendered } from './render.ts';
import type { State } from './state.ts';
import type { Endpoint, Event, Wire } from './wire.ts';

const RETRY_MS = [200, 1_000, 4_000, 15_000];
export const API_VERSION = '2026-10-28.endive';

/** `Stripe-Signature` of a body. */
export function signature(body: string, secret: string, atMs: number): string {
  const stamp = Math.floor(atMs / 1_000);
  return `t=${stamp},v1=${createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')}`;
}

/** Remembers events and sends them to the endpoints, each on its own way: the order is nobody's promise. */
export class Events {
  readonly #state: State;
  readonly #faults: Faults;
  readonly #stopped = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Of each event: the last answer of an endpoint, for the page. */
  readonly answers = new Map<string, string>();

  constructor(state: State, faults: Faults) {
    this.#state = state;
    this.#faults = faults;
  }

  /** Something happened to an object: as it is now. */
  emit(type: string, object: Wire): Event {
    const event: Event & { readonly api_version: string; readonly request: object } = {
      ...{ id: this.#state.newId('evt'), object: 'event', livemode: false, type, api_version: API_VERSION },
      // The real time: a clock that was moved on must not hide what happens later.
      created: Math.floor(this.#state.realNow() / 1_000),
      data: { object: rendered(this.#state, object) },
      ...{ pending_webhooks: 0, request: { id: null, idempotency_key: null } },
    };
    this.#state.put(event);
    this.#deliverAll(event);
    return event;
  }

  /** Sends an event once more, as the button in Stripe's dashboard does. */
  resend(event: Event): void {
    for (const endpoint of this.#endpointsOf(event)) this.#start(endpoint, event, 0);
  }

  /** Until every delivery has ended, for tests. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }

  #endpointsOf({ type }: Event): Endpoint[] {
    return this.#state
      .all('webhook_endpoint')
      .filter(({ status, enabled_events: on }) => status === 'enabled' && (on.includes('*') || on.includes(type)));
  }

  #deliverAll(event: Event): void {
    for (const endpoint of this.#endpointsOf(event)) {
      if (this.#faults.take(['lostWebhook'], event.type)) continue;
      const late = this.#faults.take(['lateWebhook'], event.type);
      this.#start(endpoint, event, late?.delayMs ?? 0);
      if (this.#faults.take(['duplicateWebhook'], event.type)) this.#start(endpoint, event, 0);
    }
  }

  #start(endpoint: Endpoint, event: Event, delayMs: number): void {
    const running = this.#deliver(endpoint, event, delayMs).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #deliver({ url, _secret }: Endpoint, event: Event, delayMs: number): Promise<void> {
    const { signal } = this.#stopped;
    const body = JSON.stringify(event);
    try {
      await delay(delayMs, undefined, { signal });
      for (const pauseMs of [...RETRY_MS, null]) {
        // Each try is signed anew.
        const stripeSignature = signature(body, _secret, this.#state.realNow());
        const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': stripeSignature };
        const status = await post(url, body, { ...headers, 'user-agent': 'Stripe/1.0 (local stand-in)' }, signal);
        this.answers.set(event.id, status === 0 ? 'no answer' : String(status));
        if ((status >= 200 && status < 300) || pauseMs === null) return;
        await delay(pauseMs, undefined, { signal });
      }
    } catch {
      // The stand-in stops.
    }
  }
}

/** Its status; 0: no answer. */
const post = (url: string, body: string, headers: Record<string, string>, signal: AbortSignal): Promise<number> =>
  fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
