import { z } from 'zod';
import type { Routes } from '../http.ts';
import { type Call, route, type World } from './call.ts';
import { bool, EXPAND, int, metadata, RANGE, text } from './encoded.ts';
import { invalid, missing } from './failure.ts';
import { page, rendered } from './render.ts';
import type { State } from './state.ts';
import type { Metadata, Price, Product } from './wire.ts';

const productFields = { name: text.min(1), metadata: metadata.optional(), active: bool.optional() };
const NewProduct = z.strictObject({ ...productFields, id: text.optional(), ...EXPAND });
const ChangedProduct = z.strictObject({ ...productFields, name: text.optional(), ...EXPAND });
const NewPrice = z.strictObject({
  ...{ product: text, currency: z.string().length(3), unit_amount: int, metadata: metadata.optional() },
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }).optional(),
  ...{ lookup_key: text.optional(), transfer_lookup_key: bool.optional(), active: bool.optional(), ...EXPAND },
});
const ChangedPrice = z.strictObject({ active: bool.optional(), metadata: metadata.optional(), ...EXPAND });
const Prices = z.strictObject({
  ...{ ...RANGE, active: bool.optional(), product: text.optional() },
  lookup_keys: z.array(text).max(10, 'Array must have at most 10 elements').optional(),
});

export const catalogRoutes = (world: World): Routes => [
  route(world, ['POST', '/products'], NewProduct, createProduct),
  route(world, ['GET', '/products/:id'], z.strictObject(EXPAND), (_, { world: { state }, id }) =>
    rendered(state, requireProduct(state, id)),
  ),
  route(world, ['POST', '/products/:id'], ChangedProduct, ({ expand: _, ...changes }, { world: { state }, id }) =>
    rendered(state, state.put({ ...requireProduct(state, id), ...given(changes) })),
  ),
  route(world, ['POST', '/prices'], NewPrice, (params, call) =>
    rendered(call.world.state, createPrice(call.world.state, params)),
  ),
  route(world, ['POST', '/prices/:id'], ChangedPrice, ({ expand: _, ...changes }, { world: { state }, id }) =>
    rendered(state, state.put({ ...requirePrice(state, id), ...given(changes) })),
  ),
  route(world, ['GET', '/prices'], Prices, listPrices),
  route(world, ['GET', '/prices/:id'], z.strictObject(EXPAND), (_, { world: { state }, id }) =>
    rendered(state, requirePrice(state, id)),
  ),
];

/** Without what was not sent. */
export const given = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

function requireProduct(state: State, id: string, param = 'id'): Product {
  const found = state.get('product', id);
  if (!found) throw missing('product', id, param);
  return found;
}

/** @throws StripeFailure */
export function requirePrice(state: State, id: string, param = 'id'): Price {
  const found = state.get('price', id);
  if (!found) throw missing('price', id, param);
  return found;
}

function createProduct(params: z.output<typeof NewProduct>, { world: { state } }: Call): object {
  if (params.id !== undefined && state.find(params.id))
    throw invalid('Product already exists.', 'id', 'resource_already_exists');
  return rendered(state, newProduct(state, params));
}

export function newProduct(
  state: State,
  {
    id = state.newId('prod'),
    name,
    metadata = {},
    active = true,
  }: { id?: string | undefined; name: string; metadata?: Metadata | undefined; active?: boolean | undefined },
): Product {
  return state.put({
    ...({ id, object: 'product', livemode: false, created: state.seconds(), updated: state.seconds() } as const),
    ...{ active, name, metadata, images: [], marketing_features: [], description: null, default_price: null },
  });
}

export function createPrice(state: State, params: Omit<z.output<typeof NewPrice>, 'expand'>): Price {
  requireProduct(state, params.product, 'product');
  if (params.unit_amount < 0) throw invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer');
  const { lookup_key = null } = params;
  const holder = state.all('price').find((price) => lookup_key !== null && price.lookup_key === lookup_key);
  if (holder && !params.transfer_lookup_key)
    throw invalid(`A price with the lookup key ${lookup_key} exists already.`, 'lookup_key');
  if (holder) state.put({ ...holder, lookup_key: null });
  const { recurring } = params;
  return state.put({
    ...({ id: state.newId('price'), object: 'price', livemode: false, created: state.seconds() } as const),
    ...{ active: params.active ?? true, currency: params.currency, product: params.product, lookup_key },
    ...{
      unit_amount: params.unit_amount,
      unit_amount_decimal: String(params.unit_amount),
      metadata: params.metadata ?? {},
    },
    ...{ billing_scheme: 'per_unit', nickname: null, tax_behavior: 'unspecified', tiers_mode: null },
    ...{ custom_unit_amount: null, transform_quantity: null, type: recurring ? 'recurring' : 'one_time' },
    recurring: recurring ? { ...recurring, interval_count: 1, usage_type: 'licensed', meter: null } : null,
  } as Price);
}

function listPrices(params: z.output<typeof Prices>, { world: { state } }: Call): object {
  const found = state
    .all('price')
    .filter(({ active }) => params.active === undefined || params.active === active)
    .filter(({ product }) => params.product === undefined || params.product === product)
    .filter(({ lookup_key }) => !params.lookup_keys || params.lookup_keys.includes(lookup_key ?? ''));
  return page(state, '/v1/prices', found, params);
}
