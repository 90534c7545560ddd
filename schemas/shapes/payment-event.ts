import { z } from 'zod';

/** An event of Stripe, in the version of its API that our endpoint has: `POST /billing/webhooks/stripe`. */
export const PaymentEvent = z
  .looseObject({
    id: z.string().describe('Of the event. The same at each try: it is stored once.'),
    object: z.literal('event').describe('Always event.'),
    type: z.string().describe('What happened, in Stripe’s words, such as invoice.paid.'),
    created: z.int().describe('When it happened, in seconds since 1970.'),
    livemode: z.boolean().describe('Must be the mode of our key: an event of another mode is refused.'),
    data: z
      .looseObject({
        object: z
          .looseObject({
            id: z.string().describe('Of the object at Stripe.'),
            object: z.string().describe('Its kind, such as invoice.'),
          })
          .describe('The object that changed. It is read again at Stripe: what is written here decides nothing.'),
      })
      .describe('What the event is about.'),
  })
  .meta({
    id: 'PaymentEvent',
    example: {
      ...{ id: 'evt_1SaP2k', object: 'event', type: 'invoice.paid', created: 1_796_000_000, livemode: true },
      data: { object: { id: 'in_1SaP2j', object: 'invoice' } },
    },
  });

/** Spec, Events: a webhook of the payment provider is acknowledged. */
export const PaymentEventReceived = z.object({ received: z.literal(true).describe('The event is stored.') });
export type PaymentEventReceived = z.infer<typeof PaymentEventReceived>;
