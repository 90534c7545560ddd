import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloadOf } from '../../schemas/shapes/webhook-payloads.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { readWebhookState } from '../../store/ops/webhook-state.ts';
import { flowStart } from '../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { askCode, confirmIssue } from '../support/drivers/guest.ts';
import { createHost } from '../support/drivers/host.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { makeEndpoint } from '../support/factories/webhooks.ts';
import { WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { happen, wake, wanting, webhookPaths } from './webhook-paths.ts';

let stack: Stack;
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(async () => {
  await stack.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

const newReceiver = async () => {
  const receiver = await new WebhookReceiver().listen();
  receivers.push(receiver);
  return receiver;
};
const stateOf = async (id: string) => {
  const [row] = await stack.sql`
    select state, attempts, last_status as status, last_answer as answer, last_failure as failure from webhook_deliveries where id = ${id}`;
  return row;
};
const endpointOf = async (id: string) => {
  const [row] = await stack.sql`
    select failures, disabled_reason as disabled from webhook_endpoints where id = ${id}`;
  return row;
};

describe('the flow of a delivery', () => {
  it.each(webhookPaths)('$name', async ({ name, ends, statuses, walk }) => {
    const receiver = await newReceiver();
    receiver.answer = () => ({ status: statuses[Math.min(receiver.received.length, statuses.length) - 1] ?? 500 });
    const endpoint = await wanting(stack, receiver);
    const handle = await startedFlow(stack.client, await walk(stack, endpoint));
    expect(await handle.result()).toBe(ends);
    receiver.verified(endpoint.secret);
    await keepHistory('webhook-delivery', name, handle);
  });

  it('no secret, no address of a receiver and no payload is in a history or a log', async () => {
    const receiver = await newReceiver();
    const endpoint = await wanting(stack, receiver);
    const id = await happen(stack, endpoint);
    await expect.poll(async () => (await stateOf(id))?.state).toBe('delivered');
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}-webhooks'`);
    const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
    expect(findLeaks([endpoint.secret, 'in-the-query', 'seatId'], [...flows, ...logs])).toEqual([]);
    expect(findLeaks([id], flows)).not.toEqual([]);
  });
});

describe('what operators see', () => {
  const detailsOf = async (id: string) => {
    const flow = stack.client.workflow.getHandle(`delivery/${id}`);
    return (await flow.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
  };
  const ended = (id: string) => stack.client.workflow.getHandle(`delivery/${id}`).result();

  it('each failed try, in the history and the log, and until when a row waits', async () => {
    const receiver = await newReceiver();
    receiver.answer = () => ({ status: 503, text: 'what-the-receiver-says' });
    const endpoint = await wanting(stack, receiver);
    const seatId = '00000000-0000-4000-8000-000000000777';
    const id = await happen(stack, endpoint, seatId);
    const handle = await startedFlow(stack.client, `delivery/${id}`);
    const next = await happen(stack, endpoint, seatId);
    expect(await handle.result()).toBe('waiting');
    expect(await detailsOf(id)).toMatch(
      /as a row it waits for its next attempt, until 2\d{3}-\S+Z\. Attempt 2: answered 503\./,
    );
    await stack.client.workflow.signalWithStart('webhookDelivery', {
      ...flowStart('webhookDelivery', { id: next, workspaceId: endpoint.workspaceId }, stack.taskQueue),
      signal: 'nudge',
    });
    await ended(next);
    expect(await detailsOf(next)).toMatch(
      /an earlier event of the same subject, which is delivered or given up first\.$/,
    );
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}-webhooks'`);
    const tries = flows.filter(({ text }) => text.includes(id)).map(({ text }) => text.replaceAll('\\', ''));
    for (const attempt of [1, 2])
      expect(tries.join()).toContain(`"tried":{"attempt":${attempt},"status":503,"failure":null}`);
    expect(findLeaks(['what-the-receiver-says', receiver.url], flows)).toEqual([]);
    const lines = stack.logLines.filter((line) => line.includes(id) && line.includes('did not take a delivery'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      [1, 2].map((attempt) => ({ endpointId: endpoint.id, attempt, status: 503, failure: null, level: 'info' })),
    );
    expect(lines.join()).not.toMatch(/what-the-receiver-says|localhost|127\.0\.0\.1/);
  });

  it('a booking’s deliveries by its id, and a secret that no key opens, which is no failure of the receiver', async () => {
    const receiver = await newReceiver();
    const host = await createHost(stack.sql);
    const { workspaceId } = host;
    const endpoint = await makeEndpoint(stack.sql, stack.secrets, { workspaceId, url: receiver.url });
    await stack.sql`update webhook_endpoints set secret_key = 'lost' where id = ${endpoint.id}`;
    const issue = await askCode(stack.sql, host);
    await confirmIssue(stack.sql, issue, (await host.openStarts())[0] ?? 0);
    const [delivery] = await stack.sql<{ id: string; bookingId: string }[]>`
      select id, subject_id as "bookingId" from webhook_deliveries where endpoint_id = ${endpoint.id}`;
    if (!delivery) throw new Error('no delivery');
    const { id, bookingId } = delivery;
    const found = async () => {
      const query = `BookingId = '${bookingId}' and WorkflowType = 'webhookDelivery'`;
      const flows = [];
      for await (const { workflowId } of stack.client.workflow.list({ query })) flows.push(workflowId);
      return flows;
    };
    await expect.poll(found).toContain(`delivery/${id}`);
    await expect.poll(async () => (await stateOf(id))?.failure).toBe('secret_unreadable');
    expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(await endpointOf(endpoint.id)).toEqual({ failures: 0, disabled: null });
    expect((await readWebhookState(stack.sql)).failing).toBeGreaterThan(0);
    const line = stack.logLines.find((text) => text.includes('No key of this worker') && text.includes(endpoint.id));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', endpointId: endpoint.id, keyId: 'lost' });
    expect(receiver.received).toEqual([]);
    // The key is back: what waits leaves in its order.
    await stack.sql`update webhook_endpoints set secret_key = 'main', secret_retry_at = now() where id = ${endpoint.id}`;
    await stack.sql`update webhook_deliveries set next_at = now() where id = ${id} and state = 'pending'`;
    await stack.client.workflow.signalWithStart('webhookDelivery', {
      ...flowStart('webhookDelivery', { id, workspaceId }, stack.taskQueue),
      signal: 'nudge',
    });
    await expect.poll(() => receiver.received.length).toBe(1);
  });
});

describe('what is sent', () => {
  it.each(['full', 'thin'] as const)('a booking as %s payload, as its schema says', async (payload) => {
    const receiver = await newReceiver();
    const host = await createHost(stack.sql);
    const { workspaceId } = host;
    const { secret } = await makeEndpoint(stack.sql, stack.secrets, { workspaceId, url: receiver.url, payload });
    const issue = await askCode(stack.sql, host);
    const outcome = await confirmIssue(stack.sql, issue, (await host.openStarts())[0] ?? 0);
    expect(outcome).toMatchObject({ result: 'done' });
    await expect.poll(() => receiver.received.length).toBe(1);
    const [event] = receiver.verified(secret);
    expect(
      payloadOf('booking.created', payload)
        .strict()
        .parse(JSON.parse(event?.body ?? '')),
    ).toMatchObject({
      data: { revision: 1, status: 'confirmed', takesPlace: true, actor: 'guest' },
    });
    expect(event?.body.includes(issue.challenge.guestEmail)).toBe(payload === 'full');
    expect(event?.headers['user-agent']).toMatch(/^HoldfastWebhooks\//);
  });

  it('both secrets sign during a rotation, and the old one no longer than that', async () => {
    const receiver = await newReceiver();
    const endpoint = await wanting(stack, receiver);
    const { secret } = await makeEndpoint(stack.sql, stack.secrets, { workspaceId: endpoint.workspaceId });
    const sign = (until: string) => stack.sql`
      update webhook_endpoints set previous_secret = secret, previous_secret_key = secret_key, previous_until = now() + ${until}::interval
      where id = ${endpoint.id}`;
    expect(secret).not.toBe(endpoint.secret);
    await sign('1 hour');
    await happen(stack, endpoint);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    receiver.verified(endpoint.secret);
    expect(() => receiver.verified(secret)).toThrow(/signature/i);
    await sign('-1 second');
    await happen(stack, endpoint);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    // A stranger who changes a byte is found.
    const [first] = receiver.received;
    expect(() => new Webhook(endpoint.secret).verify(`${first?.body} `, first?.headers ?? {})).toThrow(/signature/i);
  });
});

describe('order, and who waits', () => {
  it('events of one subject come one after the other, those of others at the same time, four at most', async () => {
    const receiver = await newReceiver();
    // The first one waits for a second: a loaded machine may take long for it.
    receiver.answer = async () => {
      for (let waitedMs = 0; receiver.maxAtOnce < 2 && waitedMs < 8_000; waitedMs += 20) await delay(20);
      return { status: 200, afterMs: 50 };
    };
    const endpoint = await wanting(stack, receiver);
    const subjects = [1, 2, 3, 4, 5, 6].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    const ids: string[] = [];
    for (let round = 0; round < 3; round++)
      for (const subject of subjects) ids.push(await happen(stack, endpoint, subject));
    await expect.poll(() => receiver.received.length).toBe(18);
    const order = await stack.sql<{ id: string; subjectId: string }[]>`
      select e.id, e.subject_id as "subjectId" from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where d.endpoint_id = ${endpoint.id} order by d.seq`;
    for (const subject of subjects)
      expect(receiver.received.filter(({ data }) => data.seatId === subject).map(({ id }) => id)).toEqual(
        order.filter(({ subjectId }) => subjectId === subject).map(({ id }) => id),
      );
    expect(receiver.maxAtOnce).toBeGreaterThan(1);
    expect(receiver.maxAtOnce).toBeLessThanOrEqual(4);
  });

  it('a failing endpoint is probed one by one while its backlog waits as rows; well again, it gets all of it in order', async () => {
    const receiver = await newReceiver();
    receiver.answer = () => ({ status: 500, text: 'no\0pe '.repeat(500) });
    const endpoint = await wanting(stack, receiver);
    const subjects = Array.from(
      { length: 12 },
      (_, n) => `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`,
    );
    const ids: string[] = [];
    for (const subject of subjects) for (let nth = 0; nth < 2; nth++) ids.push(await happen(stack, endpoint, subject));
    await expect.poll(async () => (await endpointOf(endpoint.id))?.failures).toBeGreaterThanOrEqual(4);
    const tried = receiver.received.length;
    expect(tried).toBeLessThan(10);
    const failed = await stateOf(ids[0] ?? '');
    expect(failed?.answer).toHaveLength(1667);
    expect(failed).toMatchObject({ status: 500, failure: null });
    // Its time has not come: nobody tries.
    await stack.sql`update webhook_endpoints set probe_at = now() + interval '1 hour' where id = ${endpoint.id}`;
    const waits = async () =>
      (await findWaiting(stack.sql, waitingRows)).filter(({ flow }) => flow === 'webhookDelivery');
    expect(await waits()).toEqual([]);
    receiver.answer = () => ({ status: 204 });
    await stack.sql`
      update webhook_endpoints set probe_at = now() - interval '1 minute' where id = ${endpoint.id}`;
    await stack.sql`update webhook_deliveries set next_at = now() - interval '1 minute' where endpoint_id = ${endpoint.id} and attempts = 0`;
    expect(await waits()).toHaveLength(1);
    await stack.client.workflow.execute('sweep', { workflowId: `sweep-${endpoint.id}`, taskQueue: stack.taskQueue });
    await expect
      .poll(
        async () =>
          (
            await stack.sql`select 1 from webhook_deliveries where endpoint_id = ${endpoint.id} and state <> 'delivered'`
          ).count,
      )
      .toBe(0);
    expect(await endpointOf(endpoint.id)).toEqual({ failures: 0, disabled: null });
    const order = await stack.sql<{ id: string }[]>`
      select e.id from webhook_deliveries d join webhook_events e on e.id = d.event_id where d.endpoint_id = ${endpoint.id} order by d.seq`;
    const taken = receiver.received.slice(tried).map(({ id }) => id);
    for (let nth = 0; nth < 24; nth += 2)
      expect(taken.indexOf(order[nth]?.id ?? '')).toBeLessThan(taken.indexOf(order[nth + 1]?.id ?? ''));
  });

  it('410 disables at once, three days of failures as well; whoever made it hears of it', async () => {
    const receiver = await newReceiver();
    receiver.answer = () => ({ status: 410 });
    const [gone, dead] = [await wanting(stack, receiver), await wanting(stack, receiver)];
    await happen(stack, gone);
    await expect.poll(async () => (await endpointOf(gone.id))?.disabled).toBe('gone');
    receiver.answer = () => ({ status: 302, headers: { location: 'http://localhost:9/' } });
    await stack.sql`
      update webhook_endpoints set failures = 9, failing_since = now() - interval '73 hours' where id = ${dead.id}`;
    const last = await happen(stack, dead);
    await expect.poll(async () => (await endpointOf(dead.id))?.disabled).toBe('failing');
    expect(await stateOf(last)).toMatchObject({ state: 'pending', attempts: 1, status: 302 });
    const mails = await stack.sql`
      select facts ->> 'reason' as reason, facts ->> 'host' as host from outbox_mails m join users u on u.email = m.recipient
      where u.id in (${gone.ownerId}, ${dead.ownerId}) and m.kind = 'webhook_disabled' order by 1`;
    const { host } = new URL(receiver.url);
    expect(mails).toEqual([
      { reason: 'failing', host },
      { reason: 'gone', host },
    ]);
  });

  it('private addresses are never asked: local mode alone sends to this machine, and follows no redirect there', async () => {
    const receiver = await newReceiver();
    const { port } = new URL(receiver.url);
    const { workspaceId } = await createHost(stack.sql);
    const urls = [
      `http://10.0.0.1/`,
      `http://169.254.169.254/latest`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `http://local.test:${port}/`,
    ];
    for (const url of urls) {
      const endpoint = {
        ...(await makeEndpoint(stack.sql, stack.secrets, { workspaceId, url })),
        workspaceId,
        ownerId: '',
      };
      const id = await happen(stack, endpoint);
      await expect.poll(async () => (await stateOf(id))?.failure).toMatch(/^forbidden_/);
      await stack.sql`delete from webhook_endpoints where id = ${endpoint.id}`;
    }
    expect(receiver.received).toEqual([]);
    const wakes = await wanting(stack, receiver);
    await wake(stack, wakes);
  });
});
