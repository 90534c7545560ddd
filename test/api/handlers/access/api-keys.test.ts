import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isWellFormedKey } from '../../../../domain/access/api-key.ts';
import { contract } from '../../../../schemas/contract.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { workspaceTools } from '../../../../schemas/operations/workspaces/tools.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { Role } from '../../../../schemas/shapes/access.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { bearer, makeSeat, makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;

beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
});

type Headers = Readonly<Record<string, string>>;
const list = (headers: Headers, input: Readonly<Record<string, unknown>> = {}) =>
  callHost(stack.appUrl, apiKeys.listApiKeys, input, headers);
const revoke = (headers: Headers, apiKeyId: string) =>
  callHost(stack.appUrl, apiKeys.revokeApiKey, { apiKeyId }, headers);
const create = (headers: Headers, input: Readonly<Record<string, unknown>>) =>
  callHost(stack.appUrl, apiKeys.createApiKey, input, headers);
const sessionOf = async (role: Role): Promise<Headers> => {
  const { headers } = await signIn(stack, { email: team.members[role].email, workspace: team.slug });
  return headers;
};
const statusWith = async ({ headers }: Pick<TestKey, 'headers'>): Promise<number> =>
  (await callHost(stack.appUrl, workspace.getWorkspace, {}, headers)).status;

const idsIn = (answer: { json(): Record<string, unknown> }): string[] =>
  (answer.json().keys as { id: string }[]).map(({ id }) => id);

const activity = () => stack.sql<{ actor: string; source: string; action: string; subject: string }[]>`
  select actor, source, action, subject_id as subject from activity_log
  where workspace_id = ${team.workspaceId} order by id`;

describe('the note of a use', () => {
  it('waits for nobody, and fails no call', async () => {
    const key = await team.key('owner');
    await stack.sql.begin(async (tx) => {
      await tx`select 1 from api_keys where id = ${key.id} for update`;
      expect(await statusWith(key)).toBe(200);
      await tx`lock table api_keys in share mode`;
      expect(await statusWith(key)).toBe(200);
    });
    expect(await stack.sql`select last_used_at as at from api_keys where id = ${key.id}`).toEqual([{ at: null }]);
    expect(await statusWith(key)).toBe(200);
    const [row] = await stack.sql<{ at: Date }[]>`select last_used_at as at from api_keys where id = ${key.id}`;
    expect(row?.at).toBeInstanceOf(Date);
  });
});

describe('list', () => {
  it('shows what the spec names and never the secret', async () => {
    const key = await team.key('owner', { scopes: ['workspace.act', 'billing.manage'], name: 'CI' });
    const answer = await list(key.headers);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      keys: [
        {
          id: key.id,
          name: 'CI',
          prefix: key.secret.slice(0, 16),
          scopes: ['workspace.act', 'billing.manage'],
          createdByUserId: key.userId,
          createdAt: expect.any(String),
          lastUsedAt: expect.stringMatching(/:00\.000Z$/),
          expiresAt: null,
          revokedAt: null,
          current: true,
        },
      ],
      visibility: 'workspace',
      nextCursor: null,
    });
    expect(answer.text).not.toContain(key.secret.slice(17));
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('reaches as far as scope and creator do', async () => {
    const [ownerKey, memberKey, memberReads, adminKey] = [
      await team.key('owner'),
      await team.key('member'),
      await team.key('member', { scopes: ['workspace.read'] }),
      await team.key('admin', { state: 'revoked' }),
    ];
    const other = await makeTeam(stack.sql);
    await other.key('owner');
    const all = [adminKey, memberReads, memberKey, ownerKey].map(({ id }) => id);
    expect(idsIn(await list(ownerKey.headers))).toEqual(all);
    expect(idsIn(await list(await sessionOf('admin')))).toEqual(all);
    const own = await list(memberKey.headers);
    expect(idsIn(own)).toEqual([memberReads.id, memberKey.id]);
    expect(own.json().visibility).toBe('own');
    expect(idsIn(await list(await sessionOf('member')))).toEqual([memberReads.id, memberKey.id]);
    expect(idsIn(await list(memberReads.headers))).toEqual([memberReads.id]);
    expect(idsIn(await list(await sessionOf('manager')))).toEqual([]);
  });

  it('a read-only key of the owner sees itself alone', async () => {
    await team.key('owner');
    const reads = await team.key('owner', { scopes: ['workspace.read', 'billing.manage'] });
    const answer = await list(reads.headers);
    expect([idsIn(answer), answer.json().visibility]).toEqual([[reads.id], 'own']);
  });

  it('goes through all pages without loss or repetition, though instants are equal and keys come and go', async () => {
    const at = Date.now() - 60_000;
    const made: string[] = [];
    for (let index = 0; index < 7; index++)
      made.unshift((await team.key('owner', { createdAtMs: at + (index > 3 ? 1 : 0) })).id);
    // The database's clock writes microseconds.
    await stack.sql`update api_keys set created_at = created_at + interval '123 microseconds' where workspace_id = ${team.workspaceId}`;
    const { headers } = await team.key('owner');
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const answer = await list(headers, { limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...idsIn(answer));
      cursor = answer.json().nextCursor;
      await team.key('owner');
    } while (cursor);
    expect(seen.slice(1)).toEqual(made);
  });

  it.each([
    ['nonsense', 'abc'],
    ['too long', 'x'.repeat(300)],
    ['of another list', Buffer.from(JSON.stringify(['meetings/all', '1', uuidv7()])).toString('base64url')],
  ])('answers 400 that names cursor to one that is %s', async (_what, cursor) => {
    const answer = await list((await team.key('owner')).headers, { cursor });
    expect(answer.status).toBe(400);
    expect(answer.json().error.details?.issues).toEqual([expect.objectContaining({ path: 'cursor' })]);
  });
});

describe('revoke', () => {
  it('ends a key in the very next call, twice with the same answer, and is logged once', async () => {
    const [owner, key] = [await team.key('owner'), await team.key('member')];
    expect(await statusWith(key)).toBe(200);
    for (const _ of [1, 2]) {
      const answer = await revoke(owner.headers, key.id);
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        { id: key.id, status: 'revoked', ended: { keyCount: 1, seatCount: 0 } },
      ]);
    }
    const refused = await list(key.headers);
    expect([refused.status, refused.json().error.details?.reason]).toEqual([401, 'key_revoked']);
    // The log names what was refused, so that its holder is found; never the key.
    const [row] = await stack.sql`select prefix from api_keys where id = ${key.id}`;
    const line = stack.logLines.map((text) => JSON.parse(text)).findLast(({ status }) => status === 401);
    expect(line).toMatchObject({ operation: 'access.listApiKeys', reason: 'key_revoked', keyPrefix: row?.prefix });
    await callHost(stack.appUrl, apiKeys.listApiKeys, {}, { Authorization: 'Bearer correct-horse-battery-staple' });
    expect(stack.logLines.join('')).not.toContain('correct-horse');
    expect(await activity()).toEqual([
      { actor: 'Key of the owner', source: 'host_api', action: 'api_key.revoked', subject: key.id },
    ]);
  });

  it.each([...Role.options])('any key revokes itself: one of the %s that only reads', async (role) => {
    const key = await team.key(role, { scopes: ['workspace.read'] });
    expect((await revoke(key.headers, key.id)).status).toBe(200);
    expect(await statusWith(key)).toBe(401);
  });

  it('out of reach: 403 with what is needed, and the key lives', async () => {
    const target = await team.key('admin');
    const reads = await team.key('owner', { scopes: ['workspace.read'] });
    const scope = await revoke(reads.headers, target.id);
    expect([scope.status, scope.json().error.details]).toEqual([
      403,
      { reason: 'scope_missing', scopes: ['workspace.read'], neededScope: 'workspace.act' },
    ]);
    for (const headers of [(await team.key('manager')).headers, await sessionOf('manager')]) {
      const role = await revoke(headers, target.id);
      expect([role.status, role.json().error.details]).toEqual([
        403,
        { reason: 'role_missing', role: 'manager', neededRoles: ['owner', 'admin'] },
      ]);
    }
    expect(await statusWith(target)).toBe(200);
  });

  it('a member’s key ends its creator’s other keys', async () => {
    const [key, sibling] = [await team.key('member'), await team.key('member')];
    expect((await revoke(key.headers, sibling.id)).status).toBe(200);
    expect(await statusWith(sibling)).toBe(401);
  });

  it('another workspace’s key, and an id that is none, are 404', async () => {
    const foreign = await (await makeTeam(stack.sql)).key('owner');
    const { headers } = await team.key('owner');
    for (const id of [foreign.id, uuidv7()]) expect((await revoke(headers, id)).status).toBe(404);
    expect((await revoke(headers, 'mine')).status).toBe(400);
    expect(await statusWith(foreign)).toBe(200);
  });

  it('ends the seat of a seat’s key', async () => {
    const seat = await makeSeat(stack.sql, { workspaceId: team.workspaceId, userId: team.members.owner.userId });
    expect((await revoke(seat.key.headers, seat.key.id)).status).toBe(200);
    const [row] = await stack.sql`select revoked_at is not null as revoked from agent_seats where id = ${seat.id}`;
    expect(row).toEqual({ revoked: true });
    expect((await activity()).map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'Robo api_key.revoked',
      'Robo agent_seat.revoked',
    ]);
  });
});

describe('create', () => {
  it('makes a key that works, shows it once, and keeps its hash alone', async () => {
    const answer = await create(await sessionOf('manager'), { name: 'Laptop' });
    expect(answer.status).toBe(201);
    const made = answer.json() as unknown as { id: string; apiKey: string; prefix: string };
    expect(made).toMatchObject({ name: 'Laptop', scopes: ['workspace.act'], expiresAt: null, current: false });
    expect(isWellFormedKey(made.apiKey, 'sched_')).toBe(true);
    expect(made.apiKey.startsWith(made.prefix)).toBe(true);
    const seen = await callHost(stack.appUrl, workspace.getWorkspace, {}, bearer(made.apiKey));
    expect(seen.json()).toMatchObject({ credential: { kind: 'key', name: 'Laptop' }, membership: { role: 'manager' } });
    const [row] = await stack.sql`select * from api_keys where id = ${made.id}`;
    expect(JSON.stringify(row)).not.toContain(made.apiKey.slice(17));
    expect(stack.logLines.join('')).not.toContain(made.apiKey.slice(17));
    expect(await activity()).toEqual([
      { actor: 'manager', source: 'dashboard', action: 'api_key.created', subject: made.id },
    ]);
  });

  it('keeps mode, scopes once each, and expiry', async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const input = { name: 'Short', mode: 'test', scopes: ['workspace.read', 'workspace.read'], expiresAt };
    const answer = await create(await sessionOf('owner'), input);
    const { apiKey } = answer.json() as unknown as { apiKey: string };
    expect(answer.json()).toMatchObject({ scopes: ['workspace.read'], expiresAt });
    expect(apiKey).toMatch(/^svc_test_/);
    expect(await statusWith({ headers: bearer(apiKey) })).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    const over = await list(bearer(apiKey));
    expect([over.status, over.json().error.details?.reason]).toEqual([401, 'key_expired']);
  });

  it('refuses an expiry that has passed, and makes none', async () => {
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    const answer = await create(await sessionOf('owner'), { name: 'Late', expiresAt });
    expect([answer.status, answer.json().error.details?.reason]).toEqual([422, 'expiry_passed']);
    expect(await activity()).toEqual([]);
  });

  it('lets billing_only take billing.manage and nothing else', async () => {
    const headers = await sessionOf('billing_only');
    for (const scopes of [undefined, ['workspace.read'], ['billing.manage', 'workspace.act']]) {
      const answer = await create(headers, { name: 'Books', ...(scopes ? { scopes } : {}) });
      expect([answer.status, answer.json().error.details?.reason]).toEqual([403, 'role_missing']);
    }
    expect((await create(headers, { name: 'Books', scopes: ['billing.manage'] })).status).toBe(201);
  });

  it('takes no key for it: that of an owner neither', async () => {
    const answer = await create((await team.key('owner')).headers, { name: 'More' });
    expect([answer.status, answer.json().error.details?.reason]).toEqual([403, 'session_only']);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'a', scopes: [] }, 'scopes'],
    [{ name: 'a', scopes: ['everything'] }, 'scopes.0'],
    [{ name: 'a', mode: 'prod' }, 'mode'],
    [{ name: 'a', expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('names what is wrong with %j', async (input, path) => {
    const answer = await create(await sessionOf('owner'), input);
    expect([answer.status, answer.json().error.details?.issues]).toEqual([400, [expect.objectContaining({ path })]]);
  });
});

describe('a test key', () => {
  const barred = Object.values(contract)
    .flatMap((operations) => Object.values(operations as Record<string, Operation>))
    .filter(({ auth, effect }) => typeof auth === 'object' && effect !== 'read' && !auth.testKeys && !auth.sessionOnly);

  it('changes neither settings nor members: such tools are not listed, and answer 403 test_key', async () => {
    const { headers } = await team.key('owner', { mode: 'test' });
    const listed = await callHost(stack.appUrl, workspaceTools.listTools, {}, headers);
    const names = (listed.json() as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['create_booking', 'create_agent_seat', 'list_members']));
    const barredTools = barred.flatMap(({ tool }) => tool ?? []);
    expect(barredTools).toEqual(expect.arrayContaining(['invite_member', 'update_workspace', 'create_event_type']));
    expect(names.filter((name) => barredTools.includes(name))).toEqual([]);
    const reasons = await Promise.all(
      barredTools.map(async (name) => {
        const answer = await callHost(stack.appUrl, workspaceTools.executeTool, { name, arguments: {} }, headers);
        return answer.json().error?.details?.reason;
      }),
    );
    expect(new Set(reasons)).toEqual(new Set(['test_key']));
  });

  it('revokes no live key', async () => {
    const [live, test] = [await team.key('owner'), await team.key('owner', { mode: 'test' })];
    const refused = await revoke(test.headers, live.id);
    expect([refused.status, refused.json().error.details?.reason]).toEqual([403, 'test_key']);
    expect((await revoke(test.headers, test.id)).status).toBe(200);
  });
});

it('a person has 50 keys that work in a workspace at most; revoking one makes room', async () => {
  const headers = await sessionOf('owner');
  const { userId } = team.members.owner;
  await stack.sql`
    insert into api_keys (id, workspace_id, created_by_user_id, name, mode, prefix, hash, scopes, origin, created_at, expires_at)
    select gen_random_uuid(), ${team.workspaceId}, ${userId}, 'One of many', 'live', 'svc_live_x', sha256(n::text::bytea || ${team.workspaceId}::bytea),
      '{workspace.act}', 'dashboard', now() - interval '2 hours', case when n > 49 then now() - interval '1 hour' end from generate_series(1, 60) n`;
  const made = await create(headers, { name: 'The 50th' });
  expect(made.status).toBe(201);
  const refused = await create(headers, { name: 'The 51st' });
  expect([refused.status, refused.json().error.details]).toEqual([422, { reason: 'too_many_keys', limit: 50 }]);
  expect(refused.json().error.message).toContain('list_api_keys');
  expect((await create(await sessionOf('admin'), { name: 'Of another person' })).status).toBe(201);
  await revoke(headers, (made.json() as unknown as { id: string }).id);
  const atOnce = await Promise.all([1, 2, 3].map((n) => create(headers, { name: `At once ${n}` })));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
});
