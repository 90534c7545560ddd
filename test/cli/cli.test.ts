import { randomUUID } from 'node:crypto';
import { copyFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beat } from '../../store/ops/worker-heartbeats.ts';
import { CLI_FILE, type Cli, installCli } from '../support/drivers/cli.ts';
import { keyOf, login, profilesOf, statusWith } from '../support/drivers/cli-login.ts';
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

describe('login', () => {
  it('keeps the key of the approved session, for its user alone, and whoami shows its owner', async () => {
    const { exitCode, stderr, json } = await login(stack, cli, 'approve', '--name', 'Robot');
    expect(exitCode, stderr).toBe(0);
    expect(json()).toMatchObject({ profile: 'acme', workspace: { slug: 'acme' }, user: { email: 'ada@acme.test' } });
    const file = join(cli.configDir, 'profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { current, profiles } = await profilesOf(cli);
    expect(current).toBe('acme');
    expect(profiles.acme).toMatchObject({ appUrl: stack.appUrl, publicUrl: stack.publicUrl });
    expect(await keyOf(cli, 'acme')).toMatch(/^svc_live_/);

    const whoami = await cli.run('whoami', '--json');
    expect(whoami.json()).toMatchObject({ user: { email: 'ada@acme.test' }, membership: { role: 'owner' } });
    const inWords = await cli.run('whoami');
    expect(inWords.stdout).toContain('owner of Acme');
    expect((await cli.run('keys')).stdout).toContain(`Robot · Holdfast CLI on ${hostname()}`);
  });

  it('keeps several profiles; logout revokes the key of its own', async () => {
    await login(stack, cli, 'approve', '--profile', 'one');
    await login(stack, cli, 'approve', '--profile', 'two');
    const key = await keyOf(cli, 'one');
    const loggedOut = await cli.run('logout', '--profile', 'one', '--json');
    expect(loggedOut.json()).toEqual({ profile: 'one', loggedOut: true, key: 'revoked' });
    const { current, profiles } = await profilesOf(cli);
    expect([current, Object.keys(profiles)]).toEqual(['two', ['two']]);
    expect(await statusWith(stack, key)).toBe(401);
    expect((await cli.run('whoami')).exitCode).toBe(0);
  });

  it('says that the person refused, and keeps nothing', async () => {
    const { exitCode, stderr } = await login(stack, cli, 'deny');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('"denied"');
    await expect(profilesOf(cli)).rejects.toThrow('ENOENT');
  });
});

describe('a guest', () => {
  it('finds a slot, books it with the mailed code, moves it and cancels it', async () => {
    const zone = ['--timezone', 'Europe/Paris'];
    const slots = (await cli.run('slots', 'acme/linus/intro-30', '--json', '--limit', '3', ...zone)).json();
    type Slot = { startUtc: string; bookerLocal: { dateLocal: string; startLocal: string } };
    const [first, second] = slots.slots as Slot[];
    const local = (slot?: Slot) => `${slot?.bookerLocal.dateLocal}T${slot?.bookerLocal.startLocal}`;
    const email = 'cli-guest@guest.test';
    const details = ['acme/linus/intro-30', '--start', local(first), '--email', email, ...zone];
    const asked = await cli.run('book', ...details, '--json');
    expect(asked.json()).toMatchObject({ status: 'otp_sent', codeSentTo: email });
    const { subject } = await stack.waitForMail(email, 'booking_code');
    const booked = await cli.run('book', ...details, '--code', subject.slice(0, 6), '--json');
    expect(booked.json()).toMatchObject({ booking: { status: 'confirmed', startAt: first?.startUtc } });

    const confirmation = await stack.waitForMail(email, 'booking_confirmation');
    const link = /http\S+\/manage\/[\w-]{43}/.exec(confirmation.text)?.[0] ?? '';
    const moved = await cli.run('reschedule', link, '--start', local(second), ...zone, '--json');
    expect(moved.json()).toMatchObject({ booking: { status: 'rescheduled', startAt: second?.startUtc } });
    expect((await cli.run('cancel', link, '--reason', 'ill')).exitCode).toBe(0);
  });

  it('gets the name of the wrong field', async () => {
    const wrong = await cli.run('slots', 'acme/ada/intro-30', '--timezone', 'Mars/Olympus');
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('timezone');
    expect((await cli.run('slots', 'acme/ada/no-such-event')).exitCode).toBe(4);
    expect((await cli.run('slots', 'acme')).exitCode).toBe(2);
    const unclear = await cli.run('slots', 'acme/ada/intro-30', '--timezone', 'UTC', '--when', '2/3');
    const ways = [...unclear.stderr.matchAll(/--when "(\d{4}-\d{2}-\d{2})"/g)].map(([, day = '']) => day);
    expect(ways).toHaveLength(2);
    const chosen = await cli.run('slots', 'acme/ada/intro-30', '--timezone', 'UTC', '--when', ways[0] ?? '');
    expect(chosen.stdout).toContain('Open times of ');
    const closed = await cli.run(
      'slots',
      'acme/ada/intro-30',
      '--timezone',
      'UTC',
      '--from-date',
      '2020-01-01',
      '--to-date',
      '2020-01-02',
    );
    expect(closed.stdout, closed.stderr).toMatch(
      /The next one is \w{3}, \d+ \w{3} \d{4}, \S+ – \S+ \(UTC\): --start \d{4}-/,
    );
  });

  it('gets the free times near a taken one in words', async () => {
    const slots = (await cli.run('slots', 'acme/grace/intro-30', '--json', '--limit', '1')).json();
    const start = (slots.slots as { startUtc: string }[])[0]?.startUtc ?? '';
    const details = ['acme/grace/intro-30', '--start', start, '--timezone', 'Europe/Paris'];
    const email = 'cli-first@guest.test';
    await cli.run('book', ...details, '--email', email);
    const { subject } = await stack.waitForMail(email, 'booking_code');
    expect((await cli.run('book', ...details, '--email', email, '--code', subject.slice(0, 6))).exitCode).toBe(0);
    const late = await cli.run('book', ...details, '--email', 'cli-late@guest.test');
    expect(late.exitCode, late.stdout).toBe(5);
    const [words, near, ...offers] = late.stderr.trim().split('\n');
    expect([words, near]).toEqual([expect.stringContaining('slot'), 'Free near it:']);
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of offers) expect(offer).toMatch(/^ {2}\d{4}-\d\d-\d\dT\S+Z {2}\S/);
    expect(late.stderr).not.toContain(start);
  });

  it('gets a refusal of a wrong answer before a code is mailed', async () => {
    const slots = (await cli.run('slots', 'acme/ada/deep-dive-60', '--json', '--limit', '1')).json();
    const start = (slots.slots as { startUtc: string }[])[0]?.startUtc ?? '';
    const email = 'cli-answers@guest.test';
    const book = (...answers: string[]) => {
      const given = answers.flatMap((answer) => ['--answer', answer]);
      return cli.run('book', 'acme/ada/deep-dive-60', '--start', start, '--email', email, ...given);
    };
    const wrong = [['topic'], ['topik=x'], ['topic=x', 'team_size=huge'], ['topic=x']];
    const ends = await Promise.all(wrong.map((answers) => book(...answers)));
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2]);
    expect(ends.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining('key=value'),
      expect.stringContaining('Unknown --answer: topik; the fields of this form are'),
      expect.stringContaining('team_size must'),
      expect.stringContaining('team_size needs an answer'),
    ]);
    expect(await stack.mailbox(email)).toEqual([]);
    const right = await book('topic=x', 'team_size=solo', 'uses_competitor=false');
    expect(right.exitCode, right.stderr).toBe(0);
  });
});

describe('what is mistyped', () => {
  it.each([
    ['a command', ['whoam'], 'Did you mean whoami'],
    ['a command of a command', ['keys', 'lst'], 'Did you mean list?'],
    ['an option', ['slots', 'acme/ada/intro-30', '--limt', '3'], 'Did you mean --limit'],
    ['a value', ['open', 'boking'], 'home, booking'],
    ['an argument too many', ['whoami', 'please'], 'too many arguments'],
    ['a name of fields', ['whoami', '--fields', 'a..b'], 'commas'],
    ['a scope of a login', ['login', '--scope', 'workspace.read'], 'holdfast seats create <name> --scope'],
  ])('is refused, not ignored: %s', async (_what, args, words) => {
    const { exitCode, stderr } = await cli.run(...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('is told of a variable, with the nearest one, and never its value', async () => {
    const wrong = cli.within({ HOLDFAST_APIKEY: 'svc_live_secret', HOLDFAST_MODE: 'local' });
    const { stderr, exitCode } = await wrong.run('whoami');
    expect(stderr).toContain(
      'HOLDFAST_APIKEY is no variable of this tool and is ignored: did you mean HOLDFAST_API_KEY?',
    );
    expect([stderr.includes('svc_live'), stderr.includes('HOLDFAST_MODE')]).toEqual([false, false]);
    const inJson = JSON.parse((await wrong.run('whoami', '--json')).stderr);
    expect([inJson.error.code, inJson.error.message]).toEqual([
      'auth.required',
      expect.stringContaining('HOLDFAST_API_KEY?'),
    ]);
    expect(exitCode).toBe(3);
  });

  it('is rarer with completion: it knows commands, tools, their arguments, choices and zones', async () => {
    const complete = async (...words: string[]) => (await cli.run('complete', '--', ...words)).stdout;
    expect(await complete('wh')).toContain('whoami');
    expect(await complete('run', 'list_mee')).toContain('list_meetings');
    expect(await complete('run', 'list_meetings', '--arg', 'fil')).toContain('filter=upcoming');
    expect(await complete('run', 'list_meetings', '--arg', 'filter=up')).toBe('filter=upcoming\t\n:4\n');
    expect(await complete('seats', 'create', 'x', '--role', 'm')).toContain('manager');
    expect(await complete('slots', 'a/b/c', '--timezone', 'Europe/Ber')).toContain('Europe/Berlin');
    expect((await cli.run('complete', 'bash')).stdout).toContain('holdfast');
  });

  it('has a help that names exit codes and variables', async () => {
    const { stdout } = await cli.run('--help');
    expect(stdout).toMatch(/^ {2}8 {2}the server is away/m);
    expect(stdout).toContain('HOLDFAST_API_KEY');
  });
});

describe('the holder of a key', () => {
  let profiles: string;
  beforeAll(async () => {
    const first = await installCli(stack);
    await login(stack, first, 'approve');
    profiles = join(first.configDir, 'profiles.json');
  });
  beforeEach(() => copyFile(profiles, join(cli.configDir, 'profiles.json')));

  it('runs a workspace tool with arguments of any kind', async () => {
    const meetings = await cli.run('run', 'list_meetings', '--arg', 'filter=all', '--arg', 'limit=1');
    expect(Array.isArray((meetings.json() as { meetings: unknown }).meetings)).toBe(true);
    const refused = await cli.run('run', 'list_meetings', '--args', '{"limit":0}', '--json');
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'request.invalid' } });
    expect((await cli.run('run', 'no_such_tool')).exitCode).toBe(4);
    expect((await cli.run('tools')).stdout).toContain('list_meetings');
    expect((await cli.run('tools', 'list_meetings')).stdout).not.toContain('"pattern"');
    const none = await cli.run('events', 'create');
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('holdfast run create_event_type')]);
  });

  it('gets a refusal of an argument that the tool does not have, before it runs', async () => {
    const mistyped = await cli.run(
      'run',
      'create_agent_seat',
      '--arg',
      'displayName=Typo',
      '--arg',
      'agentMail=a@b.test',
    );
    expect(mistyped.exitCode).toBe(2);
    expect(mistyped.stderr).toMatch(/agentMail.*agentEmail/s);
    const alias = await cli.run('run', 'list_meetings', '--arg', 'timezone=Europe/Berlin', '--arg', 'limit=1');
    expect(alias.exitCode, alias.stderr).toBe(0);
    const within = await cli.run('run', 'get_workspace', '--args', '{"id": 1}', '--json');
    expect(JSON.parse(within.stderr)).toMatchObject({ error: { code: 'request.invalid' } });
    expect((await cli.run('seats')).stdout).not.toContain('Typo');
  });

  it('shows how a tool takes its arguments', async () => {
    const [mistakes, help, one, all] = await Promise.all([
      Promise.all([
        cli.run('run', 'list_meetings', '--filter', 'all'),
        cli.run('run', 'list_meetings', 'filter=all'),
        cli.run('run', 'list_meetings', '--arg', 'filter'),
      ]),
      cli.run('run', '--help'),
      cli.run('tools', 'create_agent_seat'),
      cli.run('tools'),
    ]);
    for (const { exitCode, stderr } of mistakes) {
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/--arg (key=value|filter=upcoming)/);
    }
    expect(help.stdout).toContain('holdfast run list_meetings --arg filter=upcoming');
    expect(one.stdout).toContain('To run it: holdfast run create_agent_seat --arg displayName=…');
    expect([all.stdout, all.stderr]).toEqual([expect.not.stringContaining('--arg'), expect.stringContaining('--arg')]);
    const noFile = await cli.run('run', 'list_meetings', '--args', '@/no/such.json');
    expect([noFile.exitCode, noFile.stderr]).toEqual([2, expect.stringContaining('--args @/no/such.json')]);
  });

  it('gives an agent a seat, sees it and takes it back', async () => {
    const seat = (await cli.run('seats', 'create', 'Night shift', '--json')).json();
    expect(seat).toMatchObject({ displayName: 'Night shift', apiKey: expect.stringMatching(/^svc_live_/) });
    expect((await cli.run('seats')).stdout).toContain('Night shift');
    expect((await cli.run('seats', 'revoke', `${seat.id}`)).exitCode).toBe(0);
    expect((await cli.run('seats')).stdout).toContain('revoked');
  });

  it('lists what the workspace has as tables, and all or some of it as JSON', async () => {
    const lists: [string, RegExp, string][] = [
      ['events', /Name +Minutes +Host +State +Link +Id/, 'eventTypes'],
      ['hours', /Name +Whose +Hours +Zone +Id/, 'schedules'],
      ['teams', /Name +Members +Events/, 'teams'],
      ['members', /Name +Address +Role/, 'members'],
    ];
    await cli.run('run', 'create_team', '--arg', 'name=Listed', '--arg', 'timezone=UTC');
    for (const [command, head, name] of lists) {
      expect((await cli.run(command)).stdout, command).toMatch(head);
      const [entry] = (await cli.run(command, 'list', '--json')).json()[name] as { id: string }[];
      const some = await cli.run(command, '--fields', `${name}.id`, '--limit', '1');
      expect(some.json(), command).toEqual({ [name]: [{ id: entry?.id }] });
    }
    const none = await cli.run('meetings', '--from', '2050-01-01T00:00Z');
    expect(none.stdout, none.stderr).toBe('No meetings.\n');
    const wrong = await cli.run('members', '--fields', 'members.mail');
    expect([wrong.exitCode, wrong.stdout]).toEqual([2, '']);
    expect(JSON.parse(wrong.stderr).error.message).toContain('no field members.mail. Did you mean email?');
  });

  it('shows, moves and cancels a meeting, and sees events and hours in full', async () => {
    const [event] = (await cli.run('events', '--json')).json().eventTypes as { id: string }[];
    expect((await cli.run('events', 'show', event?.id ?? '')).json()).toMatchObject({ eventType: { id: event?.id } });
    const [hours] = (await cli.run('hours', '--json')).json().schedules as { id: string; name: string }[];
    expect((await cli.run('hours', 'show', hours?.id ?? '')).stdout).toContain('Used by: ');
    const meeting = await bookedMeeting();
    const shown = await cli.run('meetings', 'show', meeting.id, '--timezone', 'America/Lima');
    for (const words of ['cli-host@guest.test', '(America/Lima)', 'Asia/Tokyo', 'How large is your team?  Just me'])
      expect(shown.stdout).toContain(words);
    const withoutZone = await cli.run('meetings', 'move', meeting.id, '--start', meeting.later.slice(0, 16));
    expect([withoutZone.exitCode, withoutZone.stderr]).toEqual([2, expect.stringMatching(/^--timezone .*--start/)]);
    expect(withoutZone.stderr).not.toMatch(/startAt|timeZone/);
    const moved = await cli.run('meetings', 'move', meeting.id, '--start', meeting.later, '--json');
    expect(moved.json(), moved.stderr).toMatchObject({ booking: { startAt: meeting.later } });
    expect((await cli.run('meetings', 'cancel', meeting.id, '--reason', 'ill')).exitCode).toBe(0);
    const gone = await cli.run('meetings', '--filter', 'canceled', '--guest', 'cli-host@guest.test');
    expect(gone.stdout).toContain(meeting.id);
  });

  /** Ada's own call, which she made for a guest. */
  async function bookedMeeting(): Promise<{ id: string; later: string }> {
    const slots = (await cli.run('slots', 'acme/ada/deep-dive-60', '--json', '--limit', '2')).json();
    const [first, second] = slots.slots as { startUtc: string }[];
    const { eventTypes } = (await cli.run('events', '--json')).json() as { eventTypes: { id: string; slug: string }[] };
    const eventTypeId = eventTypes.find(({ slug }) => slug === 'deep-dive-60')?.id;
    const invitee = { email: 'cli-host@guest.test', timezone: 'Asia/Tokyo' };
    const customFields = { topic: 'Docks', team_size: 'solo', uses_competitor: false };
    const args = JSON.stringify({ eventTypeId, startAt: first?.startUtc, invitee, customFields });
    const made = await cli.run('run', 'create_booking', '--args', args, '--fields', 'booking.id');
    return { id: (made.json().booking as { id: string }).id, later: second?.startUtc ?? '' };
  }

  it('logs in elsewhere with a key from standard input, which revokes nothing', async () => {
    const { apiKey } = (await cli.run('seats', 'create', 'Stdin', '--json')).json() as { apiKey: string };
    const other = await installCli(stack);
    const given = (key: string) => Readable.from([`${key}\n`]);
    for (const _time of [1, 2]) {
      const stored = await other.runWithInput(given(apiKey), 'login', '--with-key', '--profile', 'robot', '--json');
      expect(stored.json(), stored.stderr).toMatchObject({ profile: 'robot', workspace: { slug: 'acme' } });
      expect(stored.json()).not.toHaveProperty('replacedKey');
    }
    expect(await keyOf(other, 'robot')).toBe(apiKey);
    expect(await statusWith(stack, apiKey)).toBe(200);
    const refusals = await Promise.all([
      other.runWithInput(given('svc_live_wrong'), 'login', '--with-key'),
      other.runWithInput(given(''), 'login', '--with-key'),
      other.runWithInput(given(apiKey), 'login', '--with-key', '--email', 'a@b.test'),
    ]);
    expect(refusals.map(({ exitCode }) => exitCode)).toEqual([3, 2, 2]);
    for (const { stderr } of refusals) expect(stderr).not.toContain(apiKey);
  });

  it('answers the calls of a pipe that ends at once', async () => {
    const lines = [
      {
        ...{ id: 1, method: 'initialize' },
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'get_workspace', arguments: {} } },
      { id: 3, method: 'tools/call', params: { name: 'list_members', arguments: {} } },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const { stdout, stderr, exitCode } = await cli.runWithInput(Readable.from(lines), 'mcp');
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids.toSorted(), stderr).toEqual([1, 2, 3]);
    expect(exitCode).toBe(0);
  });

  it('gets from doctor that all is well, or what is wrong', async () => {
    // Workers of test stacks have no heartbeat.
    await beat(stack.sql, { id: randomUUID(), build: 'b', taskQueue: stack.taskQueue, payments: 'off' });
    const well = await cli.run('doctor');
    expect(well.stdout).not.toContain('fail');
    expect(well.exitCode).toBe(0);
    const lost = await installCli({ appUrl: 'http://localhost:1', publicUrl: 'http://localhost:1' });
    const sick = await lost.run('doctor', '--json');
    expect(sick.exitCode).toBe(1);
    expect(sick.json()).toMatchObject({ ok: false });
  });

  it('gets from doctor what a service says that is not ready, or not well', async () => {
    const problems = ['Temporal does not answer.'];
    const checks = { database: 'down', temporal: 'down', schema: 'unknown', searchAttributes: 'unknown' };
    const more = { worker: 'unknown', secretKey: 'unknown', payments: 'off', process: 'serving' };
    for (const status of ['ready', 'not_ready']) {
      const server = createServer((_request, response) => {
        response.writeHead(status === 'ready' ? 200 : 503, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ status, checks: { ...checks, ...more }, problems }));
      }).listen(0);
      const url = `http://localhost:${(server.address() as AddressInfo).port}`;
      const sick = await (await installCli({ appUrl: url, publicUrl: url })).run('doctor');
      expect(sick.exitCode).toBe(1);
      expect(sick.stdout).toContain(`fail app: ${url} is ${status.replace('_', ' ')}. ${problems[0]}`);
      server.close();
    }
  });

  it.each([
    ['the workspace, with the key of the profile', [], 'get_workspace'],
    ['guests, without any key', ['--public'], 'find_bookable_calendar'],
  ])('serves a desktop agent over stdio: the tools of %s', async (_whose, args, first) => {
    const agent = new Client({ name: 'desktop', version: '1.0.0' });
    const env = { PATH: process.env.PATH ?? '', HOLDFAST_CONFIG_DIR: cli.configDir };
    if (args.length > 0) await rm(join(cli.configDir, 'profiles.json'));
    const guest = args.length > 0 ? { ...env, HOLDFAST_PUBLIC_URL: stack.publicUrl } : env;
    await agent.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI_FILE, 'mcp', ...args], env: guest }),
    );
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toContain(first);
    const calls = { workspace: 'acme', username: 'ada' };
    const { structuredContent } = await agent.callTool({ name: first, arguments: args.length > 0 ? calls : {} });
    expect(JSON.stringify(structuredContent)).toContain(args.length > 0 ? 'intro-30' : '"slug":"acme"');
    if (args.length === 0) {
      expect((await agent.listPrompts()).prompts.length).toBeGreaterThan(0);
      const { resources } = await agent.listResources();
      expect((await agent.readResource({ uri: resources[0]?.uri ?? '' })).contents).toHaveLength(1);
    }
    await agent.close();
  });
});
