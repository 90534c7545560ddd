import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Cli, installCli } from '../support/drivers/cli.ts';
import { keyOf, login, profilesOf, statusWith } from '../support/drivers/cli-login.ts';
import { makeKey } from '../support/factories/keys.ts';
import { type FakeAnswer, type FakeApp, startFakeApp } from '../support/fakes/fake-app.ts';
import { openPassage } from '../support/fakes/passage.ts';
import { WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';

// Each command is a process, and a test runs several: slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let stack: Stack;
let cli: Cli;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
beforeEach(async () => {
  cli = await installCli(stack);
});

const WORKSPACE = { id: 'w', name: 'Other', slug: 'acme' };
const USER = { id: 'u', email: 'eve@other.test' };

/** Another deployment with a workspace of the same slug. It hands out keys without approval. */
async function otherHouse(more: Readonly<Record<string, (before: number) => FakeAnswer>> = {}): Promise<FakeApp> {
  const answers: Readonly<Record<string, (before: number) => FakeAnswer>> = {
    'POST /cli/auth/register': () => ({
      status: 201,
      json: { ...DEVICE, verificationUrl: 'http://other.test/device' },
    }),
    'GET /cli/auth/poll': (before) => ({
      json: { status: 'approved', apiKey: `svc_live_other${before || ''}`, workspace: WORKSPACE, user: USER },
    }),
    ...more,
  };
  const fake = await startFakeApp((call, before) => answers[call]?.(before) ?? { status: 404, text: 'nothing here' });
  onTestFinished(() => fake.close());
  return fake;
}
const DEVICE = { deviceCode: 'd'.repeat(43), userCode: 'BCDF-GHJK', expiresIn: 900, interval: 1 };
const callsOf = ({ calls }: FakeApp) => calls.map(({ call }) => call);

it('is sent with the token of an agent that acts for a person, if the environment has one', async () => {
  const fake = await startFakeApp(() => ({ json: { keys: [], visibility: 'own' } }));
  onTestFinished(() => fake.close());
  const env = { HOLDFAST_URL: fake.appUrl, HOLDFAST_API_KEY: 'svc_live_x', HOLDFAST_AGENT_INTENT: 'a.b.c' };
  await cli.within(env).run('keys', '--json');
  await cli.within({ ...env, HOLDFAST_AGENT_INTENT: '' }).run('keys', '--json');
  expect(fake.calls.map(({ authorization, agentIntent }) => [authorization, agentIntent])).toEqual([
    ['Bearer svc_live_x', 'a.b.c'],
    ['Bearer svc_live_x', undefined],
  ]);
});

describe('the key of a profile', () => {
  it('goes to no other server: neither by --url nor by the environment', async () => {
    await login(stack, cli, 'approve');
    const other = await otherHouse();
    const byOption = await cli.run('whoami', '--url', other.appUrl, '--json');
    const byEnvironment = await cli.within({ HOLDFAST_URL: other.appUrl }).run('keys', '--json');
    const bridge = await cli.run('mcp', '--url', other.appUrl, '--json');
    for (const { exitCode, stderr } of [byOption, byEnvironment, bridge]) {
      expect(exitCode).toBe(3);
      const { error } = JSON.parse(stderr);
      expect(error).toMatchObject({ code: 'auth.required', details: { reason: 'key_missing' } });
      expect(error.message).toContain(`profile acme belongs to ${stack.appUrl}`);
    }
    expect(other.calls).toEqual([]);
    expect((await cli.run('whoami', '--url', `${stack.appUrl}/`)).exitCode).toBe(0);
  });

  it('is what logout revokes, at its own server, whatever the environment says', async () => {
    await login(stack, cli, 'approve', '--profile', 'mine');
    const mine = await keyOf(cli, 'mine');
    const bystander = await installCli(stack);
    await login(stack, bystander, 'approve');
    const HOLDFAST_API_KEY = await keyOf(bystander, 'acme');
    const other = await otherHouse();
    const strange = cli.within({ HOLDFAST_API_KEY, HOLDFAST_URL: other.appUrl });
    const { exitCode, stderr, json } = await strange.run('logout', '--json');
    expect(exitCode, stderr).toBe(0);
    expect(json()).toMatchObject({ profile: 'mine', key: 'revoked' });
    expect(other.calls).toEqual([]);
    expect([await statusWith(stack, mine), await statusWith(stack, HOLDFAST_API_KEY)]).toEqual([401, 200]);
    expect((await profilesOf(cli)).profiles).toEqual({});
  });

  it('stays valid with --keep-key; one that is dead is forgotten, and not called revoked', async () => {
    await login(stack, cli, 'approve');
    const kept = await keyOf(cli, 'acme');
    const forgot = await cli.run('logout', '--keep-key');
    expect(forgot.stdout).toContain('still works');
    expect(await statusWith(stack, kept)).toBe(200);
    await login(stack, cli, 'approve');
    await stack.sql`update api_keys set revoked_at = now()`;
    expect((await cli.run('logout', '--json')).json()).toEqual({ profile: 'acme', loggedOut: true, key: 'dead' });
    expect((await cli.run('logout', '--json')).json()).toMatchObject({ loggedOut: false });
  });

  it.each<[string, FakeAnswer, number]>([
    ['does not list it', { json: { keys: [{ id: 'x', current: false }], visibility: 'own', nextCursor: null } }, 4],
    ['wants another credential', { status: 401, json: { error: { code: 'auth.required', message: 'Sign in.' } } }, 3],
    ['is away', { status: 502, text: '<html>Bad gateway</html>' }, 8],
  ])('is not forgotten by a logout whose server %s', async (_what, answer, exitCode) => {
    const other = await otherHouse({ 'GET /workspace/api-keys': () => answer });
    expect((await cli.run('login', '--url', other.appUrl, '--json')).exitCode).toBe(0);
    const loggedOut = await cli.run('logout', '--json');
    expect(loggedOut.exitCode, loggedOut.stderr).toBe(exitCode);
    expect(loggedOut.stdout).toBe('');
    expect(await keyOf(cli, 'acme')).toBe('svc_live_other');
  });
});

describe('a second login', () => {
  it('of the same person replaces the profile and revokes its old key, once the new one is on disk', async () => {
    await login(stack, cli, 'approve');
    const before = await keyOf(cli, 'acme');
    const again = await login(stack, cli, 'approve');
    expect(again.json(), again.stderr).toMatchObject({ profile: 'acme', replacedKey: 'revoked' });
    expect(again.stderr).toContain('is revoked');
    const after = await keyOf(cli, 'acme');
    expect([await statusWith(stack, before), await statusWith(stack, after)]).toEqual([401, 200]);
  });

  it('says so when the old key could not be revoked', async () => {
    const other = await otherHouse();
    await cli.run('login', '--url', other.appUrl, '--json');
    const stored = await readFile(join(cli.configDir, 'profiles.json'), 'utf8');
    const again = await cli.run('login', '--json');
    expect(stored).toContain('svc_live_other');
    expect(again.json()).toMatchObject({ replacedKey: 'kept' });
    expect(again.stderr).toContain('may still work');
  });

  it('at another server with the same slug gets a name of its own', async () => {
    await login(stack, cli, 'approve');
    const mine = await keyOf(cli, 'acme');
    const other = await otherHouse();
    const elsewhere = await cli.run('login', '--url', other.appUrl, '--json');
    expect(elsewhere.json()).toMatchObject({ profile: 'acme-2' });
    const { current, profiles } = await profilesOf(cli);
    expect(current).toBe('acme-2');
    expect([profiles.acme?.apiKey, profiles['acme-2']?.appUrl]).toEqual([mine, other.appUrl]);
  });

  it.each([
    ['a profile of another server', ['--profile', 'acme'], {}, 2, 'logout --profile acme'],
    ['a name that is none', ['--profile', 'Work'], {}, 2, '--profile must be lower-case'],
    ['a folder that takes nothing', [], { HOLDFAST_CONFIG_DIR: '/sys/holdfast' }, 1, 'HOLDFAST_CONFIG_DIR'],
  ])('refuses %s before anybody is asked to allow it', async (_what, args, env, exitCode, words) => {
    await login(stack, cli, 'approve');
    const mine = await keyOf(cli, 'acme');
    const other = await otherHouse();
    const refused = await cli.within(env).run('login', '--url', other.appUrl, ...args);
    expect(refused.exitCode, refused.stderr).toBe(exitCode);
    expect(refused.stderr).toContain(words);
    expect(callsOf(other)).toEqual([]);
    expect(await keyOf(cli, 'acme')).toBe(mine);
  });
});

describe('waiting for the decision', () => {
  it('leaves the time that slow_down asks for, and outlives an answer that breaks off', async () => {
    const other = await otherHouse({
      'GET /cli/auth/poll': (before) => POLLS[before] ?? { status: 500, text: 'one poll too many' },
    });
    const { exitCode, stderr } = await cli.run('login', '--url', other.appUrl, '--json');
    expect(exitCode, stderr).toBe(0);
    const polls = other.calls.filter(({ call }) => call === 'GET /cli/auth/poll').map(({ atMs }) => atMs);
    const gaps = polls.slice(1).map((atMs, index) => atMs - (polls[index] ?? 0));
    expect(gaps).toHaveLength(3);
    // A timer may end a millisecond early.
    for (const [index, seconds] of [1, 2, 2].entries())
      expect(gaps[index]).toBeGreaterThanOrEqual(seconds * 1_000 - 50);
  });
  const POLLS: readonly FakeAnswer[] = [
    { json: { status: 'authorization_pending' } },
    { json: { status: 'slow_down', interval: 2 } },
    'cut',
    { json: { status: 'approved', apiKey: 'svc_live_other', workspace: WORKSPACE, user: USER } },
  ];

  it('ends when the code has expired', async () => {
    const age = () => stack.sql`
      update device_sessions set expires_at = expires_at - interval '16 minutes' where status = 'pending'`;
    let aged: Promise<unknown> | undefined;
    const { exitCode, stderr } = await cli.runWatchingStderr(
      (said) => {
        if (said.includes('compare the code')) aged ??= age().execute();
      },
      'login',
      '--json',
    );
    await aged;
    expect(exitCode).toBe(3);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { details: { reason: 'expired' } },
    });
    await expect(profilesOf(cli)).rejects.toThrow('ENOENT');
  });
});

describe('--json', () => {
  it.each([
    ['an option that is unknown', ['slots', 'a/b/c', '--nosuch', '--json'], "unknown option '--nosuch'"],
    ['a command that is unknown', ['--json', 'slotz'], "unknown command 'slotz'"],
    ['an argument that is missing', ['--json', 'cancel'], "missing required argument 'manage-link'"],
    ['an option that is missing', ['book', 'a/b/c', '--json'], "required option '--start <time>'"],
    ['a command that is missing', ['--json'], '--help'],
  ])('names %s in the envelope', async (_what, args, words) => {
    const { exitCode, stdout, stderr } = await cli.run(...args);
    expect([exitCode, stdout]).toEqual([2, '']);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code: 'request.invalid', message: expect.stringContaining(words) });
    expect(error.message).not.toMatch(/^error/);
  });

  it('calls an answer that breaks off a server that is away', async () => {
    const other = await otherHouse({ 'GET /workspace': () => 'cut' });
    const whoami = await cli
      .within({ HOLDFAST_API_KEY: 'svc_live_x', HOLDFAST_URL: other.appUrl })
      .run('whoami', '--json');
    expect(whoami.exitCode).toBe(8);
    expect(JSON.parse(whoami.stderr)).toMatchObject({ error: { code: 'service.unavailable' } });
    const page = await otherHouse({ 'GET /workspace': () => ({ text: '<html>' }) });
    const wrong = await cli
      .within({ HOLDFAST_API_KEY: 'svc_live_x', HOLDFAST_URL: page.appUrl })
      .run('whoami', '--json');
    expect(wrong.exitCode).toBe(1);
    expect(JSON.parse(wrong.stderr)).toMatchObject({ error: { code: 'internal.unexpected' } });
  });
});

describe('listen and trigger', () => {
  /** A key of Ada's, and the secret that `listen` signs with. */
  async function listener(mode: 'live' | 'test', appUrl = stack.appUrl) {
    const [ada] = await stack.sql<{ userId: string; workspaceId: string }[]>`
      select m.user_id as "userId", m.workspace_id as "workspaceId" from memberships m join users u on u.id = m.user_id
      join workspaces w on w.id = m.workspace_id where u.email = 'ada@acme.test' and w.slug = 'acme'`;
    if (!ada) throw new Error('no ada');
    const { secret: HOLDFAST_API_KEY } = await makeKey(stack.sql, { ...ada, mode });
    const own = cli.within({ HOLDFAST_API_KEY, HOLDFAST_URL: appUrl });
    return { own, secret: String((await own.run('listen', '--print-secret', '--json')).json().secret) };
  }

  it('forwards what really happens, signed, also after the network was away, and ends by a signal', async () => {
    const receiver = await new WebhookReceiver().listen();
    const passage = await openPassage(stack.appUrl);
    onTestFinished(async () => {
      await Promise.all([receiver.close(), passage.close()]);
    });
    const { own, secret } = await listener('test', passage.url);
    const direct = own.within({ HOLDFAST_URL: stack.appUrl });
    const listening = own.start('listen', '--forward-to', receiver.url, '--events', 'booking.created,booking.canceled');
    await expect.poll(() => listening.said(), { timeout: 20_000 }).toContain('Listening.');
    expect(listening.said()).toContain(secret);
    const made = await direct.run('trigger', 'booking.canceled', '--json');
    expect(made.exitCode, made.stderr).toBe(0);
    await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['booking.created', 'booking.canceled']);
    receiver.answer = () => ({ status: 503 });
    await passage.shut();
    await expect.poll(() => listening.said()).toContain('Trying again');
    // Not asked for.
    await direct.run('trigger', 'seat.revoked');
    const { json } = await direct.run('trigger', 'booking.created', '--json');
    await passage.reopen();
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
    const [first, , last] = receiver.verified(secret);
    expect(first?.data).toMatchObject({ bookingId: made.json().id, testMode: true, guest: { name: 'Test Guest' } });
    expect(last).toMatchObject({ type: 'booking.created', data: { bookingId: json().id, status: 'confirmed' } });
    await expect
      .poll(() => listening.said())
      .toMatch(/booking\.canceled {2}\S+ {2}→ 204 .*booking\.created {2}\S+ {2}→ 503 /s);
    const { exitCode, stderr } = await listening.end('SIGTERM');
    expect([exitCode, stderr.trim().split('\n').at(-1)]).toEqual([0, 'Stopped.']);
  });

  it('books a call that the host makes, which needs a number', async () => {
    const [event] = await stack.sql<{ id: string }[]>`
      update event_types set location_type = 'phone', location_detail = null, version = version + 1
      where slug = 'intro-30' and host_id = (select id from users where email = 'ada@acme.test') returning id`;
    const { own } = await listener('test');
    const made = await own.run('trigger', 'booking.created', '--event', event?.id ?? '', '--json');
    expect([made.exitCode, made.stderr]).toEqual([0, '']);
    const [answer] = await stack.sql`select key from booking_answers where booking_id = ${String(made.json().id)}`;
    expect(answer?.key).toBe('guest_phone');
  });

  it('prints no secret of a key that was cut off or mistyped', async () => {
    const [ada] = await stack.sql<{ userId: string; workspaceId: string }[]>`
      select user_id as "userId", workspace_id as "workspaceId" from memberships limit 1`;
    if (!ada) throw new Error('nobody');
    const { secret } = await makeKey(stack.sql, { ...ada, mode: 'test' });
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
    for (const HOLDFAST_API_KEY of [secret.slice(0, -1), mistyped]) {
      const refused = await cli.within({ HOLDFAST_API_KEY }).run('listen', '--print-secret');
      expect(refused).toMatchObject({
        exitCode: 3,
        stdout: '',
        stderr: expect.stringContaining('mistyped or cut off'),
      });
    }
  });

  it.each([
    [['listen', '--forward-to', 'localhost:4000'], 2, /--forward-to must be an http or https address/],
    [['listen'], 2, /--forward-to must be/],
    [
      ['listen', '--forward-to', 'http://localhost:4000', '--events', 'booking.creatd'],
      2,
      /no event booking.creatd. Did you mean booking.created/,
    ],
    [['trigger', 'member.joined'], 2, /cannot make member.joined happen.*It can make: booking.created, .*seat.revoked/],
    [['trigger', 'booking.mooved'], 2, /There is no event booking.mooved/],
    [['trigger', 'seat.created'], 3, /needs a test key.*live_key/],
  ])('%j is refused', async (args, exitCode, words) => {
    const { own } = await listener('live');
    const refused = await own.run(...args);
    expect(refused).toMatchObject({ exitCode, stderr: expect.stringMatching(words) });
  });
});
