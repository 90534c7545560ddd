import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedId } from '../../../../domain/secrets.ts';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { mail } from '../../../../schemas/operations/mail.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { deleteOutdated } from '../../../../store/ops/retention.ts';
import { flowId } from '../../../../workflows/catalogue.ts';
import { decide, openDevice, poll } from '../../../support/drivers/device.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { addMember, type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { makeAgent } from '../../../support/factories/agents.ts';
import { storeConnection } from '../../../support/factories/calendars.ts';
import { bearer } from '../../../support/factories/keys.ts';
import { makePasskeyRow } from '../../../support/factories/passkeys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

let people = 0;
/** An admin of the demo workspace, signed in. */
async function newAdmin(): Promise<SignedIn> {
  const email = `told-${++people}@acme.test`;
  await addMember(stack, { email, role: 'admin' });
  return signIn(stack, { email });
}

interface Made {
  readonly id: string;
  readonly apiKey: string;
}
const make = async (
  operation: typeof apiKeys.createApiKey | typeof agentSeats.createAgentSeat,
  input: object,
  by: object,
) => (await callHost(stack.appUrl, operation, input as never, by as never)).json() as unknown as Made;
const newKey = (by: SignedIn, input: object = {}) =>
  make(apiKeys.createApiKey, { name: 'Robot key', mode: 'live', scopes: ['workspace.act'], ...input }, by.headers);
const newSeat = (by: object, input: object = {}) =>
  make(agentSeats.createAgentSeat, { displayName: 'Scout', ...input }, by);
const works = async (secret: string) =>
  (await callHost(stack.appUrl, workspace.getWorkspace, {}, bearer(secret))).status === 200;

const linkIn = (text: string): string => /https?:\/\/\S+\/access\/stop\/[\w-]{64}/.exec(text)?.[0] ?? '';
const pathOf = (link: string): string => new URL(link).pathname;
const stopLink = async (email: string): Promise<string> => linkIn((await stack.waitForMail(email, 'new_access')).text);

describe('a mail about new access', () => {
  it('of a key made on the home page says what, where from and by what', async () => {
    const ada = await newAdmin();
    await newKey(ada);
    const { subject, text } = await stack.waitForMail(ada.email, 'new_access');
    expect(subject).toBe('New key: Robot key');
    expect(text).toMatch(/Workspace: Acme/);
    expect(text).toMatch(/Made: \w+day \d+ \w+ \d{4}, \d\d:\d\d \(/);
    expect(text).toMatch(/By: the web page, signed in as you/);
    expect(text).toMatch(/From network: .*127\.0\.0\.1/);
    expect(linkIn(text)).not.toBe('');
  });

  it('of a device names the network of the device, not of who approved it', async () => {
    const ada = await newAdmin();
    const { deviceCode, userCode } = await openDevice(stack, { agentName: 'Bot of evil.example' });
    await stack.sql`update device_sessions set client_ip = '198.51.100.9' where status = 'pending'`;
    await decide(stack, ada, userCode, 'approve');
    const { apiKey = '' } = await poll(stack, deviceCode);
    const { text, subject } = await stack.waitForMail(ada.email, 'new_access');
    expect(text).toContain('From network: 198.51.100.9');
    expect(`${subject}${text}`).not.toContain('evil.example');
    expect(await works(apiKey)).toBe(true);
  });

  it('of a seat that a key made goes to the person of the key and names the key', async () => {
    const ada = await newAdmin();
    const key = await newKey(ada);
    await newSeat(bearer(key.apiKey));
    const seatMail = async () =>
      (await stack.mailbox(ada.email)).find(({ subject }) => subject === 'New agent seat: Scout');
    await expect.poll(seatMail).toBeDefined();
    expect((await seatMail())?.text).toContain('By: the API, with “Robot key”');
    expect((await stack.mailbox(ada.email)).filter(({ kind }) => kind === 'new_access')).toHaveLength(2);
  });

  it('of what a test key makes is stored and never sent; of the test key itself it is sent', async () => {
    const ada = await newAdmin();
    const key = await newKey(ada, { mode: 'test', name: 'Test robot' });
    expect((await stack.waitForMail(ada.email, 'new_access')).subject).toBe('New key: Test robot');
    await newSeat(bearer(key.apiKey), { displayName: 'Test scout' });
    const stored = async () => {
      const answer = await callHost(stack.appUrl, mail.listTestMail, { to: ada.email }, bearer(key.apiKey));
      return (answer.json() as unknown as { mails: { subject: string }[] }).mails.map(({ subject }) => subject);
    };
    await expect.poll(stored).toEqual(['New agent seat: Test scout']);
  });

  it('leaves once, and none leaves for a key that was not made', async () => {
    const ada = await newAdmin();
    const refused = await callHost(
      stack.appUrl,
      apiKeys.createApiKey,
      { name: '', mode: 'live', scopes: [] } as never,
      ada.headers,
    );
    expect(refused.status).toBe(400);
    const rows = await stack.sql`select 1 from access_notices where user_id = ${ada.userId}`;
    expect(rows).toHaveLength(0);
  });
});

describe('its link', () => {
  it('changes nothing when opened; its button ends the key with all below it, without sign-in, and stays the same when repeated', async () => {
    const ada = await newAdmin();
    const key = await newKey(ada);
    const path = pathOf(await stopLink(ada.email));
    const seat = await newSeat(bearer(key.apiKey));
    const below = await newSeat(bearer(seat.apiKey), { displayName: 'Below' });
    await callHost(
      stack.appUrl,
      members.inviteMember,
      { email: 'later@acme.test', role: 'member' },
      bearer(key.apiKey),
    );
    const visitor = new PageClient(stack.appUrl);
    for (let scan = 0; scan < 3; scan++) expect((await visitor.open(path)).html).toContain('Stop this key');
    expect(await Promise.all([key, seat, below].map(({ apiKey }) => works(apiKey)))).toEqual([true, true, true]);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.submit(path, {})));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await Promise.all([key, seat, below].map(({ apiKey }) => works(apiKey)))).toEqual([false, false, false]);
    const logged = stack.logLines.map((text) => JSON.parse(text));
    expect(logged.findLast(({ operation }) => operation === 'access.stopAccess')?.workflowId).toBe(`mail/${key.id}`);
    const after = await visitor.open(path);
    expect(after.html).toContain('does not work any more');
    expect(after.html).not.toContain('<form');
    const [log] = await stack.sql`
      select count(*)::int as count, max(user_id::text) as by from activity_log
      where action = 'api_key.revoked' and subject_id = ${key.id}`;
    expect(log).toEqual({ count: 1, by: ada.userId });
    const [invitation] = await stack.sql`select revoked_at from invitations where email = 'later@acme.test'`;
    expect(invitation?.revoked_at).not.toBeNull();
  });

  it('ends one seat alone, and leaves the key that made it', async () => {
    const ada = await newAdmin();
    const key = await newKey(ada);
    const seat = await newSeat(bearer(key.apiKey));
    const path = `/access/stop/${signedId(stack.secrets.stopAccess, seat.id)}`;
    await new PageClient(stack.appUrl).submit(path, {});
    expect([await works(seat.apiKey), await works(key.apiKey)]).toEqual([false, true]);
  });

  it('of a passkey ends agents and calendars since, signals their flows, and is logged', async () => {
    const ada = await newAdmin();
    const [row] = await stack.sql<{ workspaceId: string }[]>`
      select workspace_id as "workspaceId" from memberships where user_id = ${ada.userId}`;
    const workspaceId = row?.workspaceId ?? '';
    const key = await newKey(ada);
    const passkeyId = await makePasskeyRow(stack.sql, ada.userId);
    await stack.sql`
      insert into access_notices (id, user_id, workspace_id, kind, name, source, test_mode, created_at)
      values (${passkeyId}, ${ada.userId}, null, 'passkey', 'Thief', 'dashboard', false, now())`;
    const { id: connectionId } = await storeConnection(stack.sql, { userId: ada.userId, workspaceId });
    const { principalId } = await makeAgent(stack, { key: { id: key.id, workspaceId }, email: ada.email });
    await new PageClient(stack.appUrl).submit(`/access/stop/${signedId(stack.secrets.stopAccess, passkeyId)}`, {});
    const [ended] = await stack.sql`
      select (select status from calendar_connections where id = ${connectionId}) as calendar,
        (select status from agent_principals where id = ${principalId}) as agent`;
    expect(ended).toEqual({ calendar: 'revoked', agent: 'revoked' });
    const logged = await stack.sql`
      select action, user_id as by from activity_log where subject_id in (${connectionId}, ${principalId}) and action <> 'calendar.connected'
      order by action`;
    expect(logged).toEqual([
      { action: 'agent_identity.revoked', by: null },
      { action: 'calendar.disconnected', by: ada.userId },
    ]);
    const isStarted = (id: string) =>
      stack.client.workflow
        .getHandle(id)
        .describe()
        .then(
          () => true,
          () => false,
        );
    await expect.poll(() => isStarted(flowId('calendarSync', connectionId))).toBe(true);
    await expect.poll(() => isStarted(flowId('agentIdentity', principalId))).toBe(true);
  });

  it('works for a demoted member, and says so when all ended with their leaving', async () => {
    const ada = await newAdmin();
    const key = await newKey(ada);
    const path = pathOf(await stopLink(ada.email));
    await stack.sql`update memberships set role = 'member' where user_id = ${ada.userId}`;
    expect((await new PageClient(stack.appUrl).open(path)).html).toContain('Stop this key');
    await stack.sql`delete from memberships where user_id = ${ada.userId}`;
    expect(await works(key.apiKey)).toBe(false);
    expect((await new PageClient(stack.appUrl).open(path)).html).toContain('does not work any more');
    expect((await new PageClient(stack.appUrl).submit(path, {})).status).toBe(303);
  });

  it('works for nothing else: other keys’ ids, other uses of the secret, cut or changed tokens', async () => {
    const ada = await newAdmin();
    const key = await newKey(ada);
    const good = signedId(stack.secrets.stopAccess, key.id);
    const flipped = good.slice(0, -2) + (good.endsWith('AA') ? 'BB' : 'AA');
    const tokens = [key.id, good.slice(1), `${good}a`, flipped, signedId(stack.secrets.workspaceClaim, key.id), '%00'];
    const visitor = new PageClient(stack.appUrl);
    for (const token of tokens) {
      expect([400, 404]).toContain((await visitor.open(`/access/stop/${token}`)).status);
      expect([400, 404]).toContain((await visitor.submit(`/access/stop/${token}`, {})).status);
    }
    expect(await works(key.apiKey)).toBe(true);
  });

  it('forgets the network after 30 days and still works', async () => {
    const ada = await newAdmin();
    const key = await newKey(ada);
    await stack.sql`update access_notices set created_at = now() - interval '31 days' where id = ${key.id}`;
    await deleteOutdated(stack.sql);
    const { html } = await new PageClient(stack.appUrl).open(
      `/access/stop/${signedId(stack.secrets.stopAccess, key.id)}`,
    );
    expect(html).not.toContain('From network');
    expect(html).toContain('Stop this key');
  });
});
