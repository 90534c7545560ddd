import { z } from 'zod';
import type { Routes } from '../http.ts';
import { type Call, route, type World } from './call.ts';
import { requirePrice } from './catalog.ts';
import { bool, EXPAND, httpUrl, int, metadata, RANGE, text } from './encoded.ts';
import { invalid, missing } from './failure.ts';
import { requireCustomer } from './known-customers.ts';
import { lineItem, rendered } from './render.ts';
import type { Price, Session } from './wire.ts';

const NewSession = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  ...{ customer: text, client_reference_id: z.string().max(200).optional() },
  line_items: z.array(z.strictObject({ price: text, quantity: int })).length(1, 'The stand-in takes one line item'),
  ...{
    success_url: httpUrl,
    cancel_url: httpUrl.optional(),
    expires_at: int.optional(),
    metadata: metadata.optional(),
  },
  tax_id_collection: z.strictObject({ enabled: bool }).optional(),
  customer_update: z
    .strictObject({ name: z.enum(['auto', 'never']).optional(), address: z.enum(['auto', 'never']).optional() })
    .optional(),
  invoice_creation: z.strictObject({ enabled: bool }).optional(),
  payment_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  ...EXPAND,
});
type Params = z.output<typeof NewSession>;

export const sessionRoutes = (world: World): Routes => [
  route(world, ['POST', '/checkout/sessions'], NewSession, createSession),
  route(world, ['GET', '/checkout/sessions/:id'], z.strictObject(EXPAND), ({ expand }, { id }) =>
    rendered(world.state, requireSession(world, id), expand),
  ),
  route(world, ['POST', '/checkout/sessions/:id/expire'], z.strictObject(EXPAND), (_, { id }) => expire(world, id)),
  route(world, ['GET', '/checkout/sessions/:id/line_items'], z.strictObject(RANGE), (_, { id }) => ({
    ...{ object: 'list', url: `/v1/checkout/sessions/${id}/line_items`, has_more: false },
    data: [lineItem(world.state, requireSession(world, id))],
  })),
];

export function requireSession({ state }: World, id: string): Session {
  const found = state.get('checkout.session', id);
  if (!found) throw missing('checkout.session', id);
  return found;
}

const [SHORTEST_SECONDS, LONGEST_SECONDS] = [30 * 60, 24 * 60 * 60];

/** Stripe's rules of what goes with what. */
function refuseMismatch(params: Params, price: Price): void {
  const isPayment = params.mode === 'payment';
  if (isPayment === (price.recurring !== null))
    throw invalid(
      `You specified \`${params.mode}\` mode but passed a ${price.recurring ? '' : 'non-'}recurring price.`,
      'mode',
    );
  if (!price.active) throw invalid('The price specified is inactive.', 'line_items[0][price]');
  if ((params.line_items[0]?.quantity ?? 0) < 1)
    throw invalid('Quantity must be at least 1.', 'line_items[0][quantity]');
  if (isPayment && params.subscription_data)
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data');
  if (!isPayment && (params.payment_intent_data || params.invoice_creation))
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data');
  if (params.tax_id_collection?.enabled && params.customer_update?.name !== 'auto')
    throw invalid('Tax ID collection requires updating business name on the customer.', 'customer_update[name]');
}

function refuseTimes(seconds: number): void {
  // Stripe allows for the time that the request takes.
  if (seconds < SHORTEST_SECONDS - 60 || seconds > LONGEST_SECONDS + 60)
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at');
}

function createSession(params: Params, { world }: Call): object {
  const { state } = world;
  requireCustomer(state, params.customer, 'customer');
  const [line = { price: '', quantity: 0 }] = params.line_items;
  const price = requirePrice(state, line.price, 'line_items[0][price]');
  const realSeconds = Math.floor(state.realNow() / 1_000);
  const expires_at = params.expires_at ?? realSeconds + LONGEST_SECONDS;
  refuseMismatch(params, price);
  refuseTimes(expires_at - realSeconds);
  const id = state.newId('cs_test');
  const amount = price.unit_amount * line.quantity;
  const session: Session & Readonly<Record<string, unknown>> = {
    ...({ id, object: 'checkout.session', livemode: false, created: state.seconds(), mode: params.mode } as const),
    ...({ status: 'open', payment_status: 'unpaid', subscription: null, invoice: null, payment_intent: null } as const),
    ...{ customer: params.customer, client_reference_id: params.client_reference_id ?? null },
    ...{ success_url: params.success_url, cancel_url: params.cancel_url ?? null, metadata: params.metadata ?? {} },
    ...{ expires_at, _expiresBy: state.seconds() + expires_at - realSeconds, url: `${world.url()}/pay/${id}` },
    ...{ amount_subtotal: amount, amount_total: amount, currency: price.currency },
    ...{ _price: price.id, _quantity: line.quantity, _makesInvoice: params.invoice_creation?.enabled ?? false },
    _metadata: params.subscription_data?.metadata ?? params.payment_intent_data?.metadata ?? {},
    ...FIXED,
    tax_id_collection: { enabled: params.tax_id_collection?.enabled ?? false, required: 'never' },
  };
  return rendered(state, state.put(session));
}

const FIXED = {
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  ...{ custom_fields: [], shipping_options: [], payment_method_types: ['card'], ui_mode: 'hosted_page' },
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
};

function expire(world: World, id: string): object {
  const session = requireSession(world, id);
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  return rendered(world.state, expireNow(world, session));
}

export function expireNow({ state, events }: World, session: Session): Session {
  const expired = state.put({ ...session, status: 'expired' as const, url: null });
  events.emit('checkout.session.expired', expired);
  return expired;
}
