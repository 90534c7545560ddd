import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { callerOver, outputOf, refusalOf } from '../../../support/drivers/surfaces.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { announced, codeFor, tokenIn } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  headers = (await team.key('owner')).headers;
});

const { call } = callerOver('REST', () => stack);
const byKey = async (operation: Operation, input: Readonly<Record<string, unknown>>) => {
  const answer = await callHost(stack.appUrl, operation, input, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
};
const eventTypeOf = (answer: Awaited<ReturnType<typeof byKey>>) => answer.eventType as { id: string; slug: string };
const createEvent = async (more: Readonly<Record<string, unknown>> = {}) =>
  eventTypeOf(
    await byKey(eventTypes.createEventType, {
      name: 'Planned talk',
      durationMinutes: 45,
      locationType: 'custom_link',
      locationDetail: 'https://meet.example/hedy',
      form: {
        fields: [
          { key: 'topic', type: 'short_text', label: 'What about?', required: true },
          { key: 'has_tool', type: 'boolean', label: 'A tool today?' },
          {
            key: 'tool',
            type: 'short_text',
            label: 'Which?',
            required: true,
            conditionalLogic: { all: [{ key: 'has_tool', op: 'equals', value: true }] },
          },
        ],
      },
      ...more,
    }),
  );
const addressOf = ({ slug }: { slug: string }) => ({ workspace: team.slug, username: 'hedy', eventSlug: slug });

const book = async (event: { slug: string }, customFields: Readonly<Record<string, unknown>>) => {
  const address = addressOf(event);
  const guest = newGuest();
  outputOf(await call('requestCode', { ...address, email: guest }));
  const { slots } = outputOf(await call('listSlots', address));
  const outcome = await call('book', {
    ...address,
    startAt: slots[0]?.startUtc,
    code: await codeFor(stack, guest),
    invitee: { email: guest, timezone: 'Europe/Berlin' },
    customFields,
  });
  return { guest, slots, outcome };
};

it('an event made by key is booked with its form, and keeps its answers when the form changes', async () => {
  const event = await createEvent();
  const refused = refusalOf((await book(event, { topic: 'Plans', has_tool: true })).outcome);
  expect(refused).toMatchObject({ status: 422, details: { reason: 'answer_required', key: 'tool' } });
  const { outcome, guest } = await book(event, { topic: 'Plans', has_tool: true, tool: 'A pencil' });
  const { booking } = outputOf(outcome);
  await announced(stack, booking.id);
  expect((await stack.mailbox(guest)).map(({ kind }) => kind)).toContain('booking_confirmation');
  expect(await byKey(eventTypes.getEventType, { eventTypeId: event.id })).toMatchObject({
    eventType: { upcomingMeetingCount: 1 },
  });
  await byKey(eventTypes.updateEventType, { eventTypeId: event.id, form: null, durationMinutes: 15 });
  const rows = await stack.sql`
    select key, label, display from booking_answers where booking_id = ${booking.id} order by position`;
  expect(rows.map(({ key, display }) => [key, display])).toEqual([
    ['topic', 'Plans'],
    ['has_tool', 'Yes'],
    ['tool', 'A pencil'],
  ]);
  expect(Date.parse(booking.endAt) - Date.parse(booking.startAt)).toBe(45 * 60_000);
});

it('an archived event takes no bookings; its meetings stay, move and can be canceled', async () => {
  const event = await createEvent({ form: undefined });
  const { guest, slots, outcome } = await book(event, {});
  const { booking } = outputOf(outcome);
  await announced(stack, booking.id);
  const archived = await byKey(eventTypes.archiveEventType, { eventTypeId: event.id });
  expect(archived).toMatchObject({ status: 'archived', upcomingMeetingCount: 1 });
  for (const name of ['listSlots', 'requestCode'] as const)
    expect(refusalOf(await call(name, { ...addressOf(event), email: newGuest() })).status).toBe(404);
  const [mail] = (await stack.mailbox(guest)).filter(({ kind }) => kind === 'booking_confirmation');
  if (!mail) throw new Error('no confirmation');
  const token = tokenIn(mail);
  const moved = outputOf(await call('rescheduleAsGuest', { token, startAt: slots[5]?.startUtc }));
  expect(moved.booking).toMatchObject({ startAt: slots[5]?.startUtc, status: 'rescheduled' });
  expect((await byKey(eventTypes.getEventType, { eventTypeId: event.id })).eventType).toMatchObject({
    upcomingMeetingCount: 1,
  });
  const canceled = outputOf(await call('cancelAsGuest', { token }));
  expect(canceled.booking.status).toBe('canceled');
  expect((await byKey(eventTypes.getEventType, { eventTypeId: event.id })).eventType).toMatchObject({
    upcomingMeetingCount: 0,
  });
});

it('a code and a link that were out when it was archived book nothing', async () => {
  const event = await createEvent({ form: undefined });
  const address = addressOf(event);
  const [byPost, byLink] = [newGuest(), newGuest()];
  const { slots } = outputOf(await call('listSlots', address));
  outputOf(await call('requestCode', { ...address, email: byPost }));
  const asked = outputOf(
    await call('requestConfirmLink', { ...address, email: byLink, startAt: slots[0]?.startUtc, timezone: 'UTC' }),
  );
  await byKey(eventTypes.archiveEventType, { eventTypeId: event.id });
  const code = await codeFor(stack, byPost);
  const invitee = { email: byPost, timezone: 'UTC' };
  const refused = [
    await call('book', { ...address, startAt: slots[3]?.startUtc, code, invitee }),
    await call('confirm', {
      challengeToken: new URL(asked.confirmUrl).pathname.split('/').at(-1),
      code: await codeFor(stack, byLink),
    }),
  ].map(refusalOf);
  expect(refused.map(({ status, code }) => [status, code])).toEqual([
    [404, 'resource.not_found'],
    [404, 'resource.not_found'],
  ]);
  expect(refused[1]?.details).toEqual({ reason: 'event_archived' });
  expect(await stack.sql`select 1 from bookings where event_type_id = ${event.id}`).toEqual([]);
});
