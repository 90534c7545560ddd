import { PING, type SentEvent, WEBHOOK_EVENTS } from '../../schemas/shapes/webhook-events.ts';
import { payloadOf, WEBHOOK_PAYLOADS } from '../../schemas/shapes/webhook-payloads.ts';
import { type JsonSchema, jsonSchemaOf } from '../core/json-schema.ts';

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
