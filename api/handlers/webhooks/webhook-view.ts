import { randomBytes } from 'node:crypto';
import { type SealedToken, sealToken, type TokenKeys } from '../../../domain/sealed-token.ts';
import { whyNotEndpoint } from '../../../domain/webhooks/endpoint-url.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';
import type { Delivery, Webhook } from '../../../schemas/operations/webhooks.ts';
import type { DeliveryRecord } from '../../../store/webhooks/deliveries.ts';
import type { EndpointRecord } from '../../../store/webhooks/endpoints.ts';

/** @throws AppError request.invalid (field `url`) for an address that deliveries are never sent to */
export function requireReceiver(url: string, isLocal: boolean): void {
  const why = whyNotEndpoint(url, isLocal);
  if (why !== null) throw invalid([{ path: 'url', message: why }]);
}

/** A secret as Standard Webhooks has it, and as it is stored. */
export function newSecret(
  keys: TokenKeys,
  webhookId: string,
): { readonly secret: string; readonly sealed: SealedToken } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: sealToken(keys, webhookId, secret) };
}

/** A webhook as its owners and admins see it. */
export const toWebhook = (record: EndpointRecord): Webhook => {
  const { atMicros: _, failingSince, lastSuccessAt, oldSecretUntil, createdAt, events, ...others } = record;
  return {
    ...others,
    events: events && [...events],
    enabled: record.disabledReason === null,
    failingSince: failingSince?.toISOString() ?? null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    oldSecretUntil: oldSecretUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
};

/** A delivery with its last answer. */
export const toDelivery = (record: DeliveryRecord): Delivery => {
  const { atMicros: _, nextAttemptAt, lastAttemptAt, createdAt, ...others } = record;
  return {
    ...others,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
};

export const noSuchWebhook = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such webhook. list_webhooks has their ids.', {
    reason: 'webhook_not_found',
    field: 'webhookId',
  });

export const noSuchDelivery = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such delivery. list_webhook_deliveries has their ids.', {
    reason: 'delivery_not_found',
    field: 'deliveryId',
  });
