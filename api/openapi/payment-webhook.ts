import type { Operation } from '../../schemas/operation.ts';
import { PaymentEvent, PaymentEventReceived } from '../../schemas/shapes/payment-event.ts';
import { type JsonSchema, jsonSchemaOf } from '../core/json-schema.ts';
import { COMMON, requestIdHeader } from './responses.ts';

/** The operation id of the payment provider's webhook. */
export const RECEIVE_PAYMENT_EVENT = 'receivePaymentEvent';

/**
 * The part of a declaration that the API reference shows. The webhook is no operation: its body is signed as bytes, so nothing may parse it
 * before `api/inbound/` has checked the signature.
 */
export const paymentWebhook = {
  auth: 'none',
  errors: ['request.invalid', 'resource.not_found', 'rate.limited', 'service.unavailable'],
} as const satisfies Pick<Operation, 'auth' | 'errors'>;

const SIGNATURE: JsonSchema = {
  ...{ name: 'Stripe-Signature', in: 'header', required: true },
  description:
    'Time and HMAC-SHA256 of the raw body, by the secret of our endpoint (STRIPE_WEBHOOK_SECRET): `t=<seconds>,v1=<hex>`. At most five minutes old.',
  schema: { type: 'string' },
  example: 't=1796000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
};

const referTo = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

/**
 * The paths that `api/inbound/` answers and the spec names: the webhook of the payment provider.
 * @param lift moves named parts to the components
 */
export const inboundPaths = (lift: (schema: JsonSchema) => JsonSchema): Record<string, JsonSchema> => ({
  '/billing/webhooks/stripe': {
    post: {
      operationId: RECEIVE_PAYMENT_EVENT,
      tags: ['Billing'],
      summary: 'Receive an event of the payment provider',
      description:
        'Only Stripe calls this: the signature of the body is the credential, and no key is taken. The event names an object, which is then read at Stripe; its own content changes nothing. Without a valid signature, for another account or another mode: 400 webhook_refused. Where nothing is sold (no STRIPE_SECRET_KEY): 404. Bodies have at most 256 kB.',
      security: [],
      parameters: [SIGNATURE],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: lift(jsonSchemaOf(PaymentEvent, { io: 'input' })) } },
      },
      responses: {
        '200': {
          description: 'The event is stored; an event that came before is stored once.',
          headers: requestIdHeader,
          content: { 'application/json': { schema: lift(jsonSchemaOf(PaymentEventReceived, { io: 'output' })) } },
        },
        '400': referTo('request.invalid'),
        '404': referTo('resource.not_found'),
        '405': referTo(COMMON['405']),
        '413': referTo('request.invalid'),
        '429': referTo('rate.limited'),
        '500': referTo(COMMON['500']),
        '503': referTo('service.unavailable'),
      },
    },
  },
});
