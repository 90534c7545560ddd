import { randomUUID } from 'node:crypto';
import type { LifecycleEventType, Subscription } from '@microsoft/microsoft-graph-types';
import type { Delivery } from './delivery.ts';
import { badRequest, GraphFailure } from './failure.ts';
import type { KeptSubscription } from './kept-subscription.ts';
import { SUBSCRIPTION_KEYS } from './keys.ts';
import type { Mailbox } from './mailbox.ts';
import type { Access } from './tokens.ts';

const MINUTE_MS = 60_000;
const SHORTEST_MS = 45 * MINUTE_MS;
const LONGEST_MS = 10_080 * MINUTE_MS;
const MOST_CLIENT_STATE = 128;
const CHANGES = ['created', 'updated', 'deleted'];

/** All subscriptions of a stand-in. */
export class Subscriptions {
  readonly kept = new Map<string, KeptSubscription>();
  readonly #delivery: Delivery;
  readonly #now: () => number;
  /** Newer Graph makes a second subscription of the same kind, where it once answered 409. */
  takesDuplicates = false;

  constructor(delivery: Delivery, now: () => number) {
    this.#delivery = delivery;
    this.#now = now;
  }

  /** Asks both addresses first. @throws GraphFailure 400, 409 */
  async create(mailbox: Mailbox, access: Access, wanted: Subscription, immutableIds: boolean): Promise<Subscription> {
    const checked = check(wanted);
    const same = this.of(mailbox, access.clientId).find(({ changeType }) => changeType === checked.changeType);
    if (same && !this.takesDuplicates)
      throw new GraphFailure(
        409,
        'ExtensionError',
        `Operation: Create; Exception: [Status Code: Conflict; Reason: Subscription Id ${same.id} already exists for the requested combination]`,
      );
    const expiresMs = this.#end(wanted.expirationDateTime);
    for (const address of new Set([
      checked.notificationUrl,
      checked.lifecycleNotificationUrl ?? checked.notificationUrl,
    ]))
      await this.#delivery.validate(address);
    const kept: KeptSubscription = {
      ...{ id: randomUUID(), mailbox, clientId: access.clientId, ...checked },
      ...{ immutableIds, expiresMs, tokenUntilMs: access.untilMs },
    };
    this.kept.set(kept.id, kept);
    return shown(kept);
  }

  of(mailbox: Mailbox, clientId: string): KeptSubscription[] {
    const nowMs = this.#now();
    return [...this.kept.values()].filter(
      (one) => one.mailbox === mailbox && one.clientId === clientId && one.expiresMs > nowMs,
    );
  }

  /** @throws GraphFailure 404 */
  find(mailbox: Mailbox, clientId: string, id: string): KeptSubscription {
    const found = this.of(mailbox, clientId).find((one) => one.id === id);
    if (!found) throw new GraphFailure(404, 'ResourceNotFound', 'The object was not found.');
    return found;
  }

  /** Renews it, and gives it the token of this call. @throws GraphFailure 400, 404 */
  renew(
    mailbox: Mailbox,
    access: Access,
    id: string,
    { expirationDateTime, notificationUrl }: Subscription,
  ): Subscription {
    const before = this.find(mailbox, access.clientId, id);
    const renewed: KeptSubscription = {
      ...before,
      ...(notificationUrl === undefined ? {} : { notificationUrl }),
      ...(expirationDateTime === undefined ? {} : { expiresMs: this.#end(expirationDateTime) }),
      tokenUntilMs: access.untilMs,
    };
    this.kept.set(id, renewed);
    this.#delivery.resume(renewed);
    return shown(renewed);
  }

  /** @throws GraphFailure 404 */
  remove(mailbox: Mailbox, clientId: string, id: string): void {
    this.kept.delete(this.find(mailbox, clientId, id).id);
  }

  /** On demand: what Graph says about subscriptions. `subscriptionRemoved` ends them. @param email all, if absent */
  lifecycle(event: LifecycleEventType, email?: string): void {
    for (const one of [...this.kept.values()].filter(({ mailbox }) => !email || mailbox.person.email === email)) {
      if (event === 'subscriptionRemoved') this.kept.delete(one.id);
      this.#delivery.lifecycle(one, event);
    }
  }

  #end(text: string | undefined): number {
    const nowMs = this.#now();
    const ms = Date.parse(text ?? '');
    if (Number.isNaN(ms)) throw badRequest('InvalidRequest', 'expirationDateTime is required.');
    if (ms > nowMs + LONGEST_MS + MINUTE_MS)
      throw badRequest('ExtensionError', 'Subscription expiration can only be 10080 minutes in the future.');
    return Math.max(ms, nowMs + SHORTEST_MS);
  }
}

/** https, or this machine. */
const isAddress = (text: string): boolean =>
  URL.canParse(text) && (text.startsWith('https:') || /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(text));

function check(wanted: Subscription) {
  const {
    changeType = '',
    resource = '',
    notificationUrl = '',
    lifecycleNotificationUrl = null,
    clientState = null,
  } = wanted;
  const unknown = Object.keys(wanted).find((name) => !(name in SUBSCRIPTION_KEYS));
  if (unknown !== undefined) throw badRequest('BadRequest', `The property '${unknown}' does not exist.`);
  if (changeType.split(',').some((one) => !CHANGES.includes(one.trim())))
    throw badRequest('InvalidRequest', `Invalid value for changeType: ${changeType}`);
  if (!/^\/?me\/events$/.test(resource))
    throw badRequest('ExtensionError', `The stand-in, as Outlook, takes me/events alone, not ${resource}.`);
  if (!isAddress(notificationUrl) || (lifecycleNotificationUrl !== null && !isAddress(lifecycleNotificationUrl)))
    throw badRequest('InvalidRequest', 'Notification URL must use https.');
  if ((clientState ?? '').length > MOST_CLIENT_STATE)
    throw badRequest('InvalidRequest', 'clientState is longer than 128 characters.');
  return { changeType, notificationUrl, lifecycleNotificationUrl, clientState };
}

/** clientState is never shown again. */
export const shown = (kept: KeptSubscription): Subscription => ({
  ...{ id: kept.id, resource: 'me/events', changeType: kept.changeType, applicationId: kept.clientId },
  ...{ notificationUrl: kept.notificationUrl, lifecycleNotificationUrl: kept.lifecycleNotificationUrl },
  ...{ clientState: null, creatorId: kept.mailbox.person.oid, includeResourceData: null },
  ...{ expirationDateTime: new Date(kept.expiresMs).toISOString(), latestSupportedTlsVersion: 'v1_2' },
  ...{ encryptionCertificate: null, encryptionCertificateId: null, notificationQueryOptions: null },
});
