import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsents } from '../../../outbound/calendars/consents.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { installCli } from '../../support/drivers/cli.ts';
import { loginInWords } from '../../support/drivers/cli-login.ts';
import { browserOf, comeBack, consent } from '../../support/drivers/connect-calendar.ts';
import { McpAgent } from '../../support/drivers/mcp-agent.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { appsAt } from '../../support/factories/calendar-apps.ts';
import { providersAt, storeConnection } from '../../support/factories/calendars.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let stack: Stack;
beforeAll(async () => {
  [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
  stack = await startStack({
    calendarConsents: createConsents(appsAt(google, microsoft)),
    calendarProviders: providersAt(google, microsoft),
  });
});
afterAll(async () => {
  await stack?.close();
  await Promise.all([google?.close(), microsoft?.close()]);
});

/** What a person does with the link that they were shown. @param account absent: they say no */
async function openLink(person: SignedIn, installUrl: string, account?: string): Promise<number> {
  const browser = browserOf(stack, person);
  const { pathname } = new URL(installUrl);
  return (await comeBack(browser, await consent(browser, pathname, account === undefined ? {} : { account }))).status;
}

it('the command line connects an account, waits, says when it is done, and changes it', {
  timeout: 60_000,
}, async () => {
  const cli = await installCli(stack);
  expect((await loginInWords(stack, cli, 'approve')).stdout).toContain('Connect a calendar');
  const ada = await signIn(stack);
  expect((await cli.run('calendars')).stdout).toContain('holdfast calendars connect google');
  const count = (source: string) => cli.run('run', 'update_calendar_settings', '--arg', `conflictSource=${source}`);
  await count('bookings_only');
  const opened: number[] = [];
  let isDone = Promise.resolve();
  const connected = await cli.runWatchingStderr(
    (said) => {
      const url = /Open (http\S+\/calendars\/connect\/\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      // First they say no; once that is reported, they allow it.
      const turn = said.includes('It did not work: Access was not allowed') ? 2 : 1;
      if (opened.length >= turn) return;
      opened.push(turn);
      isDone = openLink(ada, url, ...(turn === 2 ? ['ada@acme.test'] : [])).then(() => undefined);
    },
    ...['calendars', 'connect', 'google', '--no-browser', '--json'],
  );
  await isDone;
  expect(connected.exitCode, connected.stderr).toBe(0);
  expect(opened).toEqual([1, 2]);
  expect(connected.json()).toMatchObject({
    connection: { email: 'ada@acme.test', seatStatus: 'active', conflictSource: 'bookings_only' },
  });

  const listed = await cli.run('calendars');
  expect(listed.stdout).toMatch(/ada@acme\.test.*nothing \(bookings alone\)/);
  const inVain = await cli.run('calendars', 'choose', 'ada@acme.test', '--blocks', 'ada@acme.test');
  expect(inVain.stdout).toMatch(/^Blocks nothing: you chose .* --arg conflictSource=calendar/);
  await count('calendar');
  const chosen = await cli.run('calendars', 'choose', 'ADA@acme.test', '--blocks', 'family', '--writes', 'Family');
  expect([chosen.exitCode, chosen.stdout]).toEqual([0, expect.stringMatching(/time: Family\n.*bookings: Family/)]);
  const none = await cli.run('calendars', 'choose', 'ada@acme.test', '--blocks', 'none', '--json');
  expect(none.json()).toMatchObject({ connection: { seatStatus: 'unassigned' } });
  const again = await loginInWords(stack, cli, 'approve');
  expect([again.exitCode, again.stdout]).toEqual([0, expect.not.stringContaining('Connect a calendar')]);
  const id = String(connected.json().connectionId);
  await stack.sql`update calendar_connections set status = 'reconnect_required' where id = ${id}`;
  expect((await cli.run('calendars')).stdout).toContain(`holdfast calendars connect google --again ${id}`);
  await stack.sql`update calendar_connections set status = 'active' where id = ${id}`;
  for (const [args, code, words] of [
    [['choose', 'ada@acme.test'], 2, /--blocks or --writes.*Family/],
    [['choose', 'ada@acme.test', '--blocks', 'Work'], 2, /--blocks: .* has no calendar Work\. It has: .*Family/],
    [['choose', 'ada@acme.test', '--writes', 'Team'], 6, /only read this calendar/],
    [['choose', 'bob@acme.test', '--writes', 'none'], 2, /bob@acme\.test.*holdfast calendars lists/],
    [['connect', 'yahoo'], 2, /google, microsoft/],
    [['retry', '0190a0a0-0000-7000-8000-000000000000'], 4, /List them: holdfast meetings/],
  ] as const) {
    const refused = await cli.run('calendars', ...args);
    expect([refused.exitCode, refused.stderr]).toEqual([code, expect.stringMatching(words)]);
  }
  const [twin] = await stack.sql<{ id: string; userId: string }[]>`
    select id, user_id as "userId" from calendar_connections where email = 'ada@acme.test' and status = 'active'`;
  const { id: twinId } = await storeConnection(stack.sql, { userId: twin?.userId ?? '', provider: 'microsoft' });
  await stack.sql`update calendar_connections set email = 'ada@acme.test' where id = ${twinId}`;
  const which = await cli.run('calendars', 'disconnect', 'ada@acme.test', '--yes');
  expect(which.stderr).toMatch(new RegExp(`${twin?.id} \\(Google\\), ${twinId} \\(Microsoft\\)`));
  const left = await cli.run('calendars', 'disconnect', twinId, '--yes');
  expect(left.stdout).toContain('ada@acme.test (Microsoft) is disconnected.');
  expect((await cli.run('calendars', 'disconnect', twinId, '--yes')).exitCode).toBe(0);

  const over = await cli.run('calendars', 'disconnect', 'ada@acme.test', '--yes');
  expect([over.exitCode, over.stdout]).toEqual([0, expect.stringContaining('conflictSource=null')]);
  expect((await cli.run('calendars', '--json')).json()).toMatchObject({ calendars: [] });
  expect((await count('null')).stdout).toContain('bookings_only');
});

it('an MCP agent connects its person’s calendar by what the tools say, and books into it', {
  timeout: 60_000,
}, async () => {
  const team = await makeTeam(stack.sql);
  const { email } = team.members.owner;
  const person = await signIn(stack, { email, workspace: team.slug });
  const agent = await McpAgent.start(stack, (await team.key('owner')).headers);
  const link = await agent.call('connect_calendar', { provider: 'microsoft' });
  expect(link.instructions).toContain(email);
  expect((await agent.call('list_calendars')).connecting).toMatchObject([{ id: link.linkId, state: 'open' }]);
  expect(await openLink(person, link.installUrl, 'linus@acme.test')).toBe(303);
  const { connecting, calendars } = await agent.call('list_calendars');
  expect(connecting).toMatchObject([{ id: link.linkId, state: 'connected', connectionId: calendars[0].id }]);
  const isRead = async () => (await agent.call('list_calendars')).calendars[0].asOf !== null;
  await expect.poll(isRead).toBe(true);

  const { eventTypes } = await agent.call('list_event_types');
  const { id: eventTypeId } = eventTypes.find(
    (one: { host: { id: string } | null }) => one.host?.id === team.host.userId,
  );
  const proposed = await agent.call('propose_slots', { eventTypeId, limit: 5 });
  expect(proposed.calendarsAsOf).toMatch(/Z$/);
  const [first, second] = proposed.slots;
  const invitee = { email: 'guest@acme.test', timezone: 'Europe/Berlin' };
  const { booking } = await agent.call('create_booking', { eventTypeId, startAt: first.startUtc, invitee });
  const eventOf = async () => (await agent.call('get_meeting', { bookingId: booking.id })).calendarEvents[0];
  await expect.poll(async () => (await eventOf())?.state).toBe('written');
  const moved = await agent.call('reschedule_booking', { bookingId: booking.id, startAt: second.startUtc });
  expect(moved.booking.htmlLink).toBe((await eventOf()).htmlLink);
  expect(moved.booking.htmlLink).toMatch(/^https?:/);

  await agent.call('update_calendar', { connectionId: calendars[0].id, blocking: [] });
  await agent.call('update_calendar_settings', { tentative: 'free' });
  await agent.call('disconnect_calendar', { connectionId: calendars[0].id });
  await agent.call('disconnect_calendar', { connectionId: calendars[0].id });
  const { entries } = await agent.call('list_activity', { action: 'calendar' });
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    ...['calendar.disconnected', 'calendar_settings.updated', 'calendar.chosen', 'calendar.connected'],
  ]);
  expect(entries[2]).toMatchObject({ after: { blocking: [] }, subject: { id: calendars[0].id } });
  expect(JSON.stringify(entries)).not.toContain('linus@acme.test');
  await agent.close();
});
