import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLI_FILE, type Cli, installCli } from '../support/cli.ts';
import { decide } from '../support/device.ts';
import { signIn } from '../support/session.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let cli: Cli;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
beforeEach(async () => {
  cli = await installCli(stack);
});

const profilesOf = async ({ configDir }: Cli) => JSON.parse(await readFile(join(configDir, 'profiles.json'), 'utf8'));

/** Logs in, while Ada decides as soon as the code is shown. */
async function login(decision: 'approve' | 'deny', ...args: string[]) {
  const ada = await signIn(stack);
  const decided = new Set<string>();
  return cli.runTelling(
    (said) => {
      const code = /code: (\S{4}-\S{4})/.exec(said)?.[1];
      if (!code || decided.has(code)) return;
      decided.add(code);
      void decide(stack, ada, code, decision);
    },
    'login',
    '--json',
    ...args,
  );
}

describe('login', () => {
  it('keeps the key of the approved session, for its user alone, and whoami tells whose it is', async () => {
    const { exitCode, stderr, json } = await login('approve', '--name', 'Robot');
    expect(exitCode, stderr).toBe(0);
    expect(json()).toMatchObject({ profile: 'acme', workspace: { slug: 'acme' }, user: { email: 'ada@acme.test' } });
    const file = join(cli.configDir, 'profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { current, profiles } = await profilesOf(cli);
    expect(current).toBe('acme');
    expect(profiles.acme.apiKey).toMatch(/^svc_live_/);
    expect(profiles.acme.publicUrl).toBe(stack.publicUrl);

    const whoami = await cli.run('whoami', '--json');
    expect(whoami.json()).toMatchObject({ user: { email: 'ada@acme.test' }, membership: { role: 'owner' } });
    const inWords = await cli.run('whoami');
    expect(inWords.stdout).toContain('owner of Acme');
    expect((await cli.run('keys')).stdout).toContain('Robot');
  });

  it('keeps several profiles; logout revokes the key of its own', async () => {
    await login('approve', '--profile', 'one');
    await login('approve', '--profile', 'two');
    const { apiKey } = (await profilesOf(cli)).profiles.one;
    expect((await cli.run('logout', '--profile', 'one')).exitCode).toBe(0);
    expect(Object.keys((await profilesOf(cli)).profiles)).toEqual(['two']);
    const answer = await fetch(`${stack.appUrl}/api/v1/workspace`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(answer.status).toBe(401);
    expect((await cli.run('whoami')).exitCode).toBe(0);
  });

  it('says that the person refused, and keeps nothing', async () => {
    const { exitCode, stderr } = await login('deny');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('"denied"');
    await expect(profilesOf(cli)).rejects.toThrow('ENOENT');
  });
});

describe('a guest', () => {
  it('finds a slot, books it with the mailed code, moves it and cancels it', async () => {
    const slots = (await cli.run('slots', 'acme/linus/intro-30', '--json', '--limit', '3')).json();
    const [first, second] = slots.slots as { startUtc: string }[];
    const email = 'cli-guest@guest.test';
    const details = [
      'acme/linus/intro-30',
      '--start',
      `${first?.startUtc}`,
      '--email',
      email,
      '--timezone',
      'Europe/Paris',
    ];
    const asked = await cli.run('book', ...details, '--json');
    expect(asked.json()).toMatchObject({ status: 'otp_sent', codeSentTo: email });
    const { subject } = await stack.waitForMail(email, 'booking_code');
    const booked = await cli.run('book', ...details, '--code', subject.slice(0, 6), '--json');
    expect(booked.json()).toMatchObject({ booking: { status: 'confirmed', startAt: first?.startUtc } });

    const confirmation = await stack.waitForMail(email, 'booking_confirmation');
    const link = /http\S+\/manage\/[\w-]{43}/.exec(confirmation.text)?.[0] ?? '';
    const moved = await cli.run('reschedule', link, '--start', `${second?.startUtc}`, '--json');
    expect(moved.json()).toMatchObject({ booking: { status: 'rescheduled', startAt: second?.startUtc } });
    expect((await cli.run('cancel', link, '--reason', 'ill')).exitCode).toBe(0);
  });

  it('is told which field is wrong, and which times are free near a taken one', async () => {
    const wrong = await cli.run('slots', 'acme/ada/intro-30', '--timezone', 'Mars/Olympus');
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('timezone');
    expect((await cli.run('slots', 'acme/ada/no-such-event')).exitCode).toBe(4);
    expect((await cli.run('slots', 'acme')).exitCode).toBe(2);
  });
});

describe('the holder of a key', () => {
  beforeEach(async () => {
    await login('approve');
  });

  it('runs a workspace tool with arguments of any kind', async () => {
    const meetings = await cli.run('run', 'list_meetings', '--arg', 'filter=all', '--arg', 'limit=1');
    expect(Array.isArray((meetings.json() as { meetings: unknown }).meetings)).toBe(true);
    const refused = await cli.run('run', 'list_meetings', '--args', '{"limit":0}', '--json');
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'request.invalid' } });
    expect((await cli.run('run', 'no_such_tool')).exitCode).toBe(4);
    expect((await cli.run('tools')).stdout).toContain('list_meetings');
  });

  it('gives an agent a seat, sees it and takes it back', async () => {
    const seat = (await cli.run('seats', 'create', 'Night shift', '--json')).json();
    expect(seat).toMatchObject({ displayName: 'Night shift', apiKey: expect.stringMatching(/^svc_live_/) });
    expect((await cli.run('seats')).stdout).toContain('Night shift');
    expect((await cli.run('seats', 'revoke', `${seat.id}`)).exitCode).toBe(0);
    expect((await cli.run('seats')).stdout).toContain('revoked');
  });

  it('hears from doctor that all is well, and what is wrong when it is not', async () => {
    expect((await cli.run('doctor')).exitCode).toBe(0);
    const lost = await installCli({ appUrl: 'http://localhost:1', publicUrl: 'http://localhost:1' });
    const sick = await lost.run('doctor', '--json');
    expect(sick.exitCode).toBe(1);
    expect(sick.json()).toMatchObject({ ok: false });
  });

  it('serves a desktop agent over stdio', async () => {
    const agent = new Client({ name: 'desktop', version: '1.0.0' });
    const { apiKey } = (await profilesOf(cli)).profiles.acme;
    const env = {
      PATH: process.env.PATH ?? '',
      HOLDFAST_API_KEY: apiKey,
      HOLDFAST_URL: stack.appUrl,
      HOLDFAST_CONFIG_DIR: cli.configDir,
    };
    await agent.connect(new StdioClientTransport({ command: process.execPath, args: [CLI_FILE, 'mcp'], env }));
    const { tools } = await agent.listTools();
    expect(tools[0]?.name).toBe('get_workspace');
    const { structuredContent } = await agent.callTool({ name: 'get_workspace', arguments: {} });
    expect(structuredContent).toMatchObject({ workspace: { slug: 'acme' } });
    await agent.close();
  });
});
