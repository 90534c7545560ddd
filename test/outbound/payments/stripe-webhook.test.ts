import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { webhookCheck } from '../../../outbound/payments/stripe/webhook.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const ACCOUNT = { secretKey: 'sk_test_ours', webhookSecret: 'whsec_ours' };
const EVENT = {
  ...{ id: 'evt_1', type: 'invoice.paid', created: NOW / 1_000, livemode: false },
  data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1', customer_email: 'ada@acme.test' } },
};

/** By Stripe's own SDK. */
const sign = (payload: string, atMs = NOW, secret = ACCOUNT.webhookSecret) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: atMs / 1_000 });

const check = (payload: string, header: string | undefined, account: Parameters<typeof webhookCheck>[0] = ACCOUNT) =>
  webhookCheck(account)(Buffer.from(payload), header, NOW);

describe('a webhook', () => {
  const payload = JSON.stringify(EVENT);

  it('says what to look at, and nothing else of it leaves', () => {
    expect(check(payload, sign(payload))).toEqual({
      news: {
        ...{ eventId: 'evt_1', type: 'invoice.paid', createdMs: NOW, livemode: false },
        ...{ objectId: 'in_1', objectType: 'invoice', customerId: 'cus_1', paymentId: null },
      },
    });
  });

  it('of a dispute, which names no customer, says which payment it is about', () => {
    const dispute = { id: 'du_1', object: 'dispute', charge: 'ch_1', payment_intent: 'pi_1', amount: 1_500 };
    const about = JSON.stringify({ ...EVENT, type: 'charge.dispute.created', data: { object: dispute } });
    expect(check(about, sign(about))).toMatchObject({
      news: { objectId: 'du_1', customerId: null, paymentId: 'pi_1' },
    });
  });

  it('needs a signature on these very bytes, by our secret', () => {
    for (const header of [undefined, '']) expect(check(payload, header)).toEqual({ refused: 'no_signature' });
    for (const header of ['nonsense', 't=1', `t=${NOW / 1_000},v1=00`, sign(payload, NOW, 'whsec_other')])
      expect(check(payload, header)).toEqual({ refused: 'bad_signature' });
    expect(check(payload.replace('cus_1', 'cus_2'), sign(payload))).toEqual({ refused: 'bad_signature' });
    expect(check(` ${payload}`, sign(payload))).toEqual({ refused: 'bad_signature' });
    // v0 is a scheme of old test events.
    expect(check(payload, sign(payload).replace('v1=', 'v0='))).toEqual({ refused: 'bad_signature' });
    expect(check(payload, sign(payload), { ...ACCOUNT, webhookSecret: null })).toEqual({ refused: 'no_signature' });
  });

  it('takes one signature of several, as while a secret is changed', () => {
    const other = sign(payload, NOW, 'whsec_other').split(',')[1];
    expect(check(payload, `${sign(payload)},${other}`)).toHaveProperty('news');
  });

  it.each([
    [-300, 'news'],
    [-301, 'refused'],
    [300, 'news'],
    [301, 'refused'],
  ])('signed %i seconds from now is %s', (seconds, outcome) => {
    const verdict = check(payload, sign(payload, NOW + seconds * 1_000));
    expect(verdict).toHaveProperty(outcome);
    if (outcome === 'refused') expect(verdict).toEqual({ refused: 'too_old' });
  });

  it.each([
    ['of an account that is connected to ours', { account: 'acct_1' }, 'other_account'],
    ['in live mode', { livemode: true }, 'other_mode'],
    ['without a mode', { livemode: 'no' }, 'bad_body'],
    ['without an object', { data: {} }, 'bad_body'],
    ['without an id of its object', { data: { object: { object: 'balance' } } }, 'bad_body'],
    ['without an id', { id: 7 }, 'bad_body'],
    ['of no time that there is', { created: 1e300 }, 'bad_body'],
    ['of a part of a second', { created: 1.5 }, 'bad_body'],
    ['of the time before all', { created: -1 }, 'bad_body'],
    ['with a null in its type', { type: 'invoice.paid\u0000' }, 'bad_body'],
    ['with a null in its id', { id: 'evt\u00001' }, 'bad_body'],
    ['with an endless id', { id: 'e'.repeat(256) }, 'bad_body'],
    [
      'with a null in its customer',
      { data: { object: { id: 'in_1', object: 'invoice', customer: '\u0000' } } },
      'bad_body',
    ],
  ])('%s is refused', (_, more, refused) => {
    const text = JSON.stringify({ ...EVENT, ...more });
    expect(check(text, sign(text))).toEqual({ refused });
  });

  it('in test mode is refused by a live account', () => {
    for (const secretKey of ['sk_live_ours', 'rk_live_ours'])
      expect(check(payload, sign(payload), { ...ACCOUNT, secretKey })).toEqual({ refused: 'other_mode' });
  });

  it.each(['', 'null', '[]', '7', 'x', '{"id":1}', '{"object":"v2.core.event"}'])(
    'with the body %j is refused',
    (text) => {
      expect(check(text, sign(text))).toMatchObject({ refused: expect.stringMatching(/^bad_/) });
    },
  );
});
