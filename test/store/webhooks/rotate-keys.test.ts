import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedRequest } from '../../../activities/webhooks/webhook-delivery.ts';
import { sealToken } from '../../../domain/sealed-token.ts';
import { readDeliveryFacts } from '../../../store/webhooks/delivery-facts.ts';
import { notePing } from '../../../store/webhooks/pings.ts';
import { rotateWebhookKeys } from '../../../store/webhooks/rotate-keys.ts';
import { createHost } from '../../support/drivers/host.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const keyOf = (id: string) => ({ id, key: randomBytes(32) });
const [before, now, lost] = [keyOf('before'), keyOf('now'), keyOf('lost')];
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** An endpoint in the day after its secret was rotated, sealed with a key. */
async function rotated(workspaceId: string, key: typeof before) {
  const [id, secret, old] = [uuidv7(), newSecret(), newSecret()];
  const [sealed, sealedOld] = [sealToken([key], id, secret), sealToken([key], id, old)];
  await database.sql`
    insert into webhook_endpoints (id, workspace_id, url, host, payload, secret, secret_key, previous_secret, previous_secret_key, previous_until)
    values (${id}, ${workspaceId}, 'https://hooks.example/', 'hooks.example', 'thin', ${sealed.bytes}, ${key.id}, ${sealedOld.bytes}, ${key.id}, now() + interval '1 day')`;
  return { id, secret, old };
}

/** A ping, signed by a worker that has the new key alone. */
async function pinged(workspaceId: string, webhookId: string) {
  const ping = await notePing(database.sql, { workspaceId, webhookId });
  if (ping === undefined || 'refused' in ping) throw new Error('no ping');
  const facts = await readDeliveryFacts(database.sql, ping.id);
  if (!facts) throw new Error('no delivery');
  return signedRequest([now], facts, {}, new Date());
}

it('a new key seals all secrets: both of a rotation sign until its end, then the old one is dead', async () => {
  const { workspaceId } = await createHost(database.sql);
  const { id, secret, old } = await rotated(workspaceId, before);
  const unknown = await rotated(workspaceId, lost);
  await expect(pinged(workspaceId, id)).rejects.toThrow();
  expect(await rotateWebhookKeys(database.sql, [now, before])).toEqual({ sealed: 1, unknown: [unknown.id] });
  const both = await pinged(workspaceId, id);
  for (const one of [secret, old]) expect(() => new Webhook(one).verify(both.body, both.headers)).not.toThrow();
  await database.sql`update webhook_endpoints set previous_until = now() - interval '1 second' where id = ${id}`;
  const later = await pinged(workspaceId, id);
  expect(() => new Webhook(secret).verify(later.body, later.headers)).not.toThrow();
  expect(() => new Webhook(old).verify(later.body, later.headers)).toThrow(/signature/i);
  // Again: nothing changes for receivers.
  expect(await rotateWebhookKeys(database.sql, [now])).toEqual({ sealed: 1, unknown: [unknown.id] });
  const again = await pinged(workspaceId, id);
  expect(() => new Webhook(secret).verify(again.body, again.headers)).not.toThrow();
});
