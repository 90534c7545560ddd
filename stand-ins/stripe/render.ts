import { invalid } from './failure.ts';
import type { State } from './state.ts';
import type { Invoice, Session, Subscription, Wire } from './wire.ts';

type Sent = Record<string, unknown>;

const plain = (object: object): Sent =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith('_')));

const list = (url: string, data: readonly unknown[]) => ({ object: 'list', data, has_more: false, url });

/** Parts that Stripe sends only if they are asked for. */
function included(state: State, object: Wire, name: string): unknown {
  if (object.object === 'invoice' && name === 'payments')
    return list(`/v1/invoices/${object.id}/payments`, (object as Invoice)._payments);
  if (object.object === 'checkout.session' && name === 'line_items')
    return list(`/v1/checkout/sessions/${object.id}/line_items`, [lineItem(state, object as Session)]);
  return undefined;
}

export function lineItem(state: State, { id, _price, _quantity }: Session): object {
  const price = state.get('price', _price);
  const amount = (price?.unit_amount ?? 0) * _quantity;
  return {
    ...{ id: `li_${id.slice(-12)}`, object: 'item', amount_discount: 0, amount_subtotal: amount, amount_tax: 0 },
    ...{ amount_total: amount, currency: price?.currency ?? 'usd', discounts: [], metadata: {}, taxes: [] },
    ...{ description: state.get('product', price?.product ?? '')?.name ?? null, price, quantity: _quantity },
  };
}

/** Prices as they are now: one may have lost its lookup key. */
const withPrices = (state: State, { items, ...subscription }: Subscription): object => ({
  ...subscription,
  items: {
    ...items,
    data: items.data.map((item) => ({ ...item, price: state.get('price', item.price.id) ?? item.price })),
  },
});

/** An object as it is sent. @param expand names of its parts. @throws StripeFailure a part that it does not have */
export function rendered(state: State, object: Wire, expand: readonly string[] = []): Sent {
  const sent = plain(object.object === 'subscription' ? withPrices(state, object as Subscription) : object);
  for (const path of expand) {
    const [name = '', ...rest] = path.split('.');
    const part = included(state, object, name);
    const below = typeof sent[name] === 'string' ? state.find(sent[name]) : undefined;
    if (part !== undefined) sent[name] = part;
    else if (below) sent[name] = rendered(state, below, rest.length > 0 ? [rest.join('.')] : []);
    else if (sent[name] !== null) throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  }
  return sent;
}

interface Range {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly expand?: readonly string[] | undefined;
}

/** A page of a list. @param found the newest first */
export function page(state: State, url: string, found: readonly Wire[], range: Range): object {
  const { limit = 10, starting_after, expand = [] } = range;
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100.', 'limit');
  const after = starting_after === undefined ? -1 : found.findIndex(({ id }) => id === starting_after);
  if (starting_after !== undefined && after === -1)
    throw invalid(`No such object: '${starting_after}'`, 'starting_after');
  const rows = found.slice(after + 1, after + 1 + limit);
  const parts = expand.map((path) => {
    if (!path.startsWith('data.')) throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
    return path.slice('data.'.length);
  });
  return {
    ...{ object: 'list', url, has_more: after + 1 + limit < found.length },
    data: rows.map((row) => rendered(state, row, parts)),
  };
}
