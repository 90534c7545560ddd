import { Webhook } from 'standardwebhooks';
import { hasKeyOf, openToken, type TokenKeys } from '../../domain/sealed-token.ts';
import type { DeliveryFacts } from '../../store/webhooks/delivery-facts.ts';
import type { EventDetails } from '../../store/webhooks/event-details.ts';

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

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
): SignedRequest {
  const data = payload === 'full' ? { ...details, ...event.data } : event.data;
  const body = JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data });
  const signatures = [secret, ...(previousSecret && hasKeyOf(keys, previousSecret) ? [previousSecret] : [])].map(
    (sealed) => {
      const opened = openToken(keys, endpointId, sealed);
      if (opened === null) throw new SecretUnreadable();
      return new Webhook(opened).sign(event.id, at, body);
    },
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
