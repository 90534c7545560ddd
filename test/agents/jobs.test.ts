import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_APP_MCP_PATH, MCP_PATH } from '../../api/mcp/path.ts';
import { mintLinkToken } from '../../domain/links/short-link.ts';
import { TOKEN_LIMITS } from '../support/asserts/tokens.ts';
import { Agent } from '../support/drivers/agent.ts';
import { newGuest } from '../support/drivers/guest.ts';
import { changeEvent, createHost, giveForm, intake, type TestHost } from '../support/drivers/host.ts';
import { meetingsAnswer, weekAnswer } from '../support/drivers/token-answers.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { codeFor } from '../support/factories/meeting.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());

it('a week of open times fits its limit, and says all that a booking needs', async () => {
  const { tokens, value } = await weekAnswer(stack, Date.now());
  const days = value.slotsByDate as unknown as { dateLocal: string; dayOfWeek: string; times: object[] }[];
  expect(days.map(({ dayOfWeek, times }) => [dayOfWeek, times.length])).toEqual(
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => [day, 16]),
  );
  expect(days[0]?.times[0]).toEqual({ startUtc: `${days[0]?.dateLocal}T09:00:00Z`, startLocal: '10:00' });
  expect(value).toMatchObject({
    bookerTimezone: 'Europe/Berlin',
    form: { requiredFieldKeys: ['topic', 'size'], fields: [{ key: 'topic' }, { key: 'size' }] },
  });
  expect(tokens).toBeLessThanOrEqual(TOKEN_LIMITS.tokens_week);
});

it('twenty meetings fit their limit, each with what one needs to choose it', async () => {
  const { tokens, value } = await meetingsAnswer(stack, Date.now());
  const { meetings } = value as unknown as { meetings: readonly object[] };
  expect(meetings).toHaveLength(20);
  expect(meetings[0]).toEqual({
    id: expect.any(String),
    display: expect.stringMatching(/^Mon, \d+ \w+ \d{4}, 10:00 – 10:30$/),
    status: 'confirmed',
    takesPlace: true,
    event: 'Intro call',
    invitee: { name: 'Grace Hopper', email: 'grace.hopper@example.com' },
  });
  expect(value).toMatchObject({ timezone: 'UTC', host: 'Hedy Host', untrusted: expect.any(Array) });
  expect(tokens).toBeLessThanOrEqual(TOKEN_LIMITS.tokens_meetings);
});

describe('the public endpoint has no dead ends', () => {
  let host: TestHost;
  let agent: Agent;
  beforeAll(async () => {
    host = await createHost(stack.sql);
    await giveForm(stack.sql, host, intake);
    agent = new Agent(`${stack.publicUrl}${MCP_PATH}`);
  });

  it('takes the link that a person has: of a calendar, of an event, of the API, short', async () => {
    const { workspace, username, eventSlug } = host.address;
    const token = mintLinkToken();
    await stack.sql`
      insert into short_links (id, workspace_id, token, event_type_id, created_at)
      values (${uuidv7()}, ${host.workspaceId}, ${token}, ${host.eventTypeId}, now())`;
    const page = `${stack.publicUrl}/${workspace}/${username}`;
    const calendar = { calendar: { organization: { slug: workspace }, owner: { username } } };
    for (const url of [page, `${page}.md`, `/${workspace}/${username}`, `${workspace}/${username}`]) {
      const answer = await agent.call('find_bookable_calendar', { url });
      expect(answer).toMatchObject(calendar);
      expect(answer).not.toHaveProperty('eventSlug');
    }
    const ofEvent = [`${page}/${eventSlug}?utm=1`, `${page}/${eventSlug}.md`, `${stack.publicUrl}/b/${token}`];
    for (const url of [...ofEvent, `${stack.publicUrl}/api/v1/public/${workspace}/${username}/${eventSlug}/slots`])
      expect(await agent.call('find_bookable_calendar', { url })).toMatchObject({ eventSlug, ...calendar });
    expect(await agent.call('find_bookable_calendar', { workspace: page })).toMatchObject(calendar);
  });

  it.each([
    ['/manage/abc', 'get_availability takes its last part as token'],
    ['/', 'must be a booking link'],
    ['/b/AAAAAAAAAAAA', 'ask the person who shared it'],
    ['https://elsewhere.test/acme/ada', 'must be a link of this service'],
    [7, 'must be text'],
  ])('says of %s what to do', async (given, words) => {
    const url = String(given).startsWith('/') ? `${stack.publicUrl}${given}` : given;
    expect((await agent.mistake('find_bookable_calendar', { url })).message).toContain(words);
  });

  it('lists the times of an event by its link', async () => {
    const { workspace, username, eventSlug } = host.address;
    const page = `${stack.publicUrl}/${workspace}/${username}`;
    const byParts = await agent.call('get_availability', { ...host.address, limit: 2 });
    // The next tools take the parts.
    for (const more of [{ url: `${page}/${eventSlug}?utm=1` }, { url: page, eventSlug }])
      expect(await agent.call('get_availability', { ...more, limit: 2 })).toEqual({ ...host.address, ...byParts });
    const nothing = await agent.mistake('get_availability', {});
    expect(nothing.details.issues).toEqual([
      { path: 'url', message: expect.stringMatching(/^is required, or workspace/) },
    ]);
    expect((await agent.mistake('find_bookable_calendar', {})).message).not.toContain('required, is required');
    for (const [input, words] of [
      [{ url: page }, 'add eventSlug'],
      [{ url: `${page}/${eventSlug}`, eventSlug: 'coffee' }, 'another event'],
      [{ url: `${page}/${eventSlug}`, username: 'bob' }, 'another calendar'],
      [{ workspace, username }, 'eventSlug: is required, or url alone'],
    ] as const)
      expect((await agent.mistake('get_availability', input)).message).toContain(words);
  });

  it('says that a host approves, before the guest is asked', async () => {
    const asking = await createHost(stack.sql, { requires_approval: true });
    expect((await agent.call('get_availability', { ...asking.address, limit: 1 })).next).toContain(
      'pending_confirmation',
    );
    expect((await agent.call('get_availability', { ...host.address, limit: 1 })).next).not.toContain('pending');
  });

  it('names the events that there are, if the slug is wrong', async () => {
    const wrong = await agent.mistake('get_availability', { ...host.address, eventSlug: 'coffee' });
    expect(wrong.details).toEqual({ reason: 'unknown_event', didYouMean: [host.address.eventSlug] });
    expect(wrong.message).not.toMatch(/GET|POST|\/api\//);
    const [eventSlug] = wrong.details.didYouMean;
    await agent.call('get_availability', { ...host.address, eventSlug, limit: 1 });
  });

  it('names all wrong answers at once, and mails no code for them', async () => {
    const email = newGuest();
    const customFields = { size: 'huge', has_tool: true, seats: 12 };
    const wrong = await agent.mistake('request_booking_code', { ...host.address, email, customFields });
    expect(wrong.details.issues.map(({ path }: { path: string }) => path)).toEqual(
      ['topic', 'size', 'seats', 'tool'].map((key) => `customFields.${key}`),
    );
    expect(await stack.mailbox(email)).toEqual([]);
    const right = { topic: 'Docks', size: 'solo', has_tool: true, seats: 2, tool: 'Paper' };
    expect(
      await agent.call('request_booking_code', { ...host.address, email, customFields: right }),
    ).not.toHaveProperty('notice');
    const late = await agent.call('request_booking_code', { ...host.address, email: newGuest() });
    expect(late.notice).toContain('customFields.topic, customFields.size');
  });
});

/** What a job may cost: calls, and tokens of what is sent and answered (measured on 2026-11-26, and a quarter more). */
const JOBS = {
  'book in public': { calls: 4, tokens: 1_550 },
  'set up an event with hours': { calls: 3, tokens: 1_800 },
  'propose times': { calls: 2, tokens: 1_300 },
  'move a meeting': { calls: 3, tokens: 1_000 },
  'cancel a meeting': { calls: 2, tokens: 420 },
  'make a team with members': { calls: 2, tokens: 850 },
  'take a week off': { calls: 1, tokens: 280 },
  'invite a member': { calls: 1, tokens: 180 },
  'approve a request': { calls: 2, tokens: 460 },
  'prepare for a meeting': { calls: 2, tokens: 1_800 },
} as const;

describe('ten jobs, from descriptions and answers alone', () => {
  let team: Awaited<ReturnType<typeof makeTeam>>;
  let headers: Readonly<Record<string, string>>;
  beforeAll(async () => {
    team = await makeTeam(stack.sql);
    headers = (await team.key('owner')).headers;
  });
  const weekFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const guest = () => ({ email: newGuest(), name: 'Grace', timezone: 'Europe/Berlin' });

  const job = (name: keyof typeof JOBS, work: (agent: Agent) => Promise<void>) =>
    it(name, async () => {
      const isPublic = name === 'book in public';
      const url = isPublic ? `${stack.publicUrl}${MCP_PATH}` : `${stack.appUrl}${IN_APP_MCP_PATH}`;
      const agent = new Agent(url, isPublic ? {} : headers);
      await work(agent);
      expect(agent.calls).toBeLessThanOrEqual(JOBS[name].calls);
      expect(agent.tokens).toBeLessThanOrEqual(JOBS[name].tokens);
    });

  /** A meeting of the owner, booked by the agent itself. */
  const booked = async () => {
    const agent = new Agent(`${stack.appUrl}${IN_APP_MCP_PATH}`, headers);
    const { schedules } = await agent.call('list_schedules');
    const input = { name: `Call ${uuidv7()}`, durationMinutes: 30, locationType: 'phone', scheduleId: schedules[0].id };
    const { eventType } = await agent.call('create_event_type', input);
    const { slots } = await agent.call('propose_slots', { eventTypeId: eventType.id, limit: 1 });
    const invitee = guest();
    // As the notice of create_event_type says.
    const customFields = { guest_phone: '+493012345678' };
    const made = { eventTypeId: eventType.id, startAt: slots[0].startUtc, invitee, customFields };
    const { booking } = await agent.call('create_booking', made);
    return { bookingId: booking.id, eventName: input.name, invitee };
  };

  /** All four steps, from the link that a guest has. */
  const bookByLink = async (agent: Agent, { address }: TestHost) => {
    const url = `${stack.publicUrl}/${address.workspace}/${address.username}/${address.eventSlug}`;
    const { calendar, eventSlug } = await agent.call('find_bookable_calendar', { url });
    const event = { workspace: calendar.organization.slug, username: calendar.owner.username, eventSlug };
    const { slotsByDate } = await agent.call('get_availability', { ...event, timezone: 'Europe/Berlin', limit: 20 });
    const startAt = slotsByDate[0].times[0].startUtc;
    const invitee = guest();
    const asked = { ...event, email: invitee.email, startAt, timezone: invitee.timezone };
    const { codeSentTo } = await agent.call('request_booking_code', asked);
    const code = await codeFor(stack, codeSentTo);
    return (await agent.call('confirm_booking', { ...event, startAt, code, invitee })).booking;
  };

  job('book in public', async (agent) => {
    expect((await bookByLink(agent, await createHost(stack.sql))).status).toBe('confirmed');
  });

  job('set up an event with hours', async (agent) => {
    const weeklyHours = [{ days: ['monday', 'tuesday'], start: '09:00', end: '12:00' }];
    const { id: scheduleId } = await agent.call('create_schedule', {
      ...{ name: 'Mornings', timezone: 'Europe/Berlin', weeklyHours },
    });
    const { eventType } = await agent.call('create_event_type', {
      ...{ name: 'Morning call', durationMinutes: 30, locationType: 'phone', scheduleId },
    });
    const { slots } = await agent.call('propose_slots', { eventTypeId: eventType.id, limit: 3 });
    expect(slots).toHaveLength(3);
    for (const { local } of slots) expect(['Monday', 'Tuesday']).toContain(local.dayOfWeek);
  });

  job('propose times', async (agent) => {
    const { eventTypes } = await agent.call('list_event_types');
    const { slots } = await agent.call('propose_slots', { eventTypeId: eventTypes[0].id });
    expect(slots.length).toBeGreaterThan(0);
  });

  job('move a meeting', async (agent) => {
    await booked();
    const { meetings } = await agent.call('list_meetings', { limit: 5 });
    const { slots } = await agent.call('propose_slots', { bookingId: meetings[0].id, limit: 3 });
    const moved = { bookingId: meetings[0].id, startAt: slots[0].startUtc };
    expect((await agent.call('reschedule_booking', moved)).booking.status).toBe('rescheduled');
  });

  job('cancel a meeting', async (agent) => {
    await booked();
    const { meetings } = await agent.call('list_meetings', { limit: 5 });
    const { booking } = await agent.call('cancel_booking', { bookingId: meetings[0].id, reason: 'We are ill' });
    expect(booking.status).toBe('canceled');
  });

  job('make a team with members', async (agent) => {
    const { members } = await agent.call('list_members');
    const ids = members.slice(0, 2).map(({ id }: { id: string }) => id);
    const { team: made } = await agent.call('create_team', { name: 'Sales', timezone: 'Europe/Berlin', members: ids });
    expect(made.members).toHaveLength(2);
  });

  job('take a week off', async (agent) => {
    const off = { fromDate: weekFrom(20), toDate: weekFrom(26), reason: 'Holidays' };
    expect(JSON.stringify(await agent.call('add_time_off', off))).toContain(weekFrom(20));
  });

  job('invite a member', async (agent) => {
    const { member } = await agent.call('invite_member', { email: newGuest(), role: 'member' });
    expect(member.status).toBe('invited');
  });

  job('approve a request', async (agent) => {
    await changeEvent(stack.sql, team.host, { requires_approval: true });
    const asked = await bookByLink(new Agent(`${stack.publicUrl}${MCP_PATH}`), team.host);
    expect(asked.status).toBe('pending_confirmation');
    const { meetings } = await agent.call('list_meetings', { filter: 'pending' });
    const { booking } = await agent.call('approve_booking', { bookingId: meetings[0].id });
    expect([booking.id, booking.status]).toEqual([asked.id, 'confirmed']);
  });

  job('prepare for a meeting', async (agent) => {
    const { bookingId, eventName, invitee } = await booked();
    const { meetings } = await agent.call('list_meetings', { inviteeEmail: invitee.email });
    expect(meetings).toHaveLength(1);
    const pack = await agent.call('get_prep_pack', { bookingId: meetings[0].id, waitSeconds: 25 });
    expect(pack).toMatchObject({
      // Nobody is looked up here, and the pack says so.
      ...{ bookingId, status: 'degraded', missing: { points: [expect.any(String)] } },
      ...{ guest: { name: invitee.name, email: invitee.email }, whyMeeting: { eventType: eventName } },
    });
    expect(pack.questions.length).toBeGreaterThanOrEqual(5);
    for (const { text } of pack.questions) expect(pack.markdown).toContain(text);
  });
});
