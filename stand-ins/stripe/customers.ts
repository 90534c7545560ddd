import { z } from 'zod';
import type { Routes } from '../http.ts';
import { route, type World } from './call.ts';
import { given } from './catalog.ts';
import { EXPAND, int, metadata, RANGE, text } from './encoded.ts';
import { invalid } from './failure.ts';
import { requireCustomer, requireKnownCustomer } from './known-customers.ts';
import { page, rendered } from './render.ts';
import type { State } from './state.ts';
import { endNow } from './subscriptions.ts';
import type { Customer, Metadata } from './wire.ts';

const email = z
  .string()
  .max(512)
  .regex(/^\S+@\S+$/, 'Invalid email address');
const Fields = z.strictObject({
  ...{ name: text.optional(), email: email.optional(), metadata: metadata.optional(), ...EXPAND },
});
const NewCredit = z.strictObject({
  amount: int,
  currency: z.string().length(3),
  metadata: metadata.optional(),
  ...EXPAND,
});
type CreditParams = z.output<typeof NewCredit>;
const Search = z.strictObject({ query: text, limit: int.optional(), page: text.optional(), ...EXPAND });

/** Deleted customers are remembered: their lists can be read, nothing else can be done with them. */
export const customerRoutes = (world: World): Routes => [
  route(world, ['POST', '/customers'], Fields, ({ expand: _, ...fields }) =>
    rendered(world.state, newCustomer(world.state, fields)),
  ),
  route(world, ['GET', '/customers/search'], Search, ({ query, limit = 10 }) => search(world.state, query, limit)),
  route(world, ['GET', '/customers/:id'], z.strictObject(EXPAND), (_, { id }) => {
    const found = requireKnownCustomer(world.state, id);
    return found._isDeleted ? { id, object: 'customer', deleted: true } : rendered(world.state, found);
  }),
  route(world, ['DELETE', '/customers/:id'], z.strictObject({}), (_, { id }) => {
    const found = requireCustomer(world.state, id);
    for (const one of world.state.all('subscription'))
      if (one.customer === id && one.status !== 'canceled') endNow(world, one);
    world.state.put({ ...found, _isDeleted: true });
    return { id, object: 'customer', deleted: true };
  }),
  route(world, ['POST', '/customers/:id'], Fields, ({ expand: _, ...changes }, { id }) => {
    const before = requireCustomer(world.state, id);
    const metadata: Metadata = { ...before.metadata, ...changes.metadata };
    const after = world.state.put({ ...before, ...given(changes), metadata });
    world.events.emit('customer.updated', after);
    return rendered(world.state, after);
  }),
  route(world, ['GET', '/customers/:id/balance_transactions'], z.strictObject(RANGE), (range, { id }) => {
    const found = world.state.all('customer_balance_transaction').filter(({ customer }) => customer === id);
    return page(world.state, `/v1/customers/${id}/balance_transactions`, found, range);
  }),
  route(world, ['POST', '/customers/:id/balance_transactions'], NewCredit, (params, { id }) =>
    rendered(world.state, changeBalance(world.state, requireCustomer(world.state, id), params)),
  ),
];

/** Below zero: to the customer's credit. */
function changeBalance(state: State, customer: Customer, { amount, currency, metadata = {} }: CreditParams) {
  const balance = customer.balance + amount;
  state.put({ ...customer, balance });
  return state.put({
    ...({ id: state.newId('cbtxn'), object: 'customer_balance_transaction', livemode: false } as const),
    ...{ created: state.seconds(), customer: customer.id, customer_account: null, amount, currency, metadata },
    ...{ ending_balance: balance, type: 'adjustment', checkout_session: null, credit_note: null, invoice: null },
    description: null,
  });
}

const newCustomer = (
  state: State,
  fields: { name?: string | undefined; email?: string | undefined; metadata?: Metadata | undefined },
): Customer =>
  state.put({
    ...({ id: state.newId('cus'), object: 'customer', livemode: false, created: state.seconds() } as const),
    ...{ name: fields.name ?? null, email: fields.email ?? null, metadata: fields.metadata ?? {} },
    ...{ balance: 0, delinquent: false, description: null, phone: null, address: null, shipping: null, currency: null },
    ...{ discount: null, default_source: null, tax_exempt: 'none', preferred_locales: [], test_clock: null },
    ...{ invoice_prefix: 'LOCAL', next_invoice_sequence: 1, _cardDeclines: false, _isDeleted: false },
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  });

/** One clause alone: `metadata['name']:'value'`. Another one is refused instead of guessed. */
function search(state: State, query: string, limit: number): object {
  const { name, value } = /^metadata\['(?<name>[^']+)'\]:'(?<value>[^']*)'$/.exec(query)?.groups ?? {};
  if (name === undefined) throw invalid('The stand-in only searches metadata by one value.', 'query');
  const found = state.all('customer').filter((one) => !one._isDeleted && one.metadata[name] === value);
  const data = found.slice(0, limit).map((one) => rendered(state, one));
  return {
    object: 'search_result',
    url: '/v1/customers/search',
    has_more: found.length > limit,
    next_page: null,
    data,
  };
}
