import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_REMINDERS } from '../../../schemas/shapes/reminders.ts';
import { Journey } from '../../support/drivers/booking-journey.ts';
import { PageClient } from '../../support/drivers/page-client.ts';
import { letRemindersPass, planOf, remindOf } from '../../support/drivers/reminders.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { HostJourney } from '../../workflows/host-booking-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());

const OWN = {
  when: '5m before',
  subject: 'Soon: {event_name}',
  text: 'Hi {guest_name}.\n\nSee {location} at https://sale.example.',
};

/** Past the reminders of these days, which a meeting in twelve days has before it. */
const FAR = 570;

async function passed(bookingId: string, flow: Journey['flow']): Promise<void> {
  await letRemindersPass(stack.sql, bookingId, 'before');
  await flow.signal('nudge');
  await expect.poll(() => planOf(stack.sql, bookingId)).toEqual([]);
}

const remindersOf = async (address: string) =>
  (await stack.mailbox(address)).filter(({ kind }) => kind === 'booking_reminder');

describe('the mail of a reminder', () => {
  it('has the host’s words for a guest who proved the address, who stops them by one POST and gets them again', async () => {
    const journey = await Journey.begin(stack, {
      name: 'Intro',
      location_type: 'in_person',
      location_detail: 'Room 1',
    });
    const guest = journey.issue.challenge.guestEmail;
    await remindOf(stack.sql, journey.host.eventTypeId, [OWN]);
    await journey.mailCode();
    await journey.confirm(FAR);
    await journey.announced();
    await passed(journey.bookingId, journey.flow);
    const [mail] = await remindersOf(guest);
    expect(mail).toMatchObject({ subject: 'Soon: Intro' });
    expect(mail?.text).toContain(`Hi ${guest}.`);
    expect(mail?.text).toMatch(/See In person: Room 1 at https:\/\/sale\.example/);
    const host = `${journey.host.address.workspace}@host.test`;
    const [toHost] = await remindersOf(host);
    expect(toHost?.text).toContain(
      `/event-types/${journey.host.eventTypeId}?workspace=${journey.host.address.workspace}#reminders`,
    );
    const [path = ''] = /\/no-mail\/[\w-]{64}/.exec(mail?.text ?? '') ?? [];
    const page = new PageClient(stack.publicUrl);
    expect((await page.open(path)).html).toContain('Get no more reminders of Test?');
    const refusals = () => stack.sql`select 1 from reminder_refusals where workspace_id = ${journey.host.workspaceId}`;
    // Opening it changes nothing; a mail program posts this.
    expect(await refusals()).toHaveLength(0);
    expect((await page.submit(path, { 'List-Unsubscribe': 'One-Click' })).html).toContain('No more reminders of Test');
    expect(await refusals()).toHaveLength(1);
    await journey.reschedule(FAR + 1);
    await journey.announced();
    await passed(journey.bookingId, journey.flow);
    expect(await remindersOf(guest)).toHaveLength(1);
    expect(await remindersOf(host)).toHaveLength(2);
    expect((await page.submit(path, { allow: '1' })).html).toContain('Reminders come again');
    await journey.reschedule(FAR + 2, 2);
    await journey.announced();
    await passed(journey.bookingId, journey.flow);
    expect(await remindersOf(guest)).toHaveLength(2);
    const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    expect((await page.submit(forged, {})).status).toBe(404);
  });

  it('has our words alone for one who proved nothing, counts for the caps of such mails, and is left out over them', async () => {
    const journey = await HostJourney.begin(stack, { requires_approval: false });
    await remindOf(stack.sql, journey.host.eventTypeId, [{ ...OWN, to: 'guest' }]);
    await journey.open(FAR);
    await journey.announced();
    const counted = () => stack.sql`select 1 from uninvited_mails where email = ${journey.guest}`;
    const before = (await counted()).length;
    await passed(journey.bookingId, journey.flow);
    const [mail] = await remindersOf(journey.guest);
    expect(mail?.subject).toMatch(/^Reminder: Call with Hedy Host/);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/sale|Soon/);
    expect(mail?.text).toMatch(/\/no-mail\/[\w-]{64}/);
    expect(mail?.text).toMatch(/\/no-mail\/[\w-]{43}\n/);
    expect(await counted()).toHaveLength(before + 1);
    await stack.sql`
      insert into uninvited_mails (workspace_id, email, by_host, further, guest_proved, caused_at)
      select ${journey.host.workspaceId}, ${journey.guest}, true, false, false, now() from generate_series(1, ${MOST_REMINDERS})`;
    await stack.sql`
      update bookings set reminders = ${stack.sql.json([{ id: 'rule0', side: 'before', to: 'guest', atMs: Date.now() + 60_000 }])}
      where id = ${journey.bookingId}`;
    await passed(journey.bookingId, journey.flow);
    expect(await remindersOf(journey.guest)).toHaveLength(1);
  });

  it('leaves by the sweep if its flow was lost', async () => {
    const journey = await Journey.begin(stack);
    const guest = journey.issue.challenge.guestEmail;
    await remindOf(stack.sql, journey.host.eventTypeId, [{ when: '5m before', to: 'guest' }]);
    await journey.mailCode();
    await journey.confirm(FAR);
    await journey.announced();
    await journey.flow.terminate('by a test');
    await letRemindersPass(stack.sql, journey.bookingId, 'before');
    await stack.sql`update bookings set remind_at = remind_at - interval '1 hour' where id = ${journey.bookingId}`;
    await stack.client.workflow.execute('sweep', {
      workflowId: `sweep-${journey.bookingId}`,
      taskQueue: stack.taskQueue,
    });
    await expect.poll(() => remindersOf(guest)).toHaveLength(1);
  });
});
