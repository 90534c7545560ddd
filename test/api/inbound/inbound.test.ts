import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { channelSecret } from '../../../domain/secrets.ts';
import { storeConnection } from '../../support/factories/calendars.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  // The limits of the contract.
  stack = await startStack({ demo: false, worker: false, rateLimitFactor: 1 });
});
afterAll(() => stack.close());

const send = (items: readonly object[]) =>
  fetch(`${stack.appUrl}/inbound/microsoft`, { method: 'POST', body: JSON.stringify({ value: items }) });
const wrongOnes = (count: number): object[] => Array.from({ length: count }, () => ({ clientState: '' }));

/** A channel as a row, and how to push by it. */
async function channel() {
  const { userId } = (await makeTeam(stack.sql)).host;
  const connection = await storeConnection(stack.sql, { userId, provider: 'microsoft' });
  const id = randomUUID();
  await stack.sql`
    insert into calendar_channels (id, connection_id, provider_id, expires_at)
    values (${id}, ${connection.id}, ${id}, now() + interval '1 day')`;
  const changedAt = async () =>
    (await stack.sql`select changed_at from calendar_connections where id = ${connection.id}`)[0]?.changed_at;
  return { push: { clientState: channelSecret(stack.secrets, id), subscriptionId: id }, changedAt };
}

it('reads no more of a message after 20 wrong secrets, and at most 1,000 items', async () => {
  const { push, changedAt } = await channel();
  const before = await changedAt();
  expect((await send([...wrongOnes(20), push])).status).toBe(202);
  expect(await changedAt()).toEqual(before);
  const other = { clientState: channelSecret(stack.secrets, randomUUID()) };
  expect((await send([...Array.from({ length: 1_000 }, () => other), push])).status).toBe(202);
  expect(await changedAt()).toEqual(before);
  expect((await send([...wrongOnes(19), push])).status).toBe(202);
  expect(await changedAt()).not.toEqual(before);
});

it('counts wrong secrets of a client: large messages are refused then, right ones still get in', async () => {
  const { push, changedAt } = await channel();
  const large = (item: object) => send([item, { padding: 'x'.repeat(40_000) }]);
  // Right ones do not count.
  for (let count = 0; count < 70; count += 1) expect((await send([push])).status).toBe(202);
  expect((await large(push)).status).toBe(202);
  for (let count = 0; count < 60; count += 1) expect((await send(wrongOnes(1))).status).toBe(202);
  const refused = await large(push);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]\d?$/)]);
  const before = await changedAt();
  expect((await send([push])).status).toBe(202);
  expect(await changedAt()).not.toEqual(before);
});
