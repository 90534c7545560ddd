import { z } from 'zod';
import type { Routes } from '../http.ts';
import { route, type World } from './call.ts';
import { requirePrice } from './catalog.ts';
import { bool, EXPAND, int, metadata, RANGE, text } from './encoded.ts';
import { invalid, missing } from './failure.ts';
import { page, rendered } from './render.ts';
import type { State } from './state.ts';
import type { AllowedProduct, PortalConfiguration } from './wire.ts';

const proration = z.enum(['always_invoice', 'create_prorations', 'none']);
const Features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: bool,
      allowed_updates: z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])).optional(),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: bool }).optional(),
  payment_method_update: z.strictObject({ enabled: bool }).optional(),
  subscription_cancel: z
    .strictObject({ enabled: bool, mode: z.enum(['at_period_end', 'immediately']).optional() })
    .optional(),
  subscription_update: z
    .strictObject({
      ...{ enabled: bool, proration_behavior: proration.optional() },
      default_allowed_updates: z.array(z.enum(['price', 'promotion_code', 'quantity'])).optional(),
      products: z
        .array(
          z.strictObject({
            ...{ product: text, prices: z.array(text) },
            adjustable_quantity: z
              .strictObject({ enabled: bool, minimum: int.optional(), maximum: int.optional() })
              .optional(),
          }),
        )
        .optional(),
    })
    .optional(),
});
const NewConfiguration = z.strictObject({ features: Features, metadata: metadata.optional(), ...EXPAND });
const Changed = z.strictObject({
  features: Features.optional(),
  metadata: metadata.optional(),
  active: bool.optional(),
  ...EXPAND,
});
const List = z.strictObject({ ...RANGE, active: bool.optional() });
export const portalConfigurationRoutes = (world: World): Routes => [
  route(world, ['POST', '/billing_portal/configurations'], NewConfiguration, ({ features, metadata = {} }) =>
    rendered(world.state, world.state.put(configurationOf(world, features, metadata))),
  ),
  route(world, ['GET', '/billing_portal/configurations'], List, ({ active, ...range }) => {
    const found = world.state
      .all('billing_portal.configuration')
      .filter((one) => active === undefined || one.active === active);
    return page(world.state, '/v1/billing_portal/configurations', found, range);
  }),
  route(world, ['POST', '/billing_portal/configurations/:id'], Changed, ({ features, metadata, active }, { id }) => {
    const found = world.state.get('billing_portal.configuration', id);
    if (!found) throw missing('configuration', id);
    const renewed = features ? configurationOf(world, features, metadata ?? found.metadata) : found;
    return rendered(
      world.state,
      world.state.put({ ...renewed, id, created: found.created, active: active ?? found.active }),
    );
  }),
];

/** Made, not stored. @throws StripeFailure */
export function configurationOf(
  { state }: World,
  features: Features,
  metadata: Record<string, string>,
): PortalConfiguration {
  const { subscription_update: update, subscription_cancel: cancel } = features;
  const products = (update?.products ?? []).map((product) => allowedProduct(state, product));
  if (update?.enabled && products.length === 0)
    throw invalid('Missing required param: products.', 'features[subscription_update][products]');
  return {
    ...({ id: state.newId('bpc'), object: 'billing_portal.configuration', livemode: false } as const),
    ...{ created: state.seconds(), updated: state.seconds(), active: true, is_default: false, metadata },
    ...{ application: null, default_return_url: null, login_page: { enabled: false, url: null }, name: null },
    ...{ business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null } },
    features: {
      ...otherFeatures(features),
      subscription_cancel: { ...CANCEL, ...defined(cancel), enabled: cancel?.enabled ?? false },
      subscription_update: { ...UPDATE, ...defined(update), enabled: update?.enabled ?? false, products },
    },
  } as PortalConfiguration;
}

const CANCEL = {
  ...{ mode: 'at_period_end', proration_behavior: 'none', cancellation_reason: { enabled: false, options: [] } },
};
const UPDATE = {
  ...{ default_allowed_updates: [], proration_behavior: 'none', schedule_at_period_end: { conditions: [] } },
  ...{ trial_update_behavior: 'end_trial', billing_cycle_anchor: null },
};

const otherFeatures = ({ customer_update, invoice_history, payment_method_update: card }: Features) => ({
  customer_update: { allowed_updates: [], ...defined(customer_update), enabled: customer_update?.enabled ?? false },
  invoice_history: invoice_history ?? { enabled: false },
  payment_method_update: { enabled: card?.enabled ?? false, payment_method_configuration: null },
});

type Features = z.output<typeof Features>;
type Product = NonNullable<NonNullable<Features['subscription_update']>['products']>[number];

function allowedProduct(state: State, { product, prices, adjustable_quantity: quantity }: Product): AllowedProduct {
  for (const price of prices)
    if (!requirePrice(state, price, 'prices').active)
      throw invalid(`Price ${price} is inactive.`, 'features[subscription_update][products]');
  const { enabled = false, minimum = 1, maximum = 999 } = quantity ?? {};
  return { product, prices, adjustable_quantity: { enabled, minimum, maximum } };
}

const defined = <T extends object>(fields: T | undefined) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
