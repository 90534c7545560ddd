import { z } from 'zod';
import type { Routes } from '../http.ts';
import { type Call, route, type World } from './call.ts';
import { EXPAND, httpUrl, int, text } from './encoded.ts';
import { invalid, missing } from './failure.ts';
import { requireCustomer } from './known-customers.ts';
import { rendered } from './render.ts';
import { itemOf, requireSubscription } from './subscriptions.ts';
import type { PortalConfiguration, PortalFlow, PortalSession } from './wire.ts';

const NewSession = z.strictObject({
  ...{ customer: text, configuration: text.optional(), return_url: httpUrl.optional(), ...EXPAND },
  flow_data: z
    .strictObject({
      type: z.literal('subscription_update_confirm'),
      subscription_update_confirm: z.strictObject({
        subscription: text,
        items: z.array(z.strictObject({ id: text, price: text, quantity: int })).length(1),
      }),
      after_completion: z
        .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: httpUrl }) })
        .optional(),
    })
    .optional(),
});

export const portalSessionRoutes = (world: World): Routes => [
  route(world, ['POST', '/billing_portal/sessions'], NewSession, openSession),
];

type Flow = NonNullable<z.output<typeof NewSession>['flow_data']>;

function openSession(params: z.output<typeof NewSession>, { world }: Call): object {
  const { state } = world;
  requireCustomer(state, params.customer, 'customer');
  const configuration = state.get('billing_portal.configuration', params.configuration ?? '');
  if (!configuration) throw missing('configuration', params.configuration ?? '', 'configuration');
  if (params.flow_data) refuseFlow(world, params.customer, configuration, params.flow_data);
  const id = state.newId('bps');
  const session: PortalSession & Readonly<Record<string, unknown>> = {
    ...({ id, object: 'billing_portal.session', livemode: false, created: state.seconds() } as const),
    ...{ customer: params.customer, configuration: configuration.id, return_url: params.return_url ?? null },
    ...{ url: `${world.url()}/portal/${id}`, locale: null, on_behalf_of: null },
    flow: params.flow_data ? flowOf(params.flow_data) : null,
  };
  return rendered(state, state.put(session));
}

const flowOf = ({ type, subscription_update_confirm: confirm, after_completion }: Flow): PortalFlow =>
  ({
    ...{ type, subscription_cancel: null, subscription_update: null },
    after_completion: after_completion
      ? { ...after_completion, hosted_confirmation: null }
      : { type: 'portal_homepage', redirect: null, hosted_confirmation: null },
    subscription_update_confirm: { ...confirm, discounts: null },
  }) as PortalFlow;

/** What Stripe refuses before a person sees the page. */
function refuseFlow(world: World, customer: string, { features }: PortalConfiguration, flow: Flow): void {
  const { subscription: id, items } = flow.subscription_update_confirm;
  const name = 'flow_data[subscription_update_confirm]';
  const [wanted = { id: '', price: '', quantity: 0 }] = items;
  const update = features.subscription_update;
  if (!update.enabled)
    throw invalid('The subscription update feature in the portal configuration is disabled.', 'flow_data[type]');
  const subscription = requireSubscription(world, id, `${name}[subscription]`);
  if (subscription.customer !== customer) throw missing('subscription', id, `${name}[subscription]`);
  const item = itemOf(subscription);
  if (item.id !== wanted.id) throw missing('subscription_item', wanted.id, `${name}[items][0][id]`);
  const allowed = update.products.find(({ prices }) => prices.includes(wanted.price));
  if (!allowed) throw invalid('The price is not part of the portal configuration.', `${name}[items][0][price]`);
  const { minimum, maximum } = allowed.adjustable_quantity;
  if (wanted.quantity < minimum || wanted.quantity > maximum)
    throw invalid('The quantity is out of the allowed range.', `${name}[items][0][quantity]`);
  if (item.price.id === wanted.price && item.quantity === wanted.quantity)
    throw invalid('The subscription is already at this price and quantity.', name);
  if (subscription.status === 'canceled' || subscription.cancel_at !== null)
    throw invalid('The subscription cannot be updated because it is canceled or will be.', `${name}[subscription]`);
}
