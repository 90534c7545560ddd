import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../../../api/mcp/path.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import type { FormField } from '../../../../schemas/shapes/forms.ts';
import { codeBookingOver } from '../../../support/drivers/code-booking.ts';
import { confirm, confirmLinks } from '../../../support/drivers/confirm-link.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent, createHost, giveForm, type TestHost } from '../../../support/drivers/host.ts';
import { nextStart } from '../../../support/drivers/host-bookings.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { toolCaller } from '../../../support/drivers/mcp-client.ts';
import { outputOf, refusalOf, surfaces } from '../../../support/drivers/surfaces.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { bookMeeting, codeFor, iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());

/** The host calls: the event has no number and no words on who calls whom. */
const HOST_CALLS = { location_type: 'phone', location_detail: null } as const;
const NUMBER = { guest_phone: '+493012345678' };
const NEEDED = {
  status: 422,
  code: 'request.unprocessable',
  details: { reason: 'answer_required', key: 'guest_phone', field: 'customFields.guest_phone' },
};
const hostWhoCalls = () => createHost(stack.sql, HOST_CALLS);
const bookingsAt = ({ eventTypeId }: TestHost) =>
  stack.sql<{ id: string }[]>`select id from bookings where event_type_id = ${eventTypeId}`;
const numbersAt = ({ eventTypeId }: TestHost) => stack.sql`
  select a.key, a.display from booking_answers a join bookings b on b.id = a.booking_id where b.event_type_id = ${eventTypeId}`;

describe.each(surfaces)('a call that the host makes, over %s', (surface) => {
  const { call, ready, book } = codeBookingOver(surface, () => stack);

  it('names the number among what a booking needs, before anybody books', async () => {
    const host = await hostWhoCalls();
    const { workspace, username } = host.address;
    const field = expect.objectContaining({ key: 'guest_phone', type: 'phone', required: true });
    const form = expect.objectContaining({
      requiredFieldKeys: ['guest_phone'],
      definition: expect.objectContaining({ fields: [field] }),
    });
    const slots = outputOf(await call('listSlots', { ...host.address, limit: 1 }));
    expect(slots.eventType.form).toEqual(form);
    expect(slots.agentBooking.bookerRequirements.fields).toContainEqual(field);
    expect(JSON.stringify(slots.bookingProtocol.flow.steps)).toContain('customFields.guest_phone');
    const listed = outputOf(await call('listEventTypes', { workspace, username }));
    expect(listed.eventTypes[0]?.form).toEqual(form);
  });

  it('is not booked without the number, and is with it', async () => {
    const here = await ready(HOST_CALLS);
    expect(refusalOf(await book(here))).toMatchObject(NEEDED);
    expect(refusalOf(await book(here, { customFields: { guest_phone: ' ' } }))).toMatchObject(NEEDED);
    expect(await bookingsAt(here.host)).toEqual([]);
    outputOf(await book(here, { customFields: NUMBER }));
    expect(await numbersAt(here.host)).toEqual([{ key: 'guest_phone', display: '+493012345678' }]);
  });

  it('a code request says that the number is needed, and refuses answers without it', async () => {
    const host = await hostWhoCalls();
    const wish = { ...host.address, email: newGuest() };
    expect(refusalOf(await call('requestCode', { ...wish, customFields: {} }))).toMatchObject(NEEDED);
    const { notice } = outputOf(await call('requestCode', wish));
    expect(notice).toContain('The booking needs customFields.guest_phone');
  });

  it('the phone question of a form is the number: it is needed too, even where the host wrote it as optional', async () => {
    const here = await ready(HOST_CALLS);
    const mobile: FormField = { key: 'mobile', type: 'phone', label: 'Your mobile?', required: false };
    await giveForm(stack.sql, here.host, [mobile]);
    const details = { reason: 'answer_required', key: 'mobile' };
    expect(refusalOf(await book(here))).toMatchObject({ status: 422, details });
    outputOf(await book(here, { customFields: { mobile: '+493012345678' } }));
  });

  it('an event that says who calls asks nothing', async () => {
    const here = await ready({ ...HOST_CALLS, location_detail: 'Call +49 30 1234' });
    outputOf(await book(here));
  });

  const hostCall = hostCallOver(surface, () => stack);

  it('the host’s own booking needs it as well, and get_event_type says so', async () => {
    const team = await makeTeam(stack.sql);
    await changeEvent(stack.sql, team.host, HOST_CALLS);
    const { headers } = await team.key('owner');
    const { eventTypeId } = team.host;
    const event = await hostCall(eventTypes.getEventType, { eventTypeId }, headers);
    expect(event.output.notice).toContain('customFields.guest_phone');
    const invitee = { email: newGuest(), timezone: 'Europe/Berlin' };
    const wish = { eventTypeId, startAt: iso(nextStart()), invitee };
    const { error } = await hostCall(meetings.createBooking, wish, headers);
    expect({ ...error, status: 422 }).toMatchObject(NEEDED);
    expect(await bookingsAt(team.host)).toEqual([]);
    const made = await hostCall(meetings.createBooking, { ...wish, customFields: NUMBER }, headers);
    expect(made).toMatchObject({ ok: true });
    expect(await numbersAt(team.host)).toHaveLength(1);
  });
});

describe('a call that the host makes', () => {
  const { call, ask, newCase } = confirmLinks(() => stack);
  const tools = toolCaller(() => `${stack.publicUrl}${MCP_PATH}`);
  afterAll(() => tools.close());

  it('GET otp needs the number, and its link books with it', async () => {
    const { host, guest, startMs } = await newCase(HOST_CALLS);
    const refused = refusalOf(await ask(host, guest, startMs));
    expect(refused).toMatchObject({ status: 422, details: { reason: 'answer_required', key: 'guest_phone' } });
    const { confirmUrl } = outputOf(await ask(host, guest, startMs, { customFields: NUMBER }));
    expect((await confirm(confirmUrl, await codeFor(stack, guest))).status).toBe(200);
    expect(await numbersAt(host)).toHaveLength(1);
  });

  it('get_availability and find_bookable_calendar show it in brief', async () => {
    const host = await hostWhoCalls();
    const { workspace, username } = host.address;
    for (const [tool, input] of [
      ['get_availability', { ...host.address }],
      ['find_bookable_calendar', { workspace, username }],
    ] as const) {
      const answer = await tools.call(tool, input, {});
      expect([tool, answer.content[0]?.text]).toEqual([
        tool,
        expect.stringContaining('"requiredFieldKeys":["guest_phone"]'),
      ]);
    }
  });

  it('leaves meetings that were booked without the number as they are: they can be viewed, moved and canceled', async () => {
    const { host, starts } = await newCase();
    const { token } = await bookMeeting(stack, { call, surface: 'REST' }, host, starts[0] ?? 0);
    await changeEvent(stack.sql, host, HOST_CALLS);
    outputOf(await call('viewBooking', { token }));
    outputOf(await call('rescheduleAsGuest', { token, startAt: iso(starts[4] ?? 0) }));
    outputOf(await call('cancelAsGuest', { token }));
  });

  it('a link that was requested before the number was needed still books', async () => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    await changeEvent(stack.sql, host, HOST_CALLS);
    expect((await confirm(confirmUrl, await codeFor(stack, guest))).status).toBe(200);
  });
});
