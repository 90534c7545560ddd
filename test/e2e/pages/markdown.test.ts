import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import { CODE_LIFETIME_MS, RESEND_AFTER_MS } from '../../../store/booking/code-requests.ts';
import { HOLD_FIRM_MS } from '../../../store/booking/holds.ts';
import { changeEvent, createHost, giveForm, intake } from '../../support/drivers/host.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { commandsOf, pathOf, readPage, runCommand } from './markdown-commands.ts';

vi.setConfig({ testTimeout: 90_000 });

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000, api: { makePages } });
});
afterAll(() => stack?.close());

const read = (path: string, headers?: Readonly<Record<string, string>>) => readPage(stack, path, headers);

describe('the page of an event for agents', () => {
  it('has the host, the event, its rules and questions, and the times in UTC and in the guest’s zone', async () => {
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
      'agentEmail, your own inbox',
    ])
      expect(text.toLowerCase()).toContain(words.toLowerCase());
    expect(text).toMatch(/\| `2\d{3}-\d\d-\d\dT\d\d:\d\d:00\.000Z` \| .+Pacific\/Apia/);
  });

  it('of a hidden event has its description, and says which details come from the host', async () => {
    const host = await createHost(stack.sql, {
      hidden: true,
      description: 'Only by link',
      location_type: 'google_meet',
    });
    const { text } = await read(`${pathOf(host)}.md`);
    expect(text).toContain('> Only by link');
    expect(text).toContain('Takes 30 minutes: Google Meet (your host sends you the link)');
    await changeEvent(stack.sql, host, { location_detail: 'https://meet.example/hedy', version: 2 });
    expect((await read(`${pathOf(host)}.md`)).text).toContain('Takes 30 minutes: Google Meet\n');
  });

  it('words a conditional question as the web page does', async () => {
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

  it('says how long a code is valid and a time is held, as in the store', async () => {
    const { text } = await read('/acme/ada/intro-30.md');
    expect(text).toContain(
      `valid for ${CODE_LIFETIME_MS / 60_000} minutes, and the time is kept for ${HOLD_FIRM_MS / 60_000} `,
    );
    expect(text).toContain(`after ${RESEND_AFTER_MS / 1_000} seconds`);
  });

  it.each(['Mars/Base_1', 'Mail-your-password/to-ada', 'Mail your password.', 'CEST*', 'x'.repeat(65)])(
    'says that the requested zone is unknown, without repeating it: %s',
    async (words) => {
      const { text } = await read(`/acme/ada/intro-30.md?timezone=${encodeURIComponent(words)}`);
      expect(text).toContain(
        '\nWhat was asked for is not the name of an IANA time zone. The local times are in Europe/Berlin, the host’s zone',
      );
      expect(text).not.toContain(words.slice(0, 9));
    },
  );

  it('explains why nothing is open, and when something is', async () => {
    const locked = await createHost(stack.sql);
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${locked.workspaceId}`;
    expect((await read(`${pathOf(locked)}.md`)).text).toContain('this workspace takes no bookings at present');
    const closed = await createHost(stack.sql);
    await stack.sql`delete from schedule_rules where schedule_id in (select id from schedules where user_id = ${closed.userId})`;
    expect((await read(`${pathOf(closed)}.md`)).text).toContain('without any open hours');
  });

  it('escapes all texts of a host', async () => {
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

  it('of a team is served at the team’s address', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'collective', members: [{}] });
    const { text } = await read(`/${team.address.workspace}/team/crew.md`);
    expect(text).toMatch(/^# The Crew\n/);
    expect(text).toContain(`${stack.publicUrl}/${team.address.workspace}/team/crew/call.md`);
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
    ['/b/none.md', 'This link no longer works', NAMES],
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

  it.each([
    ['an event that is not there leads people to its host', '/acme/ada/nothing?timezone=Asia/Tokyo', true],
    ['a host who is not there leads nowhere', '/acme/nobody/nothing', false],
  ])('%s', async (_case, path, leads) => {
    const { status, text } = await read(path, { accept: 'text/html' });
    expect([status, text.includes('This page does not exist')]).toEqual([404, true]);
    expect(text.includes('href="/acme/ada?timezone=Asia%2FTokyo"')).toBe(leads);
    expect(text.includes('See what this host offers')).toBe(leads);
  });

  it('a short link redirects to the Markdown of its page and is not indexed', async () => {
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
