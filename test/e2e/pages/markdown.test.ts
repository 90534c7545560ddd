import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePages } from '../../../api/pages/make-pages.ts';
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

const asJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Runs a command of a page as an agent would, its words in capitals filled in as it says. @returns the JSON that it printed. */
async function runCommand(command: string, values: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(name, () => asJson(value)),
    command,
  );
  expect(filled, 'a placeholder was left').not.toMatch(/\b(GUEST_|ANSWER|SIX_DIGITS|START_UTC|TOKEN\b)/);
  const { stdout } = await run('sh', ['-euc', filled], { env: { PATH: process.env.PATH }, timeout: 60_000 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

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
async function bookFrom(path: string, name = 'Gale Guest'): Promise<{ email: string; startAt: string }> {
  const page = await read(`${path}.md?timezone=${encodeURIComponent(ZONE)}`);
  expect(page.status, page.text).toBe(200);
  const commands = commandsOf(page.text);
  const email = newAddress();
  const values = { GUEST_EMAIL: email, GUEST_NAME: name, GUEST_ZONE: ZONE, ANSWER_TOPIC: 'Boats' };
  const open = (await runCommand(commandFor(commands, '/slots'), values)) as { slots: { startUtc: string }[] };
  const startAt = open.slots[0]?.startUtc ?? '';
  expect(page.text).toContain(`| \`${startAt}\` |`);
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
    const { email } = await bookFrom('/acme/grace/intro-30', name);
    expect(await stack.sql`select guest_name from bookings where guest_email = ${email}`).toMatchObject([
      { guest_name: name },
    ]);
  });

  it('books an event with questions, with the keys that it must answer', async () => {
    const host = await createHost(stack.sql);
    await giveForm(stack.sql, host, intake);
    const { email } = await bookFrom(pathOf(host));
    const answers = await stack.sql<{ key: string; value: unknown }[]>`
      select a.key, a.value from booking_answers a join bookings b on b.id = a.booking_id
      where b.guest_email = ${email} order by a.position`;
    expect([...answers]).toEqual([
      { key: 'topic', value: 'Boats' },
      { key: 'size', value: 'solo' },
    ]);
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
    const client = new Client({ name: 'holdfast-test', version: '1' });
    // The SDK's own types disagree under exactOptionalPropertyTypes.
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Transport);
    const call = async (name: string, code = '') => {
      const block = calls.find((each) => each.text.includes(`"${name}"`))?.text ?? '';
      const filled = block
        .replaceAll('GUEST_EMAIL', email)
        .replaceAll('GUEST_NAME', 'Gale')
        .replaceAll('GUEST_ZONE', ZONE)
        .replaceAll('SIX_DIGITS', code);
      const wish = JSON.parse(filled) as { name: string; arguments: Record<string, unknown> };
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
      'Local times in Pacific/Apia (as you asked)',
      '| `topic` | What about? | short_text | yes |',
      'a six-digit code',
    ])
      expect(text.toLowerCase()).toContain(words.toLowerCase());
    expect(text).toMatch(/\| `2\d{3}-\d\d-\d\dT\d\d:\d\d:00\.000Z` \| .+Pacific\/Apia/);
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
    expect(text).toContain('| `"a\\u007cb\\u0060c"` (Both \\| none) |');
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

  it.each([
    ['/acme/nobody.md', 404, 'resource.not_found'],
    ['/acme/ada/nothing.md', 404, 'resource.not_found'],
    ['/acme/team/none.md', 404, 'resource.not_found'],
    [`/manage/${'x'.repeat(43)}.md`, 404, 'resource.not_found'],
    ['/manage/short.md', 404, ''],
    ['/b/none.md', 404, 'resource.not_found'],
  ])('%s says in Markdown what is wrong: %i', async (path, status, code) => {
    const answer = await read(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, MARKDOWN]);
    expect(answer.text).toMatch(/^# Not found\n/);
    expect(answer.text).toContain(`Code: \`${code}`);
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
