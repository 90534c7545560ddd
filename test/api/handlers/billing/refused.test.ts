import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type PayingStack, startPayingStack } from '../../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  its = await startPayingStack();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  headers = (await team.key('owner')).headers;
});

const { startCheckout, startEnrichmentCheckout, createPortalSession } = checkout;
const PLAN = { plan: 'plus', quantity: 7 };
const PACK = { catalogId: 'enrichment_pack_50' };

const ask = async (operation: Operation, input: object, by = headers) => {
  const answer = await callHost(its.stack.appUrl, operation, { ...input }, by);
  return { status: answer.status, error: answer.json().error };
};
const nothingHappened = async () => {
  expect(await its.stack.sql`select 1 from checkout_intents where workspace_id = ${team.workspaceId}`).toHaveLength(0);
  expect(await its.stack.sql`select 1 from portal_sessions where workspace_id = ${team.workspaceId}`).toHaveLength(0);
};

/** Names the field in the envelope. */
const fieldsOf = (details: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  (details?.issues as { path: string }[] | undefined)?.map(({ path }) => path) ?? [];

describe('a wrong wish names its field and starts nothing', () => {
  const key = 'k'.repeat(41);
  it.each<[Operation, object, string]>([
    [startCheckout, { plan: 'gold' }, 'plan'],
    [startCheckout, { plan: 'free' }, 'plan'],
    [startCheckout, {}, 'plan'],
    [startCheckout, { plan: 'plus', interval: 'weekly' }, 'interval'],
    [startCheckout, { plan: 'plus', quantity: 0 }, 'quantity'],
    [startCheckout, { plan: 'plus', quantity: 21 }, 'quantity'],
    [startCheckout, { plan: 'plus', quantity: 1.5 }, 'quantity'],
    [startCheckout, { plan: 'plus', quantity: 'three' }, 'quantity'],
    [startCheckout, { ...PLAN, customerEmail: 'nobody' }, 'customerEmail'],
    [startEnrichmentCheckout, { catalogId: 'enrichment_pack_51' }, 'catalogId'],
    [startEnrichmentCheckout, {}, 'catalogId'],
    [startCheckout, { ...PLAN, metadata: { [key]: 'v' } }, `metadata.${key}`],
    [startCheckout, { ...PLAN, metadata: { 'a[b]': 'v' } }, 'metadata.a[b]'],
    [startCheckout, { ...PLAN, metadata: { k: 'v'.repeat(501) } }, 'metadata.k'],
    [startCheckout, { ...PLAN, metadata: { k: 1 } }, 'metadata.k'],
    [startEnrichmentCheckout, { ...PACK, metadata: { '': 'v' } }, 'metadata.'],
    [
      startCheckout,
      { ...PLAN, metadata: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`k${n}`, 'v'])) },
      'metadata',
    ],
  ])('%o %j: %s', async (operation, input, field) => {
    const { status, error } = await ask(operation, input);
    expect([status, error.code]).toEqual([400, 'request.invalid']);
    expect(fieldsOf(error.details)).toContain(field);
    await nothingHappened();
  });

  it('metadata within the limits of Stripe is taken', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`${n}`.padEnd(40, 'k'), 'v'.repeat(500)]),
    );
    expect((await ask(startCheckout, { ...PLAN, metadata })).status).toBe(200);
  });
});

describe('a payment page leads to no other website', () => {
  const host = () => new URL(its.stack.appUrl).host;
  const places: readonly [string, () => string][] = [
    ['another host', () => 'https://evil.test/'],
    ['no protocol', () => '//evil.test/'],
    ['a script', () => 'javascript:alert(1)'],
    ['data', () => 'data:text/html,hello'],
    ['another port', () => 'http://localhost:1/'],
    ['another protocol', () => its.stack.appUrl.replace('http:', 'https:')],
    ['our name as a user', () => `http://${host()}@evil.test/`],
    ['our name as a user with a password', () => `http://${host().replace(':', ':x')}@evil.test/`],
    ['a user at our host', () => `http://evil.test@${host()}/`],
    ['our name as a part of another', () => `http://${host().split(':')[0]}.evil.test/`],
    ['a backslash for a slash', () => `http:\\\\evil.test/`],
    ['a backslash before the user', () => `http://${host()}\\@evil.test/`],
    ['a backslash in the path', () => `${its.stack.appUrl}/\\evil.test`],
    ['a space', () => `${its.stack.appUrl}/ /evil.test`],
    ['a null', () => `${its.stack.appUrl}/\u0000`],
  ];
  const fields: readonly [Operation, object, string][] = [
    [startCheckout, PLAN, 'successUrl'],
    [startCheckout, PLAN, 'cancelUrl'],
    [startEnrichmentCheckout, PACK, 'successUrl'],
    [startEnrichmentCheckout, PACK, 'cancelUrl'],
    [createPortalSession, {}, 'returnUrl'],
  ];

  it.each(places)('%s', async (_, url) => {
    for (const [operation, input, field] of fields) {
      const { status, error } = await ask(operation, { ...input, [field]: url() });
      expect([400, 422], `${field} ${url()}`).toContain(status);
      expect(status === 400 ? fieldsOf(error.details)[0] : error.details?.field).toBe(field);
      if (status === 422) expect(error.details?.reason).toBe('redirect_not_allowed');
    }
    await nothingHappened();
  });

  it('tabs and line ends are left out, as browsers do', async () => {
    expect((await ask(startCheckout, { ...PLAN, successUrl: `${its.stack.appUrl}/\tplan\n#x` })).status).toBe(200);
    expect(
      await its.stack.sql`select success_url as url from checkout_intents where workspace_id = ${team.workspaceId}`,
    ).toEqual([{ url: `${its.stack.appUrl}/plan#x` }]);
  });

  it('but to any page of ours', async () => {
    for (const [operation, input, field] of fields)
      expect((await ask(operation, { ...input, [field]: `${its.stack.appUrl}/any?x=1#plan` })).status).toBe(200);
  });
});

describe('a checkout of another workspace', () => {
  it('is not there: neither to read nor to cancel', async () => {
    const started = await callHost(its.stack.appUrl, startCheckout, { ...PLAN }, headers);
    const { intentId } = started.json() as unknown as { intentId: string };
    const stranger = (await (await makeTeam(its.stack.sql)).key('owner')).headers;
    for (const operation of [checkout.getCheckout, checkout.cancelCheckout])
      expect((await ask(operation, { intentId }, stranger)).error.details).toMatchObject({
        ...{ reason: 'checkout_not_found', field: 'intentId' },
      });
    expect(await its.stack.sql`select status, cancel_asked_at from checkout_intents where id = ${intentId}`).toEqual([
      { status: 'pending', cancel_asked_at: null },
    ]);
  });
});
