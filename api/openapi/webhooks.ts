import type { Operation } from '../../schemas/operation.ts';
import { PaymentEvent, PaymentEventReceived } from '../../schemas/shapes/payment-event.ts';
import { PING, type SentEvent, WEBHOOK_EVENTS } from '../../schemas/shapes/webhook-events.ts';
import { payloadOf, WEBHOOK_PAYLOADS } from '../../schemas/shapes/webhook-payloads.ts';
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

const header = (name: string, description: string, example: string): JsonSchema => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

/** Those of Standard Webhooks. */
const HEADERS = [
  header(
    'webhook-id',
    'The event. The same at each try and each redelivery: take it once.',
    '01a21f78-8bb8-7561-b73b-3852b134cb0f',
  ),
  header('webhook-timestamp', 'When this try left, in seconds since 1970. Refuse old ones.', '1796000000'),
  header(
    'webhook-signature',
    'HMAC-SHA256 of id, timestamp and body by each secret that is good.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** `booking.no_show` → `bookingNoShow` */
const idOf = (type: SentEvent): string =>
  `on${type.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())}`;

const schemaOf = (type: SentEvent, payload: 'full' | 'thin'): JsonSchema =>
  jsonSchemaOf(payloadOf(type, payload), { io: 'output' });

const hasDetails = (type: SentEvent): boolean => Object.keys(WEBHOOK_PAYLOADS[type].details.shape).length > 0;

/**
 * The events that receivers get, as OpenAPI's `webhooks`. One schema for both kinds of payloads: thin ones lack the fields that are not required.
 * @param lift moves named parts to the components
 */
export const webhookItems = (lift: (schema: JsonSchema) => JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...WEBHOOK_EVENTS, PING].map((type): [string, JsonSchema] => [
      type,
      {
        post: {
          operationId: idOf(type as SentEvent),
          tags: ['Webhooks'],
          summary: type,
          description: `${WEBHOOK_PAYLOADS[type as SentEvent].summary}${
            hasDetails(type as SentEvent) ? ' Thin payloads have the required fields of `data` alone.' : ''
          }`,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: lift(schemaOf(type as SentEvent, 'full')) } },
          },
          responses: {
            '2XX': { description: 'Taken.' },
            '410': { description: 'Wants no more events: the webhook is disabled at once.' },
            '4XX': { description: 'Not taken: tried again, as after any other answer or none.' },
          },
        },
      },
    ]),
  );
