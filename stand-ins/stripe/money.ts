import { z } from 'zod';
import type { Routes } from '../http.ts';
import { route, type World } from './call.ts';
import { EXPAND, int, metadata, RANGE, text } from './encoded.ts';
import { invalid, missing } from './failure.ts';
import { requireListed } from './known-customers.ts';
import { page, rendered } from './render.ts';
import type { Charge, Dispute, Refund } from './wire.ts';

const NewRefund = z.strictObject({
  ...{
    payment_intent: text.optional(),
    charge: text.optional(),
    amount: int.optional(),
    metadata: metadata.optional(),
  },
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  ...EXPAND,
});

export const moneyRoutes = (world: World): Routes => [
  route(world, ['POST', '/refunds'], NewRefund, (params) => rendered(world.state, refund(world, params))),
  route(
    world,
    ['GET', '/charges'],
    z.strictObject({ ...RANGE, customer: text.optional() }),
    ({ customer, ...range }) => {
      requireListed(world.state, customer);
      const found = world.state.all('charge').filter((one) => !customer || one.customer === customer);
      return page(world.state, '/v1/charges', found, range);
    },
  ),
  route(world, ['GET', '/charges/:id'], z.strictObject(EXPAND), ({ expand }, { id }) =>
    rendered(world.state, requireOf(world, 'charge', id), expand),
  ),
  route(world, ['GET', '/payment_intents/:id'], z.strictObject(EXPAND), ({ expand }, { id }) =>
    rendered(world.state, requireOf(world, 'payment_intent', id), expand),
  ),
  route(world, ['GET', '/disputes'], z.strictObject({ ...RANGE, charge: text.optional() }), ({ charge, ...range }) =>
    page(
      world.state,
      '/v1/disputes',
      world.state.all('dispute').filter((one) => !charge || one.charge === charge),
      range,
    ),
  ),
  route(world, ['GET', '/refunds/:id'], z.strictObject(EXPAND), ({ expand }, { id }) =>
    rendered(world.state, requireOf(world, 'refund', id), expand),
  ),
  route(world, ['GET', '/disputes/:id'], z.strictObject(EXPAND), ({ expand }, { id }) =>
    rendered(world.state, requireOf(world, 'dispute', id), expand),
  ),
];

function requireOf({ state }: World, object: 'charge' | 'dispute' | 'payment_intent' | 'refund', id: string) {
  const found = state.get(object, id);
  if (!found) throw missing(object, id);
  return found;
}

interface Taking {
  readonly customer: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: object;
  readonly declines: boolean;
  /** Absent: a new one. */
  readonly payment?: string | undefined;
}

/** Takes money from the card, or fails to. */
export function takeMoney(
  { state, events }: World,
  { customer, amount, currency, metadata, declines, payment }: Taking,
): Charge {
  const charge = state.put({
    ...({ id: state.newId('ch'), object: 'charge', livemode: false, created: state.seconds() } as const),
    ...{ amount, amount_captured: declines ? 0 : amount, amount_refunded: 0, currency, customer, metadata },
    ...{
      captured: !declines,
      paid: !declines,
      refunded: false,
      disputed: false,
      payment_intent: payment ?? state.newId('pi'),
    },
    ...{ status: declines ? 'failed' : 'succeeded', failure_code: declines ? 'card_declined' : null },
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  });
  events.emit(declines ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}

function chargeOf({ state }: World, payment: string | undefined, chargeId: string | undefined): Charge {
  const found = state.all('charge').find(({ id, payment_intent: of }) => id === chargeId || of === payment);
  if (found) return found;
  if (payment === undefined && chargeId === undefined)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  throw missing('payment_intent', payment ?? chargeId ?? '', 'payment_intent');
}

/** @throws StripeFailure */
export function refund(world: World, params: z.output<typeof NewRefund>): Refund {
  const { state, events } = world;
  const charge = chargeOf(world, params.payment_intent, params.charge);
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (!charge.paid) throw invalid('This charge was not paid.', undefined, 'charge_not_refundable');
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (amount < 1 || amount > left) throw invalid('Refund amount is greater than unrefunded amount on charge', 'amount');
  const made = state.put({
    ...({ id: state.newId('re'), object: 'refund', created: state.seconds() } as const),
    ...{ amount, charge: charge.id, currency: charge.currency, payment_intent: charge.payment_intent },
    ...{ reason: params.reason ?? null, status: 'succeeded', metadata: params.metadata ?? {} },
  });
  const amount_refunded = charge.amount_refunded + amount;
  events.emit(
    'charge.refunded',
    state.put({ ...charge, amount_refunded, refunded: amount_refunded === charge.amount }),
  );
  return made;
}

/** The card's owner says that they did not pay. */
export function dispute(world: World, payment: string): Dispute {
  const { state, events } = world;
  const charge = chargeOf(world, payment, undefined);
  state.put({ ...charge, disputed: true });
  const made = state.put({
    ...({ id: state.newId('du'), object: 'dispute', livemode: false, created: state.seconds() } as const),
    ...{ amount: charge.amount, charge: charge.id, currency: charge.currency, payment_intent: charge.payment_intent },
    ...{ reason: 'fraudulent', status: 'needs_response', is_charge_refundable: false, metadata: {} },
    ...{ balance_transactions: [], enhanced_eligibility_types: [], evidence: NO_EVIDENCE, evidence_details: DETAILS },
  });
  events.emit('charge.dispute.created', made);
  return made;
}

/** The bank decides an open dispute. @throws StripeFailure */
export function closeDispute(world: World, payment: string, status: 'won' | 'lost'): Dispute {
  const { state, events } = world;
  const { id } = chargeOf(world, payment, undefined);
  const open = state.all('dispute').find((one) => one.charge === id && one.status === 'needs_response');
  if (!open) throw missing('dispute', payment);
  const closed = state.put({ ...open, status });
  events.emit('charge.dispute.closed', closed);
  return closed;
}

/** A bank that does not take the money of a refund: it is back with the seller. @throws StripeFailure */
export function failRefund(world: World, id: string): Refund {
  const { state, events } = world;
  const found = requireOf(world, 'refund', id) as Refund;
  const charge = requireOf(world, 'charge', found.charge) as Charge;
  state.put({ ...charge, amount_refunded: charge.amount_refunded - found.amount, refunded: false });
  const failed = state.put({ ...found, status: 'failed', failure_reason: 'declined' });
  events.emit('refund.failed', failed);
  return failed;
}

const NO_EVIDENCE = { customer_name: null, product_description: null, enhanced_evidence: {} };
const DETAILS = { due_by: null, has_evidence: false, past_due: false, submission_count: 0, enhanced_eligibility: {} };
