import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePages } from '../../../api/pages/make-pages.ts';
import type { FormField } from '../../../schemas/forms.ts';
import { CODE_LIFETIME_MS, RESEND_AFTER_MS } from '../../../store/code-requests.ts';
import { HOLD_FIRM_MS } from '../../../store/holds.ts';
import { blocksIn } from '../../docs/examples.ts';
import { createHost, giveForm, intake, type TestHost } from '../../support/host.ts';
import { callTool } from '../../support/host-calls.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createTestTeam } from '../../support/team.ts';
import { bookingsOf, newAddress, readCode, readLink } from './guest-browser.ts';

// Codes and confirmations are mailed by real flows.
vi.setConfig({ testTimeout: 90_000 });

const run = promisify(execFile);
const ZONE = 'Pacific/Apia';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000, api: { makePages } });
});
afterAll(() => stack?.close());

const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${stack.publicUrl}${path}`, { redirect: 'manual', headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const pathOf = ({ address }: TestHost): string => `/${address.workspace}/${address.username}/${address.eventSlug}`;

type Values = Readonly<Record<string, unknown>>;

/** All but letters and digits. */
const percentEncoded = (value: unknown): string =>
  encodeURIComponent(String(value)).replace(/[-_.!~*'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/** A call with its words in capitals replaced as the page says: in a body with their quotes by JSON, in an address encoded. */
function fillIn(call: string, values: Values): string {
  const [address = '', ...body] = call.split('\n');
  const given = (name: string): unknown => {
    if (!Object.hasOwn(values, name)) throw new Error(`Nothing stands for ${name} in ${call}`);
    return values[name];
  };
  const filled = address.replace(/\b(?:GUEST_ZONE|TOKEN)\b/g, (name) => percentEncoded(given(name)));
  return [
    filled,
    ...body.map((line) => line.replace(/"([A-Z][A-Z0-9_]+)"/g, (_, name) => JSON.stringify(given(name)))),
  ].join('\n');
}

/** Runs a command of a page as an agent would. @returns the JSON that it printed. */
async function runCommand(command: string, values: Values): Promise<Record<string, unknown>> {
  const filled = fillIn(command, values);
  const { stdout } = await run('sh', ['-euc', filled], { env: { PATH: process.env.PATH }, timeout: 60_000 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** What stands at the ends of a JSON. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

const everyType: readonly FormField[] = [
  { key: 'seats', type: 'number', label: 'How many?', required: true, config: { min: 2, max: 9 } },
  { key: 'vegan', type: 'boolean', label: 'Vegan?', required: true },
  { key: 'day', type: 'date', label: 'Since when?', required: true },
  { key: 'phone', type: 'phone', label: 'Phone?', required: true },
  { key: 'site', type: 'url', label: 'Where?', required: true },
  {
    key: 'days',
    type: 'multi_select',
    label: 'Which days?',
    required: true,
    config: {
      min: 1,
      options: [
        { value: 'mon', label: 'Monday' },
        { value: 'tue', label: 'Tuesday' },
      ],
    },
  },
];

const commandsOf = (markdown: string): string[] =>
  blocksIn(markdown)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
const commandFor = (commands: readonly string[], end: string): string => {
  const found = commands.find((command) => command.includes(`${end}'`) || command.includes(`${end}?`));
  if (!found) throw new Error(`no command for ${end} in\n${commands.join('\n')}`);
  return found;
};

/** Books by nothing but what the page says. */
async function bookFrom(path: string, told: Values = {}): Promise<{ email: string; startAt: string }> {
  const page = await read(`${path}.md?timezone=${encodeURIComponent(ZONE)}`);
  expect(page.status, page.text).toBe(200);
  const commands = commandsOf(page.text);
  const email = newAddress();
  const guest = { GUEST_EMAIL: email, GUEST_NAME: 'Gale Guest', GUEST_ZONE: ZONE, ...told };
  const open = (await runCommand(commandFor(commands, '/slots'), guest)) as { slots: { startUtc: string }[] };
  const startAt = open.slots[0]?.startUtc ?? '';
  expect(page.text).toContain(`| \`${startAt}\` |`);
  const values = { ...guest, START_UTC: startAt };
  await runCommand(commandFor(commands, '/otp'), values);
  const SIX_DIGITS = await readCode(stack, email);
  const booked = await runCommand(commandFor(commands, '/book'), { ...values, SIX_DIGITS });
  expect(booked).toMatchObject({ booking: { startAt } });
  expect((await bookingsOf(stack, email)).map(({ start_at }) => start_at.toISOString())).toEqual([startAt]);
  return { email, startAt };
}

describe('the page of an event for agents', () => {
  it('books, by the commands that stand in it', async () => {
    await bookFrom('/acme/grace/intro-30');
  });

  it('books for a guest whose name a shell would run', async () => {
    const name = `Gale O'Guest $(false) \`false\` "; exit 7 #`;
    const { email } = await bookFrom('/acme/grace/intro-30', { GUEST_NAME: name });
    expect(await stack.sql`select guest_name from bookings where guest_email = ${email}`).toMatchObject([
      { guest_name: name },
    ]);
  });

  it('books an event with questions, with the keys that it must answer', async () => {
    const host = await createHost(stack.sql);
    await giveForm(stack.sql, host, intake);
    const { email } = await bookFrom(pathOf(host), { ANSWER_TOPIC: 'Boats', CHOOSE_SIZE: 'large' });
    const answers = await stack.sql<{ key: string; value: unknown }[]>`
      select a.key, a.value from booking_answers a join bookings b on b.id = a.booking_id
      where b.guest_email = ${email} order by a.position`;
    expect([...answers]).toEqual([
      { key: 'topic', value: 'Boats' },
      { key: 'size', value: 'large' },
    ]);
  });

  it('shows no value of its own where the guest has to give one, and takes one of every type', async () => {
    const host = await createHost(stack.sql);
    const answers = {
      seats: 7,
      vegan: false,
      day: '2027-01-04',
      phone: '+4930123456',
      site: 'https://gale.test/a?b=c',
      days: ['tue', 'mon'],
    };
    await giveForm(stack.sql, host, everyType);
    const { text } = await read(`${pathOf(host)}.md`);
    const bodies = [...text.matchAll(/^\{.*\}$/gm)].map(([body]) => JSON.parse(body) as unknown);
    expect(bodies).toHaveLength(2);
    for (const body of bodies)
      expect(leavesOf(body).filter((leaf) => !/^[A-Z][A-Z_]+$/.test(String(leaf)))).toEqual([]);
    const { email } = await bookFrom(pathOf(host), {
      ANSWER_SEATS: answers.seats,
      ANSWER_VEGAN: answers.vegan,
      ANSWER_DAY: answers.day,
      ANSWER_PHONE: answers.phone,
      ANSWER_SITE: answers.site,
      CHOOSE_DAYS: answers.days,
    });
    const rows = await stack.sql<{ key: string; value: unknown }[]>`
      select a.key, a.value from booking_answers a join bookings b on b.id = a.booking_id where b.guest_email = ${email}`;
    expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual(answers);
  });

  it('books a team', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}, {}] });
    await bookFrom(pathOf(team));
  });

  it('books over MCP, by the arguments that stand in it', async () => {
    const { text } = await read('/acme/grace/intro-30.md');
    const email = newAddress();
    const calls = blocksIn(text).filter(({ language }) => language === 'json');
    const url = /no key\): (\S+)/.exec(text)?.[1] ?? '';
    const startUtc = /^\| `(2[^`]+)` \|/m.exec(text)?.[1] ?? '';
    const client = new Client({ name: 'holdfast-test', version: '1' });
    // The SDK's own types disagree under exactOptionalPropertyTypes.
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Transport);
    const guest = { GUEST_EMAIL: email, GUEST_NAME: 'Gale', GUEST_ZONE: ZONE, START_UTC: startUtc };
    const call = async (name: string, code = '') => {
      const block = calls.find((each) => each.text.includes(`"${name}"`))?.text ?? '';
      const wish = JSON.parse(fillIn(block, { ...guest, SIX_DIGITS: code })) as {
        name: string;
        arguments: Record<string, unknown>;
      };
      const answer = await callTool(client, wish.name, wish.arguments);
      expect(answer.isError, answer.content[0]?.text).toBeFalsy();
      return answer;
    };
    await call('get_availability');
    await call('request_booking_code');
    await call('confirm_booking', await readCode(stack, email));
    await client.close();
    expect(await bookingsOf(stack, email)).toMatchObject([{ status: 'confirmed', source: 'public_mcp' }]);
  });

  it('says who, what, the rules, the questions and the times, in UTC and as the guest reads them', async () => {
    const host = await createHost(stack.sql, {
      requires_approval: true,
      require_business_email: true,
      block_restricted_email_domains: true,
      max_future_days: 9,
    });
    await giveForm(stack.sql, host, intake);
    const { text, headers, status } = await read(`${pathOf(host)}.md?timezone=Pacific/Apia`);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'nosniff',
    ]);
    expect(text).toMatch(/^# Call with Hedy Host\n/);
    for (const words of [
      'Host: Hedy Host, Test',
      '30 minutes',
      'approves or declines',
      'business address',
      'Disposable mail domains',
      'up to 9 days ahead',
      '`"solo"` (Just me)',
      'The local times are in Pacific/Apia, as you asked.',
      '| `customFields.topic` | `ANSWER_TOPIC` | What about? | yes | text in one line, at most 20 characters |',
      'a six-digit code',
    ])
      expect(text.toLowerCase()).toContain(words.toLowerCase());
    expect(text).toMatch(/\| `2\d{3}-\d\d-\d\dT\d\d:\d\d:00\.000Z` \| .+Pacific\/Apia/);
  });

  it('asks a question with a condition in the words of the page for people', async () => {
    const host = await createHost(stack.sql);
    await giveForm(stack.sql, host, [
      { key: 'vegan', type: 'boolean', label: 'Vegan?', required: false },
      {
        key: 'dish',
        type: 'short_text',
        label: 'Which dish?',
        helpText: 'One of *ours*.',
        required: true,
        conditionalLogic: { all: [{ key: 'vegan', op: 'equals', value: true }] },
      },
    ]);
    const { text } = await read(`${pathOf(host)}.md`);
    const start = /`(2\d{3}-[^`]+Z)`/.exec(text)?.[1] ?? '';
    const condition = 'Only if “Vegan?” is “Yes”.';
    expect((await read(`${pathOf(host)}?startAt=${start}`)).text).toContain(condition);
    expect(text).toContain(
      `| \`customFields.dish\` | — | Which dish? (One of \\*ours\\*.) | yes. ${condition} | text in one line, at most 500 characters |`,
    );
    expect(text).toContain('goes into `customFields` by its key');
    expect(text).not.toContain('ANSWER_');
  });

  it('says how long a code counts and a time is kept, as the store does it', async () => {
    const { text } = await read('/acme/ada/intro-30.md');
    expect(text).toContain(
      `valid for ${CODE_LIFETIME_MS / 60_000} minutes, and the time is kept for ${HOLD_FIRM_MS / 60_000} `,
    );
    expect(text).toContain(`after ${RESEND_AFTER_MS / 1_000} seconds`);
  });

  it('says so where nobody knows the zone that was asked for', async () => {
    const { text } = await read('/acme/ada/intro-30.md?timezone=CEST*');
    expect(text).toContain(
      '“CEST\\*” is not the name of an IANA time zone. The local times are in Europe/Berlin, the host’s zone',
    );
  });

  it('says in words why nothing is open, and when something is', async () => {
    const locked = await createHost(stack.sql);
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${locked.workspaceId}`;
    expect((await read(`${pathOf(locked)}.md`)).text).toContain('this workspace takes no bookings at present');
    const closed = await createHost(stack.sql);
    await stack.sql`delete from schedule_rules where schedule_id in (select id from schedules where user_id = ${closed.userId})`;
    expect((await read(`${pathOf(closed)}.md`)).text).toContain('without any open hours');
  });

  it('lets no text of a host become markup', async () => {
    const hostile = '</script><img src=x> [click](https://evil.test) `code` **bold** | cell # &amp;';
    const host = await createHost(stack.sql, {
      name: hostile,
      description: `One\n# Heading\n\`\`\`sh\nrm -rf /\n\`\`\`\nTwo\n===\n- a\n+ b\n1. c\n2) d`,
    });
    const options = [{ value: 'a|b`c', label: 'Both | none' }];
    await giveForm(stack.sql, host, [
      { key: 'pick', type: 'single_select', label: 'Which?', required: false, config: { options } },
    ]);
    const { text } = await read(`${pathOf(host)}.md`);
    expect(text).toContain('| one of `"a\\u007cb\\u0060c"` (Both \\| none) |');
    expect(text).toContain(
      '\\</script\\>\\<img src=x\\> \\[click\\](https://evil.test) \\`code\\` \\*\\*bold\\*\\* \\| cell \\# \\&amp;',
    );
    expect(text).not.toMatch(/^# Heading|^```sh\nrm/m);
    expect(text).toContain('> Two\n> \\===\n> \\- a\n> \\+ b\n> 1\\. c\n> 2\\) d\n');
    expect(commandsOf(text).every((command) => command.startsWith('curl -sS '))).toBe(true);
  });
});

describe('the page of a host for agents', () => {
  it.each(['/acme/ada', '/acme/grace'])('%s lists what can be booked, each with its own page', async (path) => {
    const { text, status, headers } = await read(`${path}.md`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    const pages = [...text.matchAll(/(http:\S+\.md)$/gm)].map(([, url = '']) => url);
    expect(pages.length).toBeGreaterThan(0);
    for (const url of pages) expect((await fetch(url)).status, url).toBe(200);
    const [list = ''] = commandsOf(text);
    expect(await runCommand(list, {})).toMatchObject({ eventTypes: expect.any(Array) });
  });

  it('of a team is under the team’s address', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'collective', members: [{}] });
    const { text } = await read(`/${team.address.workspace}/team/crew.md`);
    expect(text).toMatch(/^# The Crew\n/);
    expect(text).toContain(`${stack.publicUrl}/${team.address.workspace}/team/crew/call.md`);
  });
});

describe('the page of a meeting for agents', () => {
  it('moves and cancels, by the commands that stand in it, and tells the token nowhere', async () => {
    const { email } = await bookFrom('/acme/ada/intro-30');
    const link = new URL(await readLink(stack, email, 'booking_confirmation', 'manage')).pathname;
    const TOKEN = link.split('/').at(-1) ?? '';
    const page = await read(`${link}.md`);
    expect(page.status, page.text).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    expect(page.text).toContain('Status: confirmed');
    expect(page.text).toContain(`Guest: Gale Guest, ${email}`);
    expect(page.text).not.toContain(TOKEN);
    const commands = commandsOf(page.text);
    expect(await runCommand(commandFor(commands, '/manage/booking'), { TOKEN })).toMatchObject({ canCancel: true });
    const open = (await runCommand(commandFor(commands, '/slots'), { TOKEN })) as { slots: { startUtc: string }[] };
    const START_UTC = open.slots[3]?.startUtc ?? '';
    await runCommand(commandFor(commands, '/manage/reschedule'), { TOKEN, START_UTC });
    expect((await read(`${link}.md`)).text).toContain(`Starts: \`${START_UTC}\``);
    await runCommand(commandFor(commands, '/manage/cancel'), { TOKEN, WHY: 'We are ill' });
    const over = await read(`${link}.md`);
    expect(over.text).toContain('Why it was canceled: We are ill');
    expect(over.text).toContain(`To book anew: ${stack.publicUrl}/acme/ada/intro-30.md`);
    expect(commandsOf(over.text)).toEqual([]);
  });
});

describe('addresses', () => {
  const HTML = 'text/html; charset=utf-8';
  const MARKDOWN = 'text/markdown; charset=utf-8';

  it.each([
    ['text/markdown', MARKDOWN],
    ['text/markdown, text/html;q=0.9', MARKDOWN],
    ['text/html, text/markdown;q=0.5', HTML],
    ['*/*', HTML],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', HTML],
  ])('a page answers Accept: %s with %s', async (accept, type) => {
    for (const path of ['/acme/ada', '/acme/ada/intro-30']) {
      const { headers, text } = await read(path, { accept });
      expect([headers.get('content-type'), headers.get('vary')]).toEqual([
        type,
        expect.stringMatching(/\bAccept\b(?!-)/),
      ]);
      if (type === MARKDOWN) expect(text).toBe((await read(`${path}.md`)).text);
    }
  });

  const NAMES = 'A host’s page is `';
  it.each([
    ['/acme/nobody.md', 'This page does not exist', NAMES],
    ['/acme/nobody/intro-30.md', 'This page does not exist', NAMES],
    ['/acme/ada/nothing.md', 'This page does not exist', '/acme/ada.md'],
    ['/acme/team/none.md', 'This page does not exist', NAMES],
    ['/acme.md', 'This page does not exist', NAMES],
    ['/acme/ada/intro-30/more.md', 'This page does not exist', NAMES],
    [`/manage/${'x'.repeat(43)}.md`, 'This link does not work any more', 'the link in the newest mail'],
    ['/manage/short.md', 'This link does not work any more', 'the link in the newest mail'],
    ['/b/none.md', 'This link leads nowhere any more', NAMES],
  ])('%s says in Markdown what is wrong, and where to go on', async (path, title, next) => {
    const answer = await read(path);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-language')]).toEqual([
      404,
      MARKDOWN,
      'en',
    ]);
    expect(answer.text.split('\n')[0]).toBe(`# ${title}`);
    expect(answer.text).toContain(next);
    expect(answer.text).not.toMatch(/openapi|\/api\/|GET /i);
    for (const [url] of answer.text.matchAll(/http\S+\/[a-z-]+\.md/g)) expect((await fetch(url)).status, url).toBe(200);
  });

  it('a short link goes on to the Markdown of its page, unseen by indexes', async () => {
    const [event] = await stack.sql<{ id: string; workspaceId: string }[]>`
      select e.id, e.workspace_id as "workspaceId" from event_types e join memberships m on m.user_id = e.host_id where m.username = 'ada' and e.slug = 'intro-30'`;
    await stack.sql`
      insert into short_links (id, workspace_id, token, event_type_id, created_at)
      values (${uuidv7()}, ${event?.workspaceId ?? ''}, 'ForAgents123', ${event?.id ?? ''}, now())`;
    const answer = await read('/b/ForAgents123.md?timezone=Asia/Tokyo');
    expect([answer.status, answer.headers.get('location'), answer.headers.get('x-robots-tag')]).toEqual([
      302,
      '/acme/ada/intro-30.md?timezone=Asia/Tokyo',
      'noindex',
    ]);
  });
});
