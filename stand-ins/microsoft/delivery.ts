import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  ChangeNotification,
  ChangeNotificationCollection,
  LifecycleEventType,
} from '@microsoft/microsoft-graph-types';
import type { Faults } from '../faults.ts';
import { badRequest } from './failure.ts';
import type { KeptSubscription } from './kept-subscription.ts';
import type { Change } from './mailbox.ts';
import { etagOf, idOf } from './render.ts';

/** What a notification says of an event. Microsoft's type of it is empty. */
interface EventData {
  readonly '@odata.type': '#Microsoft.Graph.Event';
  readonly '@odata.id': string;
  readonly '@odata.etag': string;
  readonly id: string;
}

const VALIDATION_MS = 10_000;
const RETRY_MS = [200, 1_000, 4_000];

/** Sends notifications to the addresses of subscriptions. */
export class Delivery {
  readonly #faults: Faults;
  readonly #now: () => number;
  readonly #stopped = new AbortController();
  /** What waits for a newer token, by subscription. */
  readonly #waiting = new Map<string, ChangeNotification[]>();
  /** Milliseconds between a change and its notification. */
  delayMs = 0;

  constructor(faults: Faults, now: () => number) {
    this.#faults = faults;
    this.#now = now;
  }

  /** Asks an address whether it expects notifications. @throws GraphFailure 400 */
  async validate(address: string): Promise<void> {
    const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomBytes(8).toString('hex')} +%`;
    const url = new URL(address);
    url.searchParams.set('validationToken', token);
    const refuse = (words: string) => badRequest('ValidationError', `Subscription validation request failed. ${words}`);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      redirect: 'manual',
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(VALIDATION_MS)]),
    }).catch(() => null);
    const text = await answer?.text();
    if (answer?.status !== 200) throw refuse(`HTTP status code is '${answer?.status ?? 'none'}'.`);
    if (!answer.headers.get('content-type')?.startsWith('text/plain') || text !== token)
      throw refuse('The answer must be the validation token, as text/plain.');
  }

  /** To be called after each change, with the subscriptions of the mailbox. */
  changed(change: Change, subscriptions: Iterable<KeptSubscription>): void {
    const nowMs = this.#now();
    for (const one of subscriptions) {
      const isMeant = one.mailbox === change.mailbox && one.changeType.includes(change.type) && one.expiresMs > nowMs;
      if (!isMeant || this.#faults.take(['lostPush'], one.notificationUrl)) continue;
      const notification = notificationOf(change, one);
      if (one.tokenUntilMs <= nowMs) {
        // Graph keeps them for four hours, and asks for a newer token.
        if (!this.#waiting.has(one.id)) this.lifecycle(one, 'reauthorizationRequired');
        this.#waiting.set(one.id, [...(this.#waiting.get(one.id) ?? []), notification]);
        continue;
      }
      this.#send(one.notificationUrl, [notification]);
      if (this.#faults.take(['duplicatePush'], one.notificationUrl)) this.#send(one.notificationUrl, [notification]);
    }
  }

  /** A subscription has a newer token. */
  resume({ id, notificationUrl }: KeptSubscription): void {
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    if (waiting.length > 0) this.#send(notificationUrl, waiting);
  }

  lifecycle(subscription: KeptSubscription, lifecycleEvent: LifecycleEventType): void {
    const { lifecycleNotificationUrl } = subscription;
    if (lifecycleNotificationUrl !== null)
      this.#send(lifecycleNotificationUrl, [{ ...frameOf(subscription), lifecycleEvent }]);
  }

  stop(): void {
    this.#stopped.abort();
  }

  #send(address: string, value: ChangeNotification[]): void {
    const body: ChangeNotificationCollection = { value };
    void this.#deliver(address, JSON.stringify(body));
  }

  /** Anything but 2xx is tried again. */
  async #deliver(address: string, body: string): Promise<void> {
    const { signal } = this.#stopped;
    try {
      if (this.delayMs > 0) await delay(this.delayMs, undefined, { signal });
      for (const pauseMs of [...RETRY_MS, 0]) {
        const isTaken = await fetch(address, {
          ...{ method: 'POST', body, signal, redirect: 'manual' as const },
          headers: { 'content-type': 'application/json; charset=utf-8' },
        }).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.ok;
          },
          () => false,
        );
        if (isTaken || pauseMs === 0) return;
        await delay(pauseMs, undefined, { signal });
      }
    } catch {
      // The stand-in stops.
    }
  }
}

const frameOf = ({ id, clientState, expiresMs, mailbox }: KeptSubscription): ChangeNotification => ({
  subscriptionId: id,
  subscriptionExpirationDateTime: new Date(expiresMs).toISOString(),
  clientState,
  tenantId: mailbox.person.tid,
});

function notificationOf({ mailbox, item, type }: Change, subscription: KeptSubscription): ChangeNotification {
  const { immutableIds } = subscription;
  const id = idOf(item, { immutableIds });
  const resource = `Users/${mailbox.person.oid}/Events/${id}`;
  const resourceData: EventData = {
    '@odata.type': '#Microsoft.Graph.Event',
    '@odata.id': resource,
    '@odata.etag': etagOf(item),
    id,
  };
  return { ...frameOf(subscription), id: randomUUID(), changeType: type, resource, resourceData };
}
