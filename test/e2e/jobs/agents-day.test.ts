import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activity } from '../../../schemas/operations/activity.ts';
import { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { eventTypes } from '../../../schemas/operations/event-types.ts';
import { meetings } from '../../../schemas/operations/meetings.ts';
import { members } from '../../../schemas/operations/members.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { type Args, type Json, McpAgent } from '../../support/drivers/mcp-agent.ts';
import { makeKey } from '../../support/factories/keys.ts';
import { eventually } from '../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const ZONE = 'Europe/Berlin';
/** Characters; about four to a token. The seven tools for calendars are 20,000 of them; issue 19 is to bring the whole down to a third. */
const LARGEST_LIST = 218_500;
const LARGEST_ANSWER = 3_500;
/** One host of a team costs about 1,500. */
const LARGEST_EXPLANATION = 7_000;

let stack: Stack;
let ada: { workspaceId: string; userId: string };
let headers: Readonly<Record<string, string>>;
let agent: McpAgent;
/** What the agent knows from earlier answers. */
const noted = {
  me: '',
  event: '',
  meeting: '',
  meetingDate: '',
  canceled: '',
  missed: '',
  team: '',
  teamEvent: '',
  timeOffDate: '',
};

beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000 });
  const [found] = await stack.sql<{ workspaceId: string; userId: string }[]>`
    select workspace_id as "workspaceId", user_id as "userId" from memberships where username = 'ada'`;
  if (!found) throw new Error('the demo has no Ada');
  ada = found;
  ({ headers } = await makeKey(stack.sql, { ...ada, name: 'Day agent' }));
  agent = await McpAgent.start(stack, headers);
});
afterAll(async () => {
  await agent?.close();
  await stack?.close();
});

const rest = async (operation: Parameters<typeof callHost>[1], input: Args = {}): Promise<Json> => {
  const answer = await callHost(stack.appUrl, operation, input, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
};

const answers = { company: 'Analytical Engines', size: 'big', headcount: 30 };
const guest = (email: string) => ({ email, name: 'Kim Guest', timezone: 'America/New_York' });

/** Later tests check the results over REST and in the mailbox. */
describe.sequential('an agent’s day', () => {
  it('sets the week in words', async () => {
    const { user, membership } = await agent.call('get_workspace');
    expect(membership.role).toBe('owner');
    noted.me = user.id;
    const { schedules: mine } = await agent.call('list_schedules', { userId: user.id });
    const week = [
      { days: ['monday', 'tuesday', 'wednesday', 'thursday'], start: '09:00', end: '12:00' },
      { days: ['monday', 'thursday'], start: '14:00', end: '18:00' },
    ];
    const short = [{ days: ['monday'], start: '9', end: '12:00' }];
    const refused = await agent.refusalOf('update_schedule', { scheduleId: mine[0].id, weeklyHours: short });
    expect(refused.details.issues).toMatchObject([{ path: 'weeklyHours.0.start' }]);
    expect(refused.message).toContain('such as 09:00');
    const { schedule } = await agent.call('update_schedule', { scheduleId: mine[0].id, weeklyHours: week });
    expect(schedule.summary).toBe(
      'Monday and Thursday 09:00–12:00 and 14:00–18:00; Tuesday and Wednesday 09:00–12:00 (Europe/Berlin).',
    );
  });

  it('makes an event type with a conditional question', async () => {
    const made = {
      name: 'Product demo',
      durationMinutes: 30,
      locationType: 'custom_link',
      locationDetail: 'https://meet.example/ada',
      form: {
        fields: [
          { key: 'company', type: 'short_text', label: 'Which company?', required: true },
          {
            key: 'size',
            type: 'single_select',
            label: 'How many are you?',
            required: true,
            config: { options: ['small', 'big'].map((value) => ({ value, label: value })) },
          },
          {
            key: 'headcount',
            type: 'number',
            label: 'How many exactly?',
            required: true,
            conditionalLogic: { all: [{ key: 'size', op: 'equals', value: 'big' }] },
          },
        ],
      },
    };
    const { eventType } = await agent.call('create_event_type', made);
    noted.event = eventType.id;
    expect(eventType).toMatchObject({ slug: 'product-demo', scheduleId: expect.any(String) });
    const again = await agent.refusalOf('create_event_type', made);
    expect(again.details).toMatchObject({ reason: 'slug_taken', existingId: eventType.id });
  });

  it('proposes times, books one with answers, moves it, and cancels another', async () => {
    const eventTypeId = noted.event;
    const { slots } = await agent.call('propose_slots', { eventTypeId, timeZone: ZONE });
    expect(slots).toHaveLength(8);
    expect(new Set(slots.map(({ local }: Json) => local.dateLocal)).size).toBeGreaterThan(4);
    const [first, second, third, last] = [slots[0], slots[1], slots[2], slots[7]].map(({ startUtc }) => startUtc);
    noted.timeOffDate = slots[6].local.dateLocal;
    const request = { eventTypeId, startAt: first, invitee: guest('kim@example.com'), idempotencyKey: 'day-kim-1' };
    const unanswered = await agent.refusalOf('create_booking', {
      ...request,
      customFields: { ...answers, headcount: '' },
    });
    expect(unanswered.details).toMatchObject({ key: 'headcount', field: 'customFields.headcount' });
    const { booking } = await agent.call('create_booking', { ...request, customFields: answers });
    expect(booking).toMatchObject({ startAt: first, status: 'confirmed', host: { id: noted.me } });
    expect((await agent.call('create_booking', { ...request, customFields: answers })).booking.id).toBe(booking.id);
    noted.meeting = booking.id;

    const taken = await agent.refusalOf('create_booking', {
      ...request,
      invitee: guest('lee@example.com'),
      idempotencyKey: 'day-lee-0',
      customFields: answers,
    });
    expect(taken.details.alternatives).toHaveLength(3);
    const moved = await agent.call('reschedule_booking', { bookingId: booking.id, startAt: last });
    expect(moved.booking).toMatchObject({ startAt: last, status: 'rescheduled' });
    noted.meetingDate = moved.booking.local.dateLocal;

    const small = { company: 'Small', size: 'small' };
    const book = (startAt: string, email: string) =>
      agent.call('create_booking', { eventTypeId, startAt, invitee: guest(email), customFields: small });
    noted.canceled = (await book(second, 'lee@example.com')).booking.id;
    noted.missed = (await book(third, 'max@example.com')).booking.id;
    const canceled = await agent.call('cancel_booking', { bookingId: noted.canceled, reason: 'The host is ill.' });
    expect(canceled.booking).toMatchObject({ id: noted.canceled, status: 'canceled' });
  });

  it('marks a no-show after the meeting has begun', async () => {
    const bookingId = noted.missed;
    const early = await agent.refusalOf('mark_no_show', { bookingId });
    expect(early.details.reason).toBe('not_begun');
    // The agent cannot wait for days: the test moves the meeting into the past.
    await stack.sql`update claims set period = tstzrange(lower(period) - interval '90 days', upper(period) - interval '90 days')
      where booking_id = ${bookingId}`;
    await stack.sql`update bookings set start_at = start_at - interval '90 days', end_at = end_at - interval '90 days'
      where id = ${bookingId}`;
    const { meetings } = await agent.call('list_meetings', { filter: 'past' });
    expect(meetings.map(({ id }: Json) => id)).toEqual([bookingId]);
    expect((await agent.call('mark_no_show', { bookingId })).booking).toMatchObject({ status: 'no_show' });
  });

  it('takes a day off, and explains why that day is closed', async () => {
    const eventTypeId = noted.event;
    const day = { from: `${noted.timeOffDate}T00:00`, to: `${noted.timeOffDate}T23:59`, timeZone: ZONE };
    const { slots } = await agent.call('propose_slots', { eventTypeId, ...day, limit: 1 });
    const ask = { eventTypeId, startAt: `${noted.timeOffDate}T${slots[0].local.startLocal}`, timeZone: ZONE };
    expect((await agent.call('explain_slot', ask)).offered).toBe(true);
    const { timeOff } = await agent.call('add_time_off', { fromDate: noted.timeOffDate, reason: 'Dentist' });
    expect(timeOff.local.dateLocal).toBe(noted.timeOffDate);
    expect(await agent.call('explain_slot', ask)).toMatchObject({ offered: false, reason: 'time_off' });
    expect((await agent.call('propose_slots', { eventTypeId, ...day })).slots).toEqual([]);
  });

  it('makes a round-robin team, and says who got which meeting and why', async () => {
    const { members: people } = await agent.call('list_members');
    const { team } = await agent.call('create_team', { name: 'Sales', timezone: ZONE });
    noted.team = team.id;
    for (const { id: userId } of people.filter(({ username }: Json) => ['ada', 'linus'].includes(username)))
      await agent.call('add_team_member', { id: team.id, userId });
    const request = {
      name: 'Sales call',
      durationMinutes: 30,
      locationType: 'phone',
      locationDetail: 'Call me',
      teamId: team.id,
    };
    const { eventType } = await agent.call('create_event_type', { ...request, assignment: 'round_robin' });
    noted.teamEvent = eventType.id;
    const proposed = await agent.call('propose_slots', { eventTypeId: eventType.id, timeZone: ZONE, limit: 50 });
    // Ada is open from nine to twelve, Monday to Thursday, Linus in Kolkata from half past five or six: a start that both have, on a day when
    // Ada has nothing else.
    const isFree = ({ startLocal, dateLocal, dayOfWeek }: Json) =>
      !['Friday', 'Saturday', 'Sunday'].includes(dayOfWeek) &&
      startLocal >= '09:00' &&
      startLocal < '11:30' &&
      ![noted.timeOffDate, noted.meetingDate].includes(dateLocal);
    const both = proposed.slots.find(({ local }: Json) => isFree(local));
    const invited = { eventTypeId: eventType.id, startAt: both.startUtc };
    const booked = [];
    for (const email of ['one@example.com', 'two@example.com'])
      booked.push((await agent.call('create_booking', { ...invited, invitee: guest(email) })).booking);
    expect(new Set(booked.map(({ host }) => host.id)).size).toBe(2);
    const third = await agent.refusalOf('create_booking', { ...invited, invitee: guest('three@example.com') });
    expect(third).toMatchObject({ code: 'resource.conflict', details: { reason: 'slot_taken' } });
    for (const { id, host } of booked) {
      const { assignment } = await agent.call('explain_slot', { bookingId: id });
      expect(assignment).toMatchObject({ hostUserId: host.id, sentence: expect.stringContaining(host.name) });
      expect(assignment.candidates).toHaveLength(2);
    }
  });

  it('shares a link, invites a colleague, and reads the day’s activity', async () => {
    const { shortLink } = await agent.call('create_short_link', { eventTypeId: noted.event, name: 'Newsletter' });
    expect((await fetch(shortLink.url)).url).toBe(shortLink.leadsTo);
    const { member } = await agent.call('invite_member', { email: 'new@example.com', role: 'manager' });
    expect(member).toMatchObject({ status: 'invited', role: 'manager' });
    const { entries } = await agent.call('list_activity', { subjectId: noted.meeting, limit: 5 });
    expect(entries.map(({ action }: Json) => action)).toEqual(['booking.rescheduled', 'booking.confirmed']);
    expect(entries[0]).toMatchObject({ source: 'host_mcp', who: { name: 'Day agent', userId: noted.me } });
  });

  it('tries a test key, and reads the mail that was not sent', async () => {
    const key = await makeKey(stack.sql, { ...ada, name: 'Trial', mode: 'test' });
    const trial = await McpAgent.start(stack, key.headers);
    try {
      const found = await trial.call('list_event_types', { limit: 10 });
      const { id: eventTypeId } = found.eventTypes.find(({ name }: Json) => name === 'Product demo');
      const { slots } = await trial.call('propose_slots', { eventTypeId, limit: 1 });
      const invitee = guest('trial@example.com');
      const customFields = { company: 'Trial', size: 'small' };
      const request = { eventTypeId, startAt: slots[0].startUtc, invitee, customFields };
      const { id: bookingId } = (await trial.call('create_booking', request)).booking;
      const mail = await eventually('the test mail', async () => {
        const { mails } = await trial.call('list_test_mail', { bookingId, to: invitee.email });
        return mails[0];
      });
      expect(mail).toMatchObject({ kind: 'booking_confirmation', text: expect.stringContaining('/manage/') });
      await trial.call('cancel_booking', { bookingId });
    } finally {
      await trial.close();
    }
  });
});

describe('afterwards', () => {
  it('REST returns the same data', async () => {
    expect(await rest(meetings.getMeeting, { bookingId: noted.meeting })).toMatchObject({
      status: 'rescheduled',
      source: 'host_mcp',
      invitee: { email: 'kim@example.com' },
      formAnswersByKey: answers,
    });
    const states = [noted.canceled, noted.missed].map((bookingId) => rest(meetings.getMeeting, { bookingId }));
    expect((await Promise.all(states)).map(({ status }) => status)).toEqual(['canceled', 'no_show']);
    const { schedules: mine } = await rest(schedules.listSchedules, { userId: noted.me });
    const schedule = await rest(schedules.getSchedule, { scheduleId: mine[0].id });
    expect(schedule.timeOff).toMatchObject([{ reason: 'Dentist', local: { dateLocal: noted.timeOffDate } }]);
    const { eventType } = await rest(eventTypes.getEventType, { eventTypeId: noted.teamEvent });
    expect(eventType.team).toEqual({ id: noted.team, assignment: 'round_robin' });
    const { members: invited } = await rest(members.listMembers, { status: 'invited' });
    expect(invited).toMatchObject([{ email: 'new@example.com', role: 'manager' }]);
    const { entries } = await rest(activity.listActivity, { limit: 100 });
    const done = new Set(entries.map(({ action }: Json) => action));
    for (const action of [
      'schedule.updated',
      'event_type.created',
      'booking.canceled',
      'booking.no_show',
      'team.created',
    ])
      expect(done).toContain(action);
  });

  it('the guests and the colleague have their mails', async () => {
    const mails = [
      ['kim@example.com', 'booking_confirmation', stack.publicUrl],
      ['kim@example.com', 'booking_rescheduled', stack.publicUrl],
      ['lee@example.com', 'booking_canceled', 'The host is ill.'],
      ['two@example.com', 'booking_confirmation', stack.publicUrl],
      ['new@example.com', 'invitation', `${stack.appUrl}/invitations/`],
    ] as const;
    for (const [to, kind, words] of mails) expect((await stack.waitForMail(to, kind)).text).toContain(words);
    expect(await stack.mailbox('three@example.com')).toEqual([]);
  });

  it('no answer is larger than its limit', () => {
    const largest = new Map<string, number>();
    for (const [tool, size] of agent.sizes) largest.set(tool, Math.max(size, largest.get(tool) ?? 0));
    process.stdout.write(
      `tools/list ${agent.listSize} characters, answers ${JSON.stringify(Object.fromEntries(largest))}\n`,
    );
    expect(agent.listSize).toBeLessThan(LARGEST_LIST);
    for (const [tool, size] of largest)
      if (tool !== 'explain_slot' && tool !== 'propose_slots') expect(size, tool).toBeLessThan(LARGEST_ANSWER);
    expect(largest.get('explain_slot')).toBeLessThan(LARGEST_EXPLANATION);
  });
});
