import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foldedAddress } from '../../../../domain/mail/folded-address.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { takeDueMails } from '../../../../store/booking/waiting-mails.ts';
import type { Transaction } from '../../../../store/database.ts';
import { NAMED_LOCKS } from '../../../../store/locks.ts';
import { flowId, flows } from '../../../../workflows/catalogue.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent } from '../../../support/drivers/host.ts';
import { nextStart } from '../../../support/drivers/host-bookings.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { callerOver, outputOf } from '../../../support/drivers/surfaces.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { announced, eventually, iso, tokenIn } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let stranger: TestTeam;
let key: TestKey;

beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  stranger = await makeTeam(stack.sql);
  key = await team.key('owner');
});

const call = hostCallOver('REST', () => stack);
const guests = callerOver('REST', () => stack);

const create = async (email: string, more: Readonly<Record<string, unknown>> = {}) => {
  const startAt = iso(nextStart());
  const invitee = { email, timezone: 'UTC' };
  const answer = await call(
    meetings.createBooking,
    { eventTypeId: team.host.eventTypeId, startAt, invitee, ...more },
    key.headers,
  );
  expect(answer.ok, JSON.stringify(answer)).toBe(true);
  await announced(stack, answer.output.booking.id);
  return { id: String(answer.output.booking.id), startAt };
};

/** Another workspace's mails fill the inbox for a day. */
const fill = (email: string) => stack.sql`
  insert into uninvited_mails (workspace_id, email, by_host, further, caused_at)
  select ${stranger.workspaceId}, ${email}, true, false, clock_timestamp() - interval '1 hour' from generate_series(1, 10)`;
const makeRoom = (email: string) => stack.sql`
  delete from uninvited_mails where email = ${email} and workspace_id = ${stranger.workspaceId}`;

const move = (bookingId: string, startAt = iso(nextStart())) =>
  call(meetings.rescheduleBooking, { bookingId, startAt }, key.headers);
const kinds = async (email: string): Promise<string[]> =>
  (await stack.mailbox(email)).map(({ kind }) => kind).reverse();
const waiting = (bookingId: string) => stack.sql`
  select email::text, revision, try_at as "tryAt", known_start_at as "knownStartAt" from waiting_mails where booking_id = ${bookingId}`;
const nudge = (bookingId: string) =>
  stack.client.workflow.getHandle(flowId('booking', bookingId)).signal(flows.booking.signals.nudge);
/** Lets the flow look for room now, and waits until it has looked. */
const lookNow = async (bookingId: string) => {
  await stack.sql`update waiting_mails set try_at = clock_timestamp() where booking_id = ${bookingId}`;
  await nudge(bookingId);
  await settled(bookingId);
};
const settled = (bookingId: string) =>
  eventually('the flow has looked for room', async () => {
    const rows = await waiting(bookingId);
    return rows.every(({ tryAt }) => tryAt.getTime() > Date.now());
  });

describe('a change of a booking that stands, while the mails of the guest are used up by a stranger', () => {
  it('is made; its mail waits, and leaves once there is room', async () => {
    const guest = newGuest();
    const { id, startAt } = await create(guest);
    await fill(guest);
    const to = iso(nextStart());
    const moved = await move(id, to);
    expect(moved.ok, JSON.stringify(moved.error)).toBe(true);
    expect(moved.output.booking.startAt).toBe(to);
    expect(moved.output.message).toMatch(/mail .* waits.*half a day before the earlier of both times/i);
    expect(moved.output.message).not.toMatch(/may not leave/);
    await announced(stack, id);
    await settled(id);
    expect(await kinds(guest)).toEqual(['booking_confirmation']);
    // The host's own mail does not wait.
    expect(await kinds(team.members.owner.email)).toContain('booking_rescheduled');
    await makeRoom(guest);
    await lookNow(id);
    const mail = await stack.waitForMail(guest, 'booking_rescheduled');
    expect(await waiting(id)).toEqual([]);
    expect(mail.text).toContain(timeOf(startAt));
    expect(mail.text).toContain(timeOf(to));
  });

  it('is told once after several moves, from the time that the guest knows; not at all once it is back there', async () => {
    const guest = newGuest();
    const { id, startAt } = await create(guest);
    await fill(guest);
    const [first, last] = [iso(nextStart()), iso(nextStart())];
    await move(id, first);
    await move(id, last);
    await announced(stack, id);
    await makeRoom(guest);
    await lookNow(id);
    const mail = await stack.waitForMail(guest, 'booking_rescheduled');
    expect(mail.text).toMatch(new RegExp(`When: .*${timeOf(last)} to`));
    expect(mail.text).toMatch(new RegExp(`Before: .*${timeOf(startAt)} to`));
    await fill(guest);
    await move(id);
    await announced(stack, id);
    await move(id, last);
    await announced(stack, id);
    await lookNow(id);
    await eventually('nothing waits', async () => (await waiting(id)).length === 0);
    await makeRoom(guest);
    expect(await kinds(guest)).toEqual(['booking_confirmation', 'booking_rescheduled']);
  });

  it('is not mailed after a later move has been: its row, left over from an older release, goes', async () => {
    const guest = newGuest();
    const { id } = await create(guest);
    await fill(guest);
    const [first, last] = [iso(nextStart()), iso(nextStart())];
    await move(id, first);
    await announced(stack, id);
    await settled(id);
    await makeRoom(guest);
    // An older release knows no rows, and leaves them as they are.
    const [row] = await stack.sql`delete from waiting_mails where booking_id = ${id} returning *`;
    await move(id, last);
    await announced(stack, id);
    await stack.sql`insert into waiting_mails ${stack.sql(row as Record<string, never>)}`;
    await lookNow(id);
    await eventually('nothing waits', async () => (await waiting(id)).length === 0);
    const mails = (await stack.mailbox(guest)).filter(({ kind }) => kind === 'booking_rescheduled');
    expect(mails.map(({ text }) => text)).toEqual([expect.stringMatching(new RegExp(`When: .*${timeOf(last)} to`))]);
  });

  it('is mailed past the cap half a day before the earlier of both times, twice a day', async () => {
    const guest = newGuest();
    const { id } = await create(guest);
    await fill(guest);
    await move(id);
    await announced(stack, id);
    await settled(id);
    expect(await kinds(guest)).toEqual(['booking_confirmation']);
    const soon = async () => {
      await stack.sql`
        update waiting_mails set known_start_at = clock_timestamp() + interval '11 hours' where booking_id = ${id}`;
      await lookNow(id);
    };
    await soon();
    await stack.waitForMail(guest, 'booking_rescheduled');
    for (let nth = 2; nth <= 3; nth += 1) {
      await move(id);
      await announced(stack, id);
      await settled(id);
      await soon();
    }
    expect(await kinds(guest)).toEqual(['booking_confirmation', 'booking_rescheduled', 'booking_rescheduled']);
    expect(await waiting(id)).toHaveLength(1);
  });

  it.each([
    ['when it begins', 29],
    ['when the service was down until it had ended', -1],
  ])(
    'answers that the mail may not leave before the meeting, and shows the host that it has not, %s',
    async (_, endsIn) => {
      const guest = newGuest();
      const { id } = await create(guest);
      await fill(guest);
      // Two moves of the last hours were mailed past the cap, and the meeting is near.
      await stack.sql`
      insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, created_at, announced_at, mailed_past_cap_at)
      select ${id}, 2 + n, 'rescheduled', 'host', now(), now(), now(), now(), now() - interval '1 hour' from generate_series(0, 1) n`;
      await stack.sql`
      update bookings set revision = 3, start_at = now() + interval '5 hours', end_at = now() + interval '5.5 hours' where id = ${id}`;
      const moved = await move(id);
      expect(moved.ok, JSON.stringify(moved.error)).toBe(true);
      expect(moved.output.message).toMatch(/may not leave before the meeting.*Tell them .*yourself/i);
      await announced(stack, id);
      await settled(id);
      await stack.sql`
      update bookings set start_at = now() - interval '31 minutes', end_at = now() + ${endsIn} * interval '1 minute' where id = ${id}`;
      await stack.sql`update waiting_mails set try_at = clock_timestamp() where booking_id = ${id}`;
      await nudge(id);
      await eventually('the mail is dropped', async () => (await waiting(id)).length === 0);
      const { output } = await call(meetings.getMeeting, { bookingId: id }, key.headers);
      expect(output.history.map(({ action }: { action: string }) => action)).toContain('booking.mails_missed');
      const [logged] = await stack.sql`
      select data from activity_log where booking_id is null and subject_id = ${id} and action = 'booking.mails_missed'`;
      expect(logged?.data).toMatchObject({ toGuest: true, toFurtherGuests: 0 });
      expect(await kinds(guest)).toEqual(['booking_confirmation']);
    },
  );

  it('shows the host that its mail has not left, also if the guest is marked as a no-show before the flow has looked', async () => {
    const guest = newGuest();
    const { id } = await create(guest);
    await fill(guest);
    await move(id);
    await announced(stack, id);
    await settled(id);
    await stack.sql`
      update bookings set start_at = now() - interval '1 minute', end_at = now() + interval '29 minutes' where id = ${id}`;
    const marked = await call(meetings.markNoShow, { bookingId: id }, key.headers);
    expect(marked.ok, JSON.stringify(marked.error)).toBe(true);
    expect(await waiting(id)).toEqual([]);
    const { output } = await call(meetings.getMeeting, { bookingId: id }, key.headers);
    expect(output.history.map(({ action }: { action: string }) => action)).toContain('booking.mails_missed');
    expect(
      stack.logLines.filter((line) => line.includes('did not leave before it began') && line.includes(id)),
    ).toHaveLength(1);
  });

  it('locks all caps of its mails in one order: a booking for the same people never waits for it in a circle', async () => {
    const [guest, further] = [`0000a-${newGuest()}`, `0000b-${newGuest()}`];
    const { id } = await create(guest, { guests: [further] });
    await fill(guest);
    await fill(further);
    await move(id);
    await announced(stack, id);
    await settled(id);
    await stack.sql`update waiting_mails set try_at = clock_timestamp() where booking_id = ${id}`;
    const lock = (tx: Transaction, name: string) =>
      tx`select pg_advisory_xact_lock(hashtextextended(${name}, ${NAMED_LOCKS.mailCaps}::bigint))`;
    let taking: Promise<unknown> = Promise.resolve();
    await stack.sql.begin(async (tx) => {
      await lock(tx, foldedAddress(further));
      taking = takeDueMails(stack.sql, id);
      taking.catch(() => {});
      await eventually('it waits for the address', async () => {
        const waits = await stack.sql`
          select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
        return waits.length > 0;
      });
      await tx`set local lock_timeout = '500ms'`;
      await lock(tx, team.workspaceId);
    });
    await taking;
  });

  it('that ends it is mailed at once, with the time that the guest knows, and nothing of the move comes after', async () => {
    const guest = newGuest();
    const { id, startAt } = await create(guest);
    await fill(guest);
    await move(id);
    await announced(stack, id);
    expect((await call(meetings.cancelBooking, { bookingId: id }, key.headers)).ok).toBe(true);
    await announced(stack, id);
    const mail = await stack.waitForMail(guest, 'booking_canceled');
    expect(mail.text).toContain(timeOf(startAt));
    await eventually('nothing waits', async () => (await waiting(id)).length === 0);
    expect(await kinds(guest)).toEqual(['booking_confirmation', 'booking_canceled']);
  });

  it('waits for the inboxes that are full alone; the workspace’s own cap makes it wait too', async () => {
    const [guest, full, free] = [newGuest(), newGuest(), newGuest()];
    const { id } = await create(guest, { guests: [full, free] });
    await fill(full);
    expect((await move(id)).ok).toBe(true);
    await announced(stack, id);
    await settled(id);
    expect([await kinds(guest), await kinds(free), await kinds(full)]).toEqual([
      ['booking_confirmation', 'booking_rescheduled'],
      ['booking_confirmation', 'booking_rescheduled'],
      ['booking_confirmation'],
    ]);
    await stack.sql`
      insert into uninvited_mails (workspace_id, email, by_host, further, caused_at)
      select ${team.workspaceId}, 'many-' || n || '@example.test', true, false, clock_timestamp() - interval '1 hour' from generate_series(1, 1000) n`;
    expect((await move(id)).ok).toBe(true);
    await announced(stack, id);
    await settled(id);
    expect(await waiting(id)).toHaveLength(3);
  });

  it('can be an approval, a decline, or a move by the guest', async () => {
    await changeEvent(stack.sql, team.host, {
      require_otp_human: false,
      require_otp_agent: false,
      requires_approval: true,
    });
    const ask = async () => {
      const email = newGuest();
      const wish = { ...team.host.address, email, startAt: iso(nextStart()), timezone: 'UTC' };
      const { confirmUrl } = outputOf(await guests.call('requestConfirmLink', wish));
      const { booking } = (await (await fetch(confirmUrl)).json()) as { booking: { id: string } };
      await announced(stack, booking.id);
      const [mail] = await stack.mailbox(email);
      if (!mail) throw new Error('no mail');
      return { email, id: booking.id, token: tokenIn(mail) };
    };
    const [approved, declined] = [await ask(), await ask()];
    await fill(approved.email);
    await fill(declined.email);
    const answers = [
      await call(meetings.approveBooking, { bookingId: approved.id }, key.headers),
      await call(meetings.declineBooking, { bookingId: declined.id }, key.headers),
    ];
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
    const moved = await guests.call('rescheduleAsGuest', { token: approved.token, startAt: iso(nextStart()) });
    expect(moved).toMatchObject({ ok: true });
    expect(outputOf(moved).message).toMatch(/mail .* waits/i);
  });
});

/** As mails in English write it for a guest in UTC. */
const timeOf = (instant: string): string => new Date(instant).toISOString().slice(11, 16);
