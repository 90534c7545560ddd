import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentInboxes } from '../../../domain/accounts/agent-inboxes.ts';
import { mintNativeKey, type NativeKeyRefusal, ownsWorkspace } from '../../../store/accounts/native-key.ts';
import { personOf } from '../../../store/accounts/sign-in.ts';
import { inTransaction } from '../../../store/database.ts';
import { inRefusableTransaction, type Refuse } from '../../../store/refusal.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

const newAddress = () => `${uuidv7()}@native.test`;
const sign = (email: string, given: { readonly workspaceId?: string; readonly isWanted?: () => boolean } = {}) =>
  inRefusableTransaction(database.sql, async (tx, refuse: Refuse<NativeKeyRefusal>) => {
    const person = await personOf(tx, { email, name: null, timezone: null, clientIp: '192.0.2.1' });
    const { workspaceId = null, isWanted = () => true } = given;
    const request = { workspaceId, agentName: 'Scout', clientName: 'Term', clientIp: '192.0.2.8', isWanted };
    return mintNativeKey(tx, person, request, refuse);
  });
const signed = async (...args: Parameters<typeof sign>) => {
  const key = await sign(...args);
  if ('refused' in key) throw new Error(key.refused);
  return key;
};
const keysOf = (email: string) => database.sql`
  select k.name, k.scopes, k.origin, k.workspace_id from api_keys k join users u on u.id = k.created_by_user_id where u.email = ${email}`;
const join = (userId: string, workspaceId: string, role: string, daysAgo: number) => database.sql`
  insert into memberships (id, workspace_id, user_id, username, role, created_at)
  values (${uuidv7()}, ${workspaceId}, ${userId}, ${`u-${uuidv7().slice(-8)}`}, ${role}, now() - ${daysAgo} * interval '1 day')`;

describe('the key of a proven address', () => {
  it('comes with an account that can be booked, and its trial', async () => {
    const email = newAddress();
    const key = await signed(email);
    expect(key).toMatchObject({ apiKey: expect.stringMatching(/^svc_live_/), trialOf: key.workspace.id });
    const [made] = await database.sql`
      select w.subscription_status as status, (select count(*)::int from event_types e where e.workspace_id = w.id) as events
      from workspaces w where w.id = ${key.workspace.id}`;
    expect(made).toEqual({ status: 'trialing', events: 1 });
    expect(await keysOf(email)).toEqual([
      { name: 'Scout · Term', scopes: ['workspace.act'], origin: 'native', workspace_id: key.workspace.id },
    ]);
    expect(await signed(email)).toMatchObject({ trialOf: null, workspace: key.workspace });
  });

  it('comes with one trial for each inbox, whatever the tag and the dots', async () => {
    const local = `t${uuidv7().replaceAll('-', '')}`;
    const addresses = [`${local}@gmail.com`, `${local}+2@gmail.com`, `t.${local.slice(1)}@gmail.com`];
    const statuses = [];
    for (const email of addresses) {
      const { workspace } = await signed(email);
      const [row] = await database.sql`
        select plan, subscription_status as status from workspaces where id = ${workspace.id}`;
      statuses.push(`${row?.plan} ${row?.status}`);
    }
    expect(statuses).toEqual(['growth trialing', 'free active', 'free active']);
  });

  it('ten at once make one account', async () => {
    const email = newAddress();
    const keys = await Promise.all(Array.from({ length: 10 }, () => signed(email)));
    expect(keys.filter(({ trialOf }) => trialOf !== null)).toHaveLength(1);
    expect(new Set(keys.map(({ workspace }) => workspace.id)).size).toBe(1);
  });

  it('is of the workspace that is named, owned longest, or joined first; a member gets the scopes of the role', async () => {
    const [ada, bob] = [await signed(newAddress()), await signed(newAddress())];
    await join(ada.user.id, bob.workspace.id, 'billing_only', 400);
    expect((await signed(ada.user.email)).workspace).toEqual(ada.workspace);
    const named = await signed(ada.user.email, { workspaceId: bob.workspace.id });
    expect(named.workspace).toEqual(bob.workspace);
    expect((await keysOf(ada.user.email)).at(-1)).toMatchObject({ scopes: ['billing.manage'] });
    await database.sql`delete from memberships where user_id = ${ada.user.id} and workspace_id = ${ada.workspace.id}`;
    expect((await signed(ada.user.email)).workspace).toEqual(bob.workspace);
    expect(await sign(ada.user.email, { workspaceId: ada.workspace.id })).toEqual({ refused: 'not_a_member' });
    expect(await sign(ada.user.email, { workspaceId: uuidv7() })).toEqual({ refused: 'not_a_member' });
  });

  it('who has left every workspace gets one, without another trial; many at once get the same', async () => {
    const ada = await signed(newAddress());
    await database.sql`delete from memberships where user_id = ${ada.user.id}`;
    const keys = await Promise.all(Array.from({ length: 5 }, () => signed(ada.user.email)));
    expect(new Set(keys.map(({ workspace }) => workspace.id)).size).toBe(1);
    const rows =
      await database.sql`select subscription_status as status from workspaces where id = ${keys[0]?.workspace.id ?? ''}`;
    expect([keys[0]?.trialOf, keys[0]?.workspace.id === ada.workspace.id, rows[0]?.status]).toEqual([
      null,
      false,
      'active',
    ]);
  });

  it('a caller who hung up gets none, and no account', async () => {
    const email = newAddress();
    expect(await sign(email, { isWanted: () => false })).toEqual({ refused: 'caller_gone' });
    expect(await database.sql`select 1 from users where email = ${email}`).toEqual([]);
  });

  it('only an owner owns a workspace', async () => {
    const [ada, bob] = [await signed(newAddress()), await signed(newAddress())];
    await database.sql`delete from memberships where user_id = ${ada.user.id}`;
    await join(ada.user.id, bob.workspace.id, 'admin', 1);
    const owns = (email: string) => inTransaction(database.sql, (tx) => ownsWorkspace(tx, email));
    expect([await owns(ada.user.email), await owns(bob.user.email.toUpperCase()), await owns(newAddress())]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('addresses of agents', () => {
  it('are those of known providers and of the installation, subdomains included', () => {
    const isAgentInbox = agentInboxes(['bots.example.com']);
    for (const address of [
      'a@agentmail.to',
      'A@AgentMail.TO',
      'a@acme.robotomail.com',
      'x@bots.example.com',
      'x@eu.bots.example.com',
    ])
      expect([address, isAgentInbox(address)]).toEqual([address, true]);
    for (const address of ['a@example.com', 'a@notagentmail.to', 'agentmail.to@gmail.com', 'a@coss.com', 'a@to'])
      expect([address, isAgentInbox(address)]).toEqual([address, false]);
  });
});
