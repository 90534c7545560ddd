import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mintKey } from '../../../domain/access/api-key.ts';
import { tokenHash } from '../../../domain/secrets.ts';
import { WEBHOOK_EVENTS } from '../../../schemas/shapes/webhook-events.ts';
import { createSeat } from '../../../store/access/agent-seats.ts';
import { revokeKey } from '../../../store/access/key-tree.ts';
import { endIntent } from '../../../store/billing/checkout-intents.ts';
import { disconnect } from '../../../store/calendars/connections.ts';
import { readTokens, requireReconnect } from '../../../store/calendars/tokens.ts';
import { inTransaction } from '../../../store/database.ts';
import { changeRole } from '../../../store/members/change-role.ts';
import { endMembership } from '../../../store/members/end-membership.ts';
import { acceptInvitation } from '../../../store/members/join.ts';
import { payloadsFor, type ReadPayload } from '../../support/asserts/webhook-payloads.ts';
import { testSecrets } from '../../support/drivers/guest.ts';
import { storeConnection } from '../../support/factories/calendars.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { storeInvitation } from '../../support/factories/members.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
let team: TestTeam;
let endpointId: string;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 10 });
});
afterAll(() => database.close());
beforeEach(async () => {
  team = await makeTeam(database.sql);
  endpointId = (await makeEndpoint(database.sql, testSecrets, { workspaceId: team.workspaceId })).id;
});

const sent = () => payloadsFor(database.sql, endpointId);
const seen = new Set<string>();
const note = (payloads: ReadPayload[]) => {
  for (const { type } of payloads) seen.add(type);
  return payloads;
};
const owner = () => {
  const { workspaceId, members } = team;
  const { userId } = members.owner;
  const actor = {
    kind: 'session',
    sessionId: uuidv7(),
    userId,
    workspaceId,
    role: 'owner',
    username: 'hedy',
    locked: false,
  } as const;
  return { actor, source: 'dashboard' } as const;
};
const personOf = async (userId: string) => {
  const [user] = await database.sql`select name, email::text from users where id = ${userId}`;
  return { user };
};

it('of members: the role, the one before, and who it is until their account is deleted', async () => {
  const { sql } = database;
  const { workspaceId } = team;
  const userId = uuidv7();
  const email = `${userId.slice(-12)}@new.test`;
  await sql`insert into users (id, email, name) values (${userId}, ${email}, 'New Person')`;
  const { token } = await storeInvitation({ sql, secrets: testSecrets }, { workspaceId, email });
  const person = { kind: 'person', userId, sessionId: uuidv7() } as const;
  expect(await acceptInvitation(sql, { tokenHash: tokenHash(token), person, timezone: null })).toMatchObject({
    result: 'joined',
  });
  expect(await changeRole(sql, workspaceId, { userId, role: 'manager' }, owner())).toMatchObject({ result: 'changed' });
  const by = { userId: team.members.owner.userId, apiKeyId: null, agentSeatId: null };
  const leaving = { workspaceId, userId, handOver: { cancel: true, reason: null }, by, source: 'dashboard' } as const;
  expect(await inTransaction(sql, (tx) => endMembership(tx, leaving))).toBe('left');
  const details = await personOf(userId);
  const expected = [
    { type: 'member.joined', state: { userId, role: 'member' }, details },
    { type: 'member.role_changed', state: { userId, role: 'manager', previousRole: 'member' }, details },
    { type: 'member.removed', state: { userId, role: 'manager' }, details },
  ];
  expect(details).toEqual({ user: { name: 'New Person', email } });
  expect(note(await sent())).toEqual(expected);
  await sql`update users set deleted_at = now() where id = ${userId}`;
  expect(await sent()).toEqual(expected.map((one) => ({ ...one, details: { user: null } })));
});

it('of seats: the one that was made or ended, and its name', async () => {
  const { sql } = database;
  const { workspaceId, members } = team;
  const [id, keyId] = [uuidv7(), uuidv7()];
  const key = {
    ...{ id: keyId, workspaceId, createdByUserId: members.owner.userId, name: 'Robo' },
    ...{ minted: mintKey('live'), createdAtMs: Date.now(), expiresAtMs: null, roleCap: null, clientIp: null },
    ...({ mode: 'live', scopes: ['workspace.read'], origin: 'seat' } as const),
  };
  const made = await createSeat(sql, { id, displayName: 'Robo', agentEmail: null, key }, owner(), () => true);
  expect(made).toHaveProperty('cap');
  await revokeKey(sql, { workspaceId, keyId, now: Date.now() }, owner());
  const [state, details] = [{ seatId: id }, { displayName: 'Robo' }];
  expect(note(await sent())).toEqual([
    { type: 'seat.created', state, details },
    { type: 'seat.revoked', state, details },
  ]);
});

it('of calendars: who cut the connection, its person or the provider', async () => {
  const { sql } = database;
  const { workspaceId, members } = team;
  // Another member than who acts in the other tests: the person is the connection's.
  const { userId } = members.manager;
  const doer = { ...owner(), workspaceId };
  const actor = { ...doer.actor, userId, role: 'manager', username: 'manager' } as const;
  const byHand = (await storeConnection(sql, { userId, workspaceId })).id;
  const refused = (await storeConnection(sql, { userId, workspaceId, provider: 'microsoft' })).id;
  await disconnect(sql, { connectionId: byHand, userId }, { ...doer, actor });
  const tokens = await readTokens(sql, refused);
  expect(tokens && (await requireReconnect(sql, tokens))).toBe(true);
  const details = await personOf(userId);
  expect(note(await sent())).toEqual([
    {
      ...{ type: 'calendar.disconnected', details },
      state: { connectionId: byHand, userId, provider: 'google', cause: 'by_person' },
    },
    {
      ...{ type: 'calendar.disconnected', details },
      state: { connectionId: refused, userId, provider: 'microsoft', cause: 'reconnect_required' },
    },
  ]);
});

it('of checkouts: what was paid, a plan or a pack; not what was canceled', async () => {
  const { sql } = database;
  const { workspaceId } = team;
  const [plan, pack, canceled] = [uuidv7(), uuidv7(), uuidv7()];
  const store = (id: string, kind: string, more: object) => sql`
    insert into checkout_intents ${sql({ id, workspace_id: workspaceId, kind, success_url: '', cancel_url: '', metadata: sql.json({}), expires_at: new Date(), ...more })}`;
  await store(plan, 'plan', { plan: 'plus', billing_interval: 'monthly', quantity: 7 });
  await store(pack, 'pack', { pack_id: 'enrichment_pack_50', quantity: 2 });
  for (const [id, end] of [
    [plan, 'completed'],
    [pack, 'completed'],
  ] as const)
    await inTransaction(sql, (tx) => endIntent(tx, { id, workspaceId }, end));
  await store(canceled, 'pack', { pack_id: 'enrichment_pack_50', quantity: 1 });
  await inTransaction(sql, (tx) => endIntent(tx, { id: canceled, workspaceId }, 'canceled'));
  expect(note(await sent())).toEqual([
    {
      ...{ type: 'checkout.completed', state: { intentId: plan } },
      details: { kind: 'plan', plan: 'plus', quantity: 7 },
    },
    { type: 'checkout.completed', state: { intentId: pack }, details: { kind: 'pack', plan: null, quantity: 2 } },
  ]);
});

it('those of bookings are in event-story.test.ts, a ping is in webhooks.test.ts; each other one is here', () => {
  expect([...seen].sort()).toEqual(WEBHOOK_EVENTS.filter((type) => !type.startsWith('booking.')).sort());
});
