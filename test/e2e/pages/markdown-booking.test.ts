import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { blocksIn } from '../../docs/examples.ts';
import { createHost, giveForm, intake } from '../../support/drivers/host.ts';
import { callTool } from '../../support/drivers/mcp-client.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { bookingsOf, newAddress, readCode, readLink } from './guest-browser.ts';
import { commandFor, commandsOf, fillIn, pathOf, readPage, runCommand, type Values } from './markdown-commands.ts';

// Real flows mail the codes and confirmations.
vi.setConfig({ testTimeout: 90_000 });

const ZONE = 'Pacific/Apia';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000, api: { makePages } });
});
afterAll(() => stack?.close());

const read = (path: string, headers?: Readonly<Record<string, string>>) => readPage(stack, path, headers);

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

/** Books with only the instructions of the page. */
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
  it('has commands that book', async () => {
    await bookFrom('/acme/grace/intro-30');
  });

  it('books for a guest whose name contains shell syntax', async () => {
    const name = `Gale O'Guest $(false) \`false\` "; exit 7 #`;
    const { email } = await bookFrom('/acme/grace/intro-30', { GUEST_NAME: name });
    expect(await stack.sql`select guest_name from bookings where guest_email = ${email}`).toMatchObject([
      { guest_name: name },
    ]);
  });

  it('has the keys of required questions, and books with them', async () => {
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

  it('has no sample value where the guest must answer, and accepts an answer of every type', async () => {
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

  it('books an event of a team', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}, {}] });
    await bookFrom(pathOf(team));
  });

  it('has MCP arguments that book', async () => {
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
      const request = JSON.parse(fillIn(block, { ...guest, SIX_DIGITS: code })) as {
        name: string;
        arguments: Record<string, unknown>;
      };
      const answer = await callTool(client, request.name, request.arguments);
      expect(answer.isError, answer.content[0]?.text).toBeFalsy();
      return answer;
    };
    await call('get_availability');
    await call('request_booking_code');
    await call('confirm_booking', await readCode(stack, email));
    await client.close();
    expect(await bookingsOf(stack, email)).toMatchObject([{ status: 'confirmed', source: 'public_mcp' }]);
  });
});

describe('the page of a meeting for agents', () => {
  it.each([
    [null, 'Where: Google Meet: your host sends you the link\n'],
    ['https://meet.example/hedy', 'Where: Google Meet, https://meet.example/hedy\n'],
  ])('with %s as its link it says what the page for people says', async (location_detail, where) => {
    const host = await createHost(stack.sql, { location_type: 'google_meet', location_detail });
    const { email } = await bookFrom(pathOf(host));
    const link = new URL(await readLink(stack, email, 'booking_confirmation', 'manage')).pathname;
    expect((await read(`${link}.md`)).text).toContain(where);
  });

  it('has commands that move and cancel, and never shows the token', async () => {
    const { email } = await bookFrom('/acme/ada/intro-30');
    const link = new URL(await readLink(stack, email, 'booking_confirmation', 'manage')).pathname;
    const TOKEN = link.split('/').at(-1) ?? '';
    const told = /has a link under “([^”]+)”: (\S+\/manage\/)/.exec((await read('/acme/ada/intro-30.md')).text);
    const mail = await stack.waitForMail(email, 'booking_confirmation');
    expect(mail.text).toContain(`${told?.[1]}:\n${told?.[2]}${TOKEN}`);
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
