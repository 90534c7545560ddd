import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { grants } from '../../../../schemas/operations/oauth/grants.ts';
import { webhooks } from '../../../../schemas/operations/webhooks.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { bearer, makeSeat, type TestKey } from '../../../support/factories/keys.ts';
import { NO_WEBHOOKS } from '../../../support/factories/webhooks.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack({ worker: true });

type Headers = Readonly<Record<string, string>>;
const call = async (operation: Operation, input: object, headers: Headers) => {
  const answer = await callHost(its.stack.appUrl, operation, input as never, headers);
  return { status: answer.status, body: answer.json() as unknown as Record<string, never> & Body };
};
interface Body {
  readonly ended?: object;
  readonly kept?: object;
  readonly error?: { readonly details?: object };
}
const HOST = 'hooks.acme-crm.com';
/** Sets a webhook as the holder of these headers. @returns its id */
async function hook(headers: Headers): Promise<string> {
  const { status, body } = await call(webhooks.createWebhook, { url: `https://${HOST}/in` }, headers);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as unknown as { webhook: { id: string } }).webhook.id;
}
const reasonOf = async (id: string) =>
  (await its.stack.sql`select disabled_reason as reason from webhook_endpoints where id = ${id}`)[0]?.reason;
const one = (id: string) => ({ webhookCount: 1, webhooks: [{ id, host: HOST }] });
const none = NO_WEBHOOKS.kept;

interface Access {
  readonly headers: Headers;
  /** Ends it, as the owner. */
  readonly end: (more: object) => Promise<Awaited<ReturnType<typeof call>>>;
}

const owner = async () => (await its.team.key('owner')).headers;

async function keyAccess(): Promise<Access> {
  const key = await its.team.key('admin');
  const by = await owner();
  return { headers: key.headers, end: (more) => call(apiKeys.revokeApiKey, { apiKeyId: key.id, ...more }, by) };
}
async function seatAccess(): Promise<Access> {
  const { workspaceId, members: all } = its.team;
  const seat = await makeSeat(its.stack.sql, { workspaceId, userId: all.admin.userId });
  const by = await owner();
  return {
    headers: bearer(seat.key.secret),
    end: (more) => call(agentSeats.revokeAgentSeat, { id: seat.id, ...more }, by),
  };
}
async function grantAccess(): Promise<Access> {
  const key = await its.team.key('admin');
  const { email } = its.team.members.admin;
  const { headers } = await signIn(its.stack, { email, workspace: its.team.slug });
  const become = its.stack
    .sql`insert into oauth_grants (id, client_id, redirect_host) values (${key.id}, 'app', 'app.example')`;
  await become;
  return { headers: key.headers, end: (more) => call(grants.endMyGrant, { grantId: key.id, ...more }, headers) };
}
const memberAccess = (operation: Operation, input: object) => async (): Promise<Access> => {
  const key = await its.team.key('admin');
  const by = await owner();
  const { userId: id } = its.team.members.admin;
  return { headers: key.headers, end: (more) => call(operation, { id, ...input, ...more }, by) };
};

describe.each([
  ['a revoked key', keyAccess],
  ['a revoked seat', seatAccess],
  ['a disconnected app', grantAccess],
  ['a removed member', memberAccess(members.removeMember, {})],
  ['a lowered member', memberAccess(members.updateMemberRole, { role: 'manager' })],
] as const)('%s', (_name, open) => {
  it('keeps its webhooks on and says so; a repeat switches them off, and says that', async () => {
    const { headers, end } = await open();
    const [id, other] = [await hook(headers), await hook(await owner())];
    const first = await end({});
    expect([first.status, first.body.ended, first.body.kept]).toEqual([200, expect.objectContaining(none), one(id)]);
    expect(await reasonOf(id)).toBeNull();
    const again = await end({ alsoDisableWebhooks: true });
    expect([again.status, again.body.ended, again.body.kept]).toEqual([200, expect.objectContaining(one(id)), none]);
    expect([await reasonOf(id), await reasonOf(other)]).toEqual(['access_stopped', null]);
  });

  it('switches them off with itself if the call says so', async () => {
    const { headers, end } = await open();
    const id = await hook(headers);
    const { body } = await end({ alsoDisableWebhooks: true });
    expect([body.ended, body.kept]).toEqual([expect.objectContaining(one(id)), none]);
    expect(await reasonOf(id)).toBe('access_stopped');
  });
});

describe('alsoDisableWebhooks', () => {
  it('waits for the end of a removal with meetings', async () => {
    const { team, stack } = its;
    const { userId } = team.members.admin;
    const id = await hook((await team.key('admin')).headers);
    await makeBooking(stack.sql, team, { hostId: userId });
    const input = { id: userId, handOver: { cancel: true }, alsoDisableWebhooks: true };
    const by = await owner();
    await expect.poll(async () => (await call(members.removeMember, input, by)).body.ended).toEqual(one(id));
    expect(await reasonOf(id)).toBe('access_stopped');
  });

  it.each([
    ['a manager who revokes their own key', 'manager', {}, 'role_missing'],
    ['a test key', 'admin', { mode: 'test' }, 'test_key'],
    ['a key that may only read', 'admin', { scopes: ['workspace.read'] }, 'scope_missing'],
  ] as const)('is refused to %s, and changes nothing', async (_who, role, options, reason) => {
    const key: TestKey = await its.team.key(role, options);
    const { status, body } = await call(
      apiKeys.revokeApiKey,
      { apiKeyId: key.id, alsoDisableWebhooks: true },
      key.headers,
    );
    expect([status, body.error?.details]).toEqual([403, expect.objectContaining({ reason })]);
    const [row] = await its.stack.sql`select revoked_at from api_keys where id = ${key.id}`;
    expect(row?.revoked_at).toBeNull();
  });

  it('is refused to somebody who leaves as a manager', async () => {
    const key = await its.team.key('manager');
    const input = { id: its.team.members.manager.userId, alsoDisableWebhooks: true };
    const { status, body } = await call(members.removeMember, input, key.headers);
    expect([status, body.error?.details]).toEqual([
      403,
      expect.objectContaining({ reason: 'role_missing', field: 'alsoDisableWebhooks' }),
    ]);
  });
});

describe('the body of a DELETE', () => {
  const revoke = (path: string, body: string, headers: Headers) =>
    fetch(`${its.stack.appUrl}/api/v1/workspace/${path}`, {
      method: 'DELETE',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    });

  it('counts like the query: nothing that a call says is ignored', async () => {
    const { userId } = its.team.members.admin;
    const seat = await makeSeat(its.stack.sql, { workspaceId: its.team.workspaceId, userId });
    const id = await hook(bearer(seat.key.secret));
    const answer = await revoke(`agent-seats/${seat.id}`, '{"alsoDisableWebhooks":true}', await owner());
    expect([answer.status, await reasonOf(id)]).toEqual([200, 'access_stopped']);
  });

  it('is refused with an unknown field, or another value than the query has, and changes nothing', async () => {
    const key = await its.team.key('admin');
    const by = await owner();
    const refused = async (query: string, body: string) => {
      const answer = await revoke(`api-keys/${key.id}${query}`, body, by);
      const { error } = (await answer.json()) as { error: { details: { issues: { path: string }[] } } };
      return [answer.status, error.details.issues.map(({ path }) => path)];
    };
    expect(await refused('', '{"webhooks":true}')).toEqual([400, ['webhooks']]);
    expect(await refused('?alsoDisableWebhooks=false', '{"alsoDisableWebhooks":true}')).toEqual([
      400,
      ['alsoDisableWebhooks'],
    ]);
    const [row] = await its.stack.sql`select revoked_at from api_keys where id = ${key.id}`;
    expect(row?.revoked_at).toBeNull();
  });
});
