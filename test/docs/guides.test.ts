import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../infra/config.ts';
import { buildCli } from '../support/drivers/cli.ts';
import { http, postJson } from '../support/drivers/http.ts';
import { connectMcp } from '../support/drivers/mcp-client.ts';
import { signIn } from '../support/drivers/session.ts';
import { makeKey } from '../support/factories/keys.ts';
import { makePng } from '../support/factories/pictures.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { blocksIn, readGuide } from './examples.ts';
import { ExampleRunner, exampleOf, expectAnswers, onStack } from './run-examples.ts';

interface McpServer {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let stack: Stack;
let runner: ExampleRunner;
let key: string;
beforeAll(async () => {
  stack = await startStack();
  runner = new ExampleRunner(stack);
  const ada = await signIn(stack);
  key = (await makeKey(stack.sql, { workspaceId: ada.workspaceId, userId: ada.userId, name: 'Laptop' })).secret;
});
afterAll(async () => {
  runner.close();
  await stack.close();
});

/** The environment of a reader. @param isKeyed with a key */
const environmentOf = (isKeyed: boolean) => ({
  HOLDFAST_URL: stack.appUrl,
  HOLDFAST_PUBLIC_URL: stack.publicUrl,
  HOLDFAST_CONFIG_DIR: runner.folder,
  BROWSER: 'true',
  ...(isKeyed && { HOLDFAST_API_KEY: key }),
});
async function runExample(name: string, isKeyed = false): Promise<string> {
  const [block, ...others] = exampleOf('docs/three-jobs.md', name);
  if (!block || others.length > 0) throw new Error(`docs/three-jobs.md has ${name} more than once`);
  const env = environmentOf(isKeyed);
  return block.language === 'sh' ? ((await runner.shell([block], env))[0] ?? '') : runner.program(block, env);
}

/** A person who allows the next device that asks. */
async function allowNext(agentName: RegExp): Promise<void> {
  const ada = await signIn(stack);
  for (let tried = 0; tried < 300; tried += 1) {
    const [session] = await stack.sql<{ userCode: string; name: string }[]>`
      select user_code as "userCode", coalesce(agent_name, client_name, '') as name from device_sessions where status = 'pending'`;
    if (session) {
      expect(session.name).toMatch(agentName);
      const body = { userCode: session.userCode, decision: 'approve', workspaceId: ada.workspaceId };
      expect((await postJson(`${stack.appUrl}/api/v1/cli/auth/decide`, body, ada.headers)).status).toBe(200);
      return;
    }
    await delay(100);
  }
  throw new Error('no device asked');
}

describe('docs/three-jobs.md', () => {
  it('has each job in each voice', () => {
    const names = blocksIn(readGuide('docs/three-jobs.md')).flatMap(({ name }) => name ?? []);
    for (const job of ['book', 'run'])
      for (const voice of ['curl', 'mcp', 'cli', 'ts']) expect(names).toContain(`${job}-${voice}`);
  });

  it.each(['curl', 'mcp', 'cli', 'ts'])(
    'books with %s',
    async (voice) => {
      const output = await runExample(`book-${voice}`);
      expect(output).not.toContain('"error"');
      const [booking] = await stack.sql`select status from bookings where guest_email = ${`${voice}@example.com`}`;
      expect(booking).toEqual({ status: 'confirmed' });
    },
    90_000,
  );

  it('on the command line stops at a server that is away, with the tool’s own line alone', async () => {
    const [block] = exampleOf('docs/three-jobs.md', 'book-cli');
    if (!block) throw new Error('no block');
    const nobody = 'http://127.0.0.1:9';
    const env = { ...environmentOf(false), HOLDFAST_URL: nobody, HOLDFAST_PUBLIC_URL: nobody };
    const [said = ''] = await runner.shell([{ ...block, text: `{\n${block.text}\n} 2>&1` }], env);
    expect(JSON.parse(said)).toMatchObject({ error: { code: 'service.unavailable' } });
  });

  it.each([
    ['curl', /Claude/, /owner/],
    ['cli', /Holdfast CLI/, /"acme"/],
    ['ts', /Claude/, /approved svc_live_/],
  ])(
    'gets a key with %s',
    async (voice, asks, says) => {
      const [output] = await Promise.all([runExample(`key-${voice}`), allowNext(asks)]);
      expect(output).toMatch(says);
    },
    90_000,
  );

  it.each([
    ['curl', /Quick question/],
    ['mcp', /\d+ meetings to come/],
    ['cli', /durationMinutes/],
    ['ts', /\d+ meetings to come/],
  ])(
    'runs the workspace with %s',
    async (voice, says) => {
      const output = await runExample(`run-${voice}`, true);
      expect(output).not.toContain('"error"');
      expect(output).toMatch(says);
    },
    90_000,
  );
});

describe('the TypeScript client', () => {
  it('docs/typescript-client.md: a host books, lists and reads an error', { timeout: 60_000 }, async () => {
    const [block] = exampleOf('docs/typescript-client.md', 'typescript-client');
    if (!block) throw new Error('no block');
    const output = await runner.program(block, environmentOf(true));
    expect(output).toMatch(/^confirmed \d{4}-/);
    expect(output).toMatch(/request\.invalid startAt\n$/);
    const [booking] = await stack.sql`select id, status from bookings where guest_email = 'lin@example.com'`;
    expect(booking).toMatchObject({ status: 'confirmed' });
    expect(output).toContain(String(booking?.id));
  });

  it('client/README.md: a guest’s agent books with the code that it is given', { timeout: 60_000 }, async () => {
    const [block] = exampleOf('client/README.md', 'client');
    if (!block) throw new Error('no block');
    const code = async () => (await stack.waitForMail('kai@example.com', 'booking_code')).subject.slice(0, 6);
    expect(await runner.program(block, environmentOf(false), code)).toMatch(/confirmed \d{4}-/);
  });
});

describe('other guides, on the same stack', () => {
  const shell = async (path: string, name: string, isKeyed = false) => {
    const blocks = exampleOf(path, name);
    expectAnswers(stack, blocks, await runner.shell(blocks, environmentOf(isKeyed)));
  };
  const jsonOf = (path: string, name: string): unknown => JSON.parse(exampleOf(path, name)[0]?.text ?? '');
  const patch = (path: string, body: unknown) =>
    http(`${stack.appUrl}/api/v1${path}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });

  it.each([
    ['docs/time-zones.md', 'time-zones'],
    ['docs/errors-and-limits.md', 'envelope'],
  ])('%s: %s', (path, name) => shell(path, name));

  it.each(['self-hosting', 'temporal-ui'])('docs/%s.md: health', async (name) => {
    const health = (await runner.shell(exampleOf(`docs/${name}.md`, name))).at(-1) ?? '';
    expect(JSON.parse(health), health).toMatchObject({ checks: { database: 'up', temporal: 'up' } });
  });

  it('docs/self-hosting.md: its variables are all that a production needs', () => {
    const secret = randomBytes(32).toString('base64');
    const [{ text } = { text: '' }] = exampleOf('docs/self-hosting.md', 'variables');
    const filled = text
      .replace('SECRET_KEY=…', `SECRET_KEY=${secret}`)
      .replaceAll('…', 'filled-in')
      .replaceAll("'", '');
    const env = parseEnv(filled);
    expect(loadConfig(env)).toMatchObject({ appUrl: 'https://app.example.com', mode: 'production' });
    for (const name of Object.keys(env).filter((name) => name !== 'TRUST_PROXY'))
      expect(() => loadConfig({ ...env, [name]: undefined }), name).toThrow(name);
  });

  it('docs/device-authorization.md: asks, waits and has a key', async () => {
    await Promise.all([shell('docs/device-authorization.md', 'device-authorization'), allowNext(/Claude/)]);
  });

  it('docs/cli.md: each command, from the login on', { timeout: 90_000 }, async () => {
    const cli = await buildCli();
    const [block] = exampleOf('docs/cli.md', 'cli');
    if (!block) throw new Error('no block');
    const text = block.text.replaceAll('npm run cli --', `node ${cli}`);
    const [[output]] = await Promise.all([
      runner.shell([{ ...block, text }], environmentOf(false)),
      allowNext(/Holdfast CLI/),
    ]);
    for (const words of ['acme', 'Night shift', 'list_meetings', '"meetings"']) expect(output).toContain(words);
  });

  it('docs/booking-pages.md: a colour and an avatar', async () => {
    writeFileSync(join(runner.folder, 'logo.png'), makePng({ side: 64 }));
    await shell('docs/booking-pages.md', 'brand', true);
    const [brand] = await stack.sql`
      select accent_color as colour, file is not null as "hasAvatar"
      from workspaces w left join workspace_avatars a on a.workspace_id = w.id where slug = 'acme'`;
    expect(brand).toEqual({ colour: '#ffcc00', hasAvatar: true });
  });

  it('docs/prep-packs.md: own texts', async () => {
    expect((await patch('/workspace', jsonOf('docs/prep-packs.md', 'prep-texts'))).status).toBe(200);
  });

  it('docs/workspace-tools.md: hours of a week', async () => {
    const weeklyHours = jsonOf('docs/workspace-tools.md', 'weekly-hours');
    const [schedule] = await stack.sql`
      select s.id from schedules s join users u on u.id = s.user_id where u.email = 'ada@acme.test' limit 1`;
    const answer = await patch(`/workspace/schedules/${schedule?.id}`, { weeklyHours });
    expect(answer.json()).toMatchObject({ schedule: { weeklyHours } });
  });

  it.each([
    ['docs/mcp.md', 'confirm_booking'],
    ['docs/keys-and-seats.md', 'list_meetings'],
  ])('%s: the settings of an MCP client connect it', async (path, tool) => {
    const { mcpServers } = jsonOf(path, 'config') as { mcpServers: Record<string, McpServer> };
    const [server] = Object.values(mcpServers);
    if (!server) throw new Error('no server');
    const headers = Object.entries(server.headers ?? {}).map(([name, value]) => [
      name,
      value.replace('svc_live_…', key),
    ]);
    const client = await connectMcp(onStack(stack, server.url), Object.fromEntries(headers));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain(tool);
    await client.close();
  });
});

it('docs/temporal-ui.md and operations/deploy.md: each query finds the flows of its rows', {
  timeout: 60_000,
}, async () => {
  const [booking] = exampleOf('docs/three-jobs.md', 'book-curl');
  if (!booking) throw new Error('no example');
  for (const [guest, event] of [
    ['ina@example.com', 'intro-30'],
    ['noa@example.com', 'approval-45'],
  ] as const) {
    const text = booking.text.replaceAll('curl@example.com', guest).replaceAll('intro-30', event);
    await runner.shell([{ ...booking, text }]);
  }
  const rows = await stack.sql<Record<'id' | 'workspace' | 'host' | 'type' | 'status', string>[]>`
    select id, workspace_id as workspace, host_id as host, event_type_id as type, status from bookings
    where guest_email in ('ina@example.com', 'noa@example.com') order by guest_email`;
  const [ina, noa] = rows;
  if (!ina || !noa) throw new Error('no bookings');
  expect([ina.status, noa.status]).toEqual(['confirmed', 'pending_confirmation']);
  const [queries, replayed] = [
    exampleOf('docs/temporal-ui.md', 'queries').flatMap(({ text }) => text.split('\n')),
    exampleOf('docs/operations/deploy.md', 'replay').map(({ text }) => /"(.*)"$/.exec(text)?.[1] ?? ''),
  ];
  const here = (query: string) =>
    query
      .replace('<booking id>', noa.id)
      .replace('<workspace id>', ina.workspace)
      .replace('<member id>', ina.host)
      .replace('<event type id>', ina.type)
      .replace(/'interactive(-\w+)?'/g, (_, queue = '') => `'${stack.taskQueue}${queue}'`);
  const found = async (query: string): Promise<string> => {
    const ids: string[] = [];
    for await (const { workflowId } of stack.client.workflow.list({ query: here(query) })) ids.push(workflowId);
    return [ina, noa]
      .filter(({ id }) => ids.includes(`booking/${id}`))
      .map(({ status }) => status)
      .join();
  };
  const [both, confirmed, pending] = ['confirmed,pending_confirmation', 'confirmed', 'pending_confirmation'];
  const finds = [both, pending, pending, '', both, confirmed, confirmed, '', both, both];
  for (const [index, query] of [...queries, ...replayed].entries())
    await expect.poll(() => found(query), { timeout: 20_000, message: query }).toBe(finds[index]);
  expect(queries.length + replayed.length).toBe(finds.length);
});
