import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { meetings } from '../../schemas/operations/meetings.ts';
import { type Cli, installCli } from '../support/drivers/cli.ts';
import { makeBooking, makeOpenEvent, nextStart } from '../support/drivers/host-bookings.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { makeTeam, type TestKey, type TestTeam } from '../support/factories/keys.ts';
import { giveCredits, type PrepStack, startPrepStack } from '../support/stack/prep-stack.ts';

// Each command is a process.
vi.setConfig({ testTimeout: 60_000 });

let its: PrepStack;
let team: TestTeam;
let key: TestKey;
let cli: Cli;
beforeAll(async () => {
  its = await startPrepStack();
  team = await makeTeam(its.stack.sql);
  key = await team.key('owner');
  cli = (await installCli(its.stack)).within({ HOLDFAST_API_KEY: key.secret });
});
afterAll(() => its?.close());

async function booked(email: string): Promise<string> {
  const eventTypeId = await makeOpenEvent(its.stack.sql, team, team.members.owner.userId);
  const invitee = { email, timezone: 'Europe/Berlin', name: 'Ada Guest' };
  const startAt = new Date(nextStart()).toISOString();
  const answer = await callHost(
    its.stack.appUrl,
    meetings.createBooking,
    { eventTypeId, startAt, invitee },
    key.headers,
  );
  return (answer.json() as unknown as { booking: { id: string } }).booking.id;
}

it('prints the pack once it is made, as Markdown or JSON, and makes it anew', async () => {
  await giveCredits(its.stack, team.workspaceId, 1);
  const bookingId = await booked('ada@acme-robotics.com');
  const shown = await cli.run('prep', bookingId);
  expect(shown.exitCode, shown.stderr).toBe(0);
  expect(shown.stdout).toMatch(/^# Prep: /);
  // What the sources say depends on how soon they answer; the domain does not.
  expect(shown.stdout).toMatch(/^\*\*Company:\*\* .*`acme-robotics\.com`/m);
  // A busy machine may miss a source, whose look-up is then repeated: a note before it says so.
  const print = `\nThe same to print: ${its.stack.appUrl}/meetings/${bookingId}/prep\n`;
  expect(shown.stderr.endsWith(print), shown.stderr).toBe(true);
  const { generatedAt, markdown } = (await cli.run('prep', bookingId, '--json')).json();
  expect(markdown).toBe(shown.stdout);
  const anew = await cli.run('prep', bookingId, '--refresh', '--json');
  expect(anew.json()).toMatchObject({ bookingId, markdown: expect.stringMatching(/^# Prep: /) });
  expect(anew.json().generatedAt).not.toBe(generatedAt);
  expect((await cli.run('prep', '--json')).json()).toMatchObject({ bookingId });
  await its.stack.sql`
    update enrichments set retry_at = b.start_at - interval '1 minute' from bookings b where b.id = booking_id and b.id = ${bookingId}`;
  expect((await cli.run('prep', bookingId)).stderr).toMatch(/tried again by itself at \d+ \w{3,4} \d{4}, \d\d:\d\d \(/);
  await its.stack.sql`update enrichments set retry_at = null where booking_id = ${bookingId}`;
});

it('rests between its calls if the server does not wait, and goes on while a pack is on its way', async () => {
  const bookingId = await booked('ada@gmail.com');
  await cli.run('prep', bookingId);
  const atMs: number[] = [];
  const hasty = createServer(async ({ url = '', headers }, response) => {
    const isPack = url.includes('/prep-pack');
    if (isPack) atMs.push(Date.now());
    const early = { bookingId, status: 'none', why: { reason: 'on_its_way', message: '' }, markdown: '' };
    const asked = () =>
      fetch(new URL(url, its.stack.appUrl), { headers: { authorization: headers.authorization ?? '' } });
    const body = isPack && atMs.length < 4 ? JSON.stringify(early) : await (await asked()).text();
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(hasty, 'listening');
  const origin = `http://127.0.0.1:${(hasty.address() as AddressInfo).port}`;
  const shown = await cli.within({ HOLDFAST_URL: origin }).run('prep', bookingId);
  hasty.close();
  expect([shown.exitCode, atMs.length], shown.stderr).toEqual([0, 4]);
  // A second for each call, from its start. The first may take up to a second to arrive here.
  expect((atMs[3] ?? 0) - (atMs[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
});

it('ends without a word if its reader has gone, as `| head` does', async () => {
  const bookingId = await booked('ada@gmail.com');
  await cli.run('prep', bookingId);
  const unread = await cli.runUnread('prep', bookingId);
  expect(unread.exitCode).toBe(0);
  expect(unread.stderr).not.toMatch(/EPIPE|Error|at .*:\d+/);
});

it('says why the company was not looked up', async () => {
  const [none, personal, off] = await Promise.all([
    booked('ada@thorne-and-vale-law.com'),
    booked('ada@gmail.com'),
    booked('ada@pebble-orbit.io'),
  ]);
  const without = await cli.run('prep', none);
  const noCredit =
    'No credit was left. holdfast billing tells what is left; after buying some, holdfast prep --refresh';
  expect([without.exitCode, without.stderr]).toEqual([0, expect.stringContaining(noCredit)]);
  // The tools of agents are named to nobody here, and nothing is said twice.
  expect(without.stderr).not.toMatch(/get_billing|refresh_prep_pack/);
  expect(without.stderr.split('--refresh')).toHaveLength(2);
  expect((await cli.run('prep', personal)).stderr).toContain('a personal or throw-away provider');
  await its.stack.sql`update workspaces set prep_lookups = false where id = ${team.workspaceId}`;
  const isOff = await cli.run('prep', off, '--refresh');
  expect([isOff.exitCode, isOff.stderr]).toEqual([0, expect.stringContaining('prepLookups is false')]);
});

it('says what is wrong, with the exit code of its kind', async () => {
  const { bookingId } = await makeBooking(its.stack.sql, team, { hostId: team.members.owner.userId });
  const reader = cli.within({ HOLDFAST_API_KEY: (await team.key('owner', { scopes: ['workspace.read'] })).secret });
  const member = cli.within({ HOLDFAST_API_KEY: (await team.key('member')).secret });
  const [none, unknown, mistyped, ...refused] = await Promise.all([
    cli.run('prep', bookingId, '--json'),
    cli.run('prep', '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e10'),
    cli.run('prep', 'tomorrow'),
    reader.run('prep', bookingId, '--refresh'),
    member.run('prep', bookingId),
  ]);
  expect([none.exitCode, JSON.parse(none.stderr).error.details.reason]).toEqual([4, 'no_pack']);
  expect([unknown.exitCode, unknown.stderr]).toEqual([4, expect.stringContaining('holdfast meetings')]);
  expect([mistyped.exitCode, mistyped.stderr]).toEqual([2, expect.stringMatching(/tomorrow.*holdfast meetings/)]);
  expect(refused.map(({ exitCode }) => exitCode)).toEqual([3, 3]);
  await its.stack.sql`update bookings set status = 'canceled' where id = ${bookingId}`;
  const over = await cli.run('prep', bookingId, '--refresh');
  expect([over.exitCode, over.stderr]).toEqual([5, expect.stringContaining('without --refresh')]);
});
