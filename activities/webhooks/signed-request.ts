import { Webhook } from 'standardwebhooks';
import { openToken, type TokenKeys } from '../../domain/sealed-token.ts';
import { dataOf, type EventRequest, eventRequest, type Sign, stateOf } from '../../domain/webhooks/event-request.ts';
import type { DeliveryFacts } from '../../store/webhooks/delivery-facts.ts';
import type { EventDetails } from '../../store/webhooks/event-details.ts';

/** The key that sealed a secret is missing here. While keys are being changed another worker may have it. */
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
 * A delivery as Standard Webhooks has it. Every secret that is good signs: during a rotation two.
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
