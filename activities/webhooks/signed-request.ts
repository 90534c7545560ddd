import { Webhook } from 'standardwebhooks';
import { hasKeyOf, openToken, type TokenKeys } from '../../domain/sealed-token.ts';
import { dataOf, type EventRequest, eventRequest, type Sign } from '../../domain/webhooks/event-request.ts';
import type { DeliveryFacts } from '../../store/webhooks/delivery-facts.ts';
import type { EventDetails } from '../../store/webhooks/event-details.ts';

/** The key that sealed a secret is missing here, as while keys are being changed: another worker has it. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
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
  const signs = [secret, ...(previousSecret && hasKeyOf(keys, previousSecret) ? [previousSecret] : [])].map(
    (sealed): Sign => {
      const opened = openToken(keys, endpointId, sealed);
      if (opened === null) throw new SecretUnreadable();
      const webhook = new Webhook(opened);
      return (id, atMs, body) => webhook.sign(id, new Date(atMs), body);
    },
  );
  const { id, type } = event;
  const data = payload === 'full' ? dataOf(event.data, details) : event.data;
  return eventRequest({ id, type, timestamp: event.at.toISOString(), data }, signs, at.getTime());
}
