import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCodeHash } from '../../../../domain/access/device-code.ts';
import { decide, openDevice, poll, sessionIdOf, sessionStatusOf, view } from '../../../support/drivers/device.ts';
import { http, postJson } from '../../../support/drivers/http.ts';
import { addMember, type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let ada: SignedIn;
beforeAll(async () => {
  stack = await startStack();
  ada = await signIn(stack);
});
afterAll(() => stack?.close());

const scopesOf = async (deviceCode: string): Promise<string[] | undefined> => {
  const [row] = await stack.sql<{ scopes: string[] }[]>`
    select k.scopes from device_sessions d join api_keys k on k.id = d.api_key_id
    where d.device_code_hash = ${deviceCodeHash(deviceCode)}`;
  return row?.scopes;
};

describe('deciding', () => {
  it('answers the same word of the same person the same, and another 409', async () => {
    const device = await openDevice(stack);
    for (let n = 0; n < 2; n++)
      expect((await decide(stack, ada, device.userCode, 'approve')).json()).toEqual({ status: 'approved' });
    const other = await decide(stack, ada, device.userCode, 'deny');
    expect([other.status, other.json().error.details?.reason]).toEqual([409, 'already_decided']);
    await poll(stack, device.deviceCode);
    expect((await decide(stack, ada, device.userCode, 'approve')).status).toBe(200);
    expect((await decide(stack, ada, device.userCode, 'deny')).status).toBe(409);
    const log =
      await stack.sql`select 1 from activity_log where subject_id = ${await sessionIdOf(stack.sql, device.deviceCode)}`;
    expect(log).toHaveLength(1);
  });

  it('lets one of two people decide, who alone sees it afterwards', async () => {
    const grace = await signIn(stack, { email: 'grace@acme.test' });
    const device = await openDevice(stack);
    const answers = await Promise.all([ada, grace].map((who) => decide(stack, who, device.userCode, 'approve')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const views = await Promise.all([ada, grace].map((who) => view(stack, who, device.userCode)));
    expect(views.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 404)));
  });

  it('binds the key to the workspace of the input', async () => {
    await addMember(stack, { email: ada.email, workspace: 'second', role: 'billing_only' });
    const second = await signIn(stack, { workspace: 'second' });
    const device = await openDevice(stack);
    expect((await decide(stack, ada, device.userCode, 'approve', second.workspaceId)).status).toBe(200);
    expect(await poll(stack, device.deviceCode)).toMatchObject({
      workspace: { id: second.workspaceId, slug: 'second' },
    });
    expect(await scopesOf(device.deviceCode)).toEqual(['billing.manage']);
  });

  it('makes no key that would grow with the role, for a person whose role is billing when the key is made', async () => {
    await addMember(stack, { email: 'payer@acme.test', role: 'member' });
    const payer = await signIn(stack, { email: 'payer@acme.test' });
    const device = await openDevice(stack);
    await decide(stack, payer, device.userCode, 'approve');
    await stack.sql`update memberships set role = 'billing_only' where user_id = ${payer.userId}`;
    expect(await poll(stack, device.deviceCode)).toMatchObject({ status: 'approved' });
    expect(await scopesOf(device.deviceCode)).toEqual(['billing.manage']);
  });

  it.each([
    ['one of others', { 'x-workspace-id': uuidv7() }],
    ['none', { 'x-workspace-id': '' }],
  ])('does not look at X-Workspace-Id: %s', async (_name, header) => {
    const device = await openDevice(stack);
    const shown = { ...ada, headers: { ...ada.headers, ...header } };
    expect((await decide(stack, shown, device.userCode, 'approve')).status).toBe(200);
    expect(await poll(stack, device.deviceCode)).toMatchObject({ workspace: { id: ada.workspaceId } });
    expect(await scopesOf(device.deviceCode)).toEqual(['workspace.act']);
  });

  it('knows no workspace of others', async () => {
    await addMember(stack, { email: 'stranger@other.test', workspace: 'other', role: 'owner' });
    const stranger = await signIn(stack, { email: 'stranger@other.test', workspace: 'other' });
    const device = await openDevice(stack);
    for (const workspaceId of [stranger.workspaceId, uuidv7()]) {
      const answer = await decide(stack, ada, device.userCode, 'approve', workspaceId);
      expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'workspace_not_found']);
    }
    expect(await sessionStatusOf(stack.sql, device.deviceCode)).toBe('pending');
  });

  it('needs a signed-in person, whose page it is', async () => {
    const device = await openDevice(stack);
    const body = { userCode: device.userCode, decision: 'approve', workspaceId: ada.workspaceId };
    const url = `${stack.appUrl}/api/v1/cli/auth/decide`;
    expect((await postJson(url, body)).status).toBe(401);
    const { 'x-csrf-token': _, ...withoutToken } = ada.headers;
    const forged = await postJson(url, body, withoutToken);
    expect([forged.status, forged.json().error.details?.reason]).toEqual([401, 'csrf_mismatch']);
    const own = await openDevice(stack);
    await decide(stack, ada, own.userCode, 'approve');
    const { apiKey } = await poll(stack, own.deviceCode);
    const byKey = await postJson(url, body, { authorization: `Bearer ${apiKey}` });
    expect([byKey.status, byKey.json().error.details?.reason]).toEqual([401, 'session_missing']);
    expect((await http(`${stack.appUrl}/api/v1/cli/auth/session?userCode=${device.userCode}`)).status).toBe(401);
    expect(await sessionStatusOf(stack.sql, device.deviceCode)).toBe('pending');
  });

  it.each(['', 'BCDF', 'ABCD-EFGH', 'BCDF-GHJKL', "BCDF'GHJK", '\u0000'])('refuses %j as a code', async (userCode) => {
    const decided = await decide(stack, ada, userCode, 'approve');
    expect([decided.status, decided.json().error.code]).toEqual([400, 'request.invalid']);
    expect((await view(stack, ada, userCode)).status).toBe(400);
  });

  it('knows no code that nobody waits with', async () => {
    for (const answer of [await decide(stack, ada, 'ZZZZ-ZZZZ', 'approve'), await view(stack, ada, 'ZZZZ-ZZZZ')])
      expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'code_unknown']);
  });

  it('takes no other word', async () => {
    const device = await openDevice(stack);
    expect((await decide(stack, ada, device.userCode, 'maybe')).status).toBe(400);
    expect((await decide(stack, ada, device.userCode, 'approve', 'acme')).status).toBe(400);
  });
});
