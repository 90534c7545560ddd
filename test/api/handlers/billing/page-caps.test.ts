import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { deleteOutdated } from '../../../../store/ops/retention.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { press } from '../../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  its = await startPayingStack();
  its.listen();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  headers = (await team.key('owner')).headers;
});

const start = (quantity: number) =>
  callHost(its.stack.appUrl, checkout.startCheckout, { plan: 'plus', quantity }, headers);
const buyPack = (catalogId: string) =>
  callHost(its.stack.appUrl, checkout.startEnrichmentCheckout, { catalogId }, headers);
const portal = () => callHost(its.stack.appUrl, checkout.createPortalSession, {}, headers);
const sessions = () => its.stripe.world.state.all('checkout.session').length;
const portals = () => its.stripe.world.state.all('billing_portal.session').length;

/** As if so many were asked for some minutes ago. */
const askedBefore = async (count: number, minutes: number) => {
  await its.stack.sql`
    insert into checkout_intents (id, workspace_id, status, kind, pack_id, quantity, success_url, cancel_url, metadata, created_at, ended_at, expires_at)
    select gen_random_uuid(), ${team.workspaceId}, 'canceled', 'pack', 'enrichment_pack_50', 1, '', '', '{}', now() - ${minutes} * interval '1 minute', now(), now()
    from generate_series(1, ${count})`;
  await its.stack.sql`
    insert into portal_sessions (id, workspace_id, created_at)
    select gen_random_uuid(), ${team.workspaceId}, now() - ${minutes} * interval '1 minute' from generate_series(1, ${count})`;
};

describe('new checkouts', () => {
  it('are twenty an hour, plans and packs together; the open one stays what it is', async () => {
    await askedBefore(18, 50);
    const first = (await start(7)).json();
    expect((await buyPack('enrichment_pack_50')).status).toBe(200);
    const before = sessions();
    const refused = await start(8);
    expect(refused.status).toBe(429);
    expect(refused.json().error).toMatchObject({
      code: 'rate.limited',
      details: { reason: 'too_many_checkouts', limit: 20 },
    });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
    expect(refused.headers['ratelimit-limit']).toBe('20');
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    expect(refused.headers['ratelimit-reset']).toBe(String(wait));
    expect((await start(7)).json()).toEqual(first);
    expect(sessions()).toBe(before);
    const { intentId } = first as unknown as { intentId: string };
    const kept = await callHost(its.stack.appUrl, checkout.getCheckout, { intentId }, headers);
    expect(kept.json()).toMatchObject({ status: 'pending' });
  });

  it('are sixty a day, and other workspaces have their own', async () => {
    await askedBefore(60, 23 * 60);
    const refused = await buyPack('enrichment_pack_50');
    expect([refused.status, refused.json().error.details?.limit]).toEqual([429, 60]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    team = await makeTeam(its.stack.sql);
    headers = (await team.key('owner')).headers;
    expect((await buyPack('enrichment_pack_50')).status).toBe(200);
  });

  it('of ten at once, the last place goes to one', async () => {
    await askedBefore(19, 30);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => start(5 + n)));
    expect(answers.filter(({ status }) => status !== 429).length).toBe(1);
  });

  it.each(['REST', 'MCP'] as const)('over %s say why', async (surface) => {
    await askedBefore(20, 1);
    const call = hostCallOver(surface, () => its.stack);
    const { error } = await call(checkout.startEnrichmentCheckout, { catalogId: 'enrichment_pack_50' }, headers);
    expect(error).toMatchObject({ details: { reason: 'too_many_checkouts', limit: 20 } });
    expect((await call(checkout.createPortalSession, {}, headers)).error).toMatchObject({
      details: { reason: 'too_many_portal_sessions', limit: 20 },
    });
  });
});

describe('pages of the portal', () => {
  it('are twenty an hour', async () => {
    await askedBefore(19, 30);
    expect((await portal()).status).toBe(200);
    const before = portals();
    const refused = await portal();
    expect([refused.status, refused.json().error.details?.reason]).toEqual([429, 'too_many_portal_sessions']);
    expect(portals()).toBe(before);
  });

  it('that confirm a change count at each call, because each opens another', async () => {
    const { intentId, url } = (await start(7)).json() as unknown as { intentId: string; url: string };
    await press(url, { do: 'pay' });
    await callHost(its.stack.appUrl, checkout.getCheckout, { intentId, waitSeconds: 25 }, headers);
    await askedBefore(18, 30);
    for (const status of [200, 200, 200, 429]) expect((await start(8)).status).toBe(status);
  });
});

it('what is over is deleted after 90 days; what is open, or may still be paid, stays', async () => {
  await askedBefore(5, 1);
  const [, old, open, unclosed] = (
    await its.stack.sql<{ id: string }[]>`
    select id from checkout_intents where workspace_id = ${team.workspaceId} order by id`
  ).map(({ id }) => id);
  await its.stack.sql`update checkout_intents set ended_at = now() - interval '91 days' where id = ${old ?? ''}`;
  await its.stack.sql`update checkout_intents set status = 'pending', ended_at = null where id = ${open ?? ''}`;
  await its.stack.sql`
    update checkout_intents set session_id = 'cs_test_open', url = 'http://x.test', ended_at = now() - interval '91 days' where id = ${unclosed ?? ''}`;
  await its.stack.sql`
    update portal_sessions set created_at = now() - interval '3 days' where workspace_id = ${team.workspaceId}`;
  await deleteOutdated(its.stack.sql);
  const left = await its.stack.sql<{ id: string }[]>`
    select id from checkout_intents where workspace_id = ${team.workspaceId} order by id`;
  expect(left.map(({ id }) => id)).not.toContain(old);
  expect(left).toHaveLength(4);
  expect(await its.stack.sql`select 1 from portal_sessions where workspace_id = ${team.workspaceId}`).toHaveLength(0);
});
