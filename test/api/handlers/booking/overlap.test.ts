import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost, type TestHost } from '../../../support/drivers/host.ts';
import { callerOver, outputOf, refusalOf } from '../../../support/drivers/surfaces.ts';
import { bookMeeting, codeFor, iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
  // The evaluator refuses every overlap before the constraint can. This trigger refuses the marked starts.
  await stack.sql`create table refused_starts (host_id uuid, start_at timestamptz)`;
  await stack.sql.unsafe(`
    create function refuse_marked() returns trigger language plpgsql as $$ begin
      if exists (select 1 from refused_starts where host_id = new.host_id and start_at = lower(new.period)) then
        raise exception 'overlaps' using errcode = 'exclusion_violation';
      end if;
      return new;
    end $$;
    create trigger refuse_marked before insert or update on claims for each row execute function refuse_marked()`);
});
afterAll(() => stack.close());

const caller = callerOver('REST', () => stack);
const { call } = caller;

const newCase = async () => {
  const host = await createHost(stack.sql);
  const starts = await host.openStarts();
  const startMs = starts[20] ?? 0;
  const refuse = () => stack.sql`insert into refused_starts values (${host.userId}, ${new Date(startMs)})`;
  const allow = () => stack.sql`delete from refused_starts where host_id = ${host.userId}`;
  return { host, starts, startMs, refuse, allow, email: newGuest() };
};

const book = async (host: TestHost, email: string, startMs: number, more = {}) =>
  call('book', {
    ...host.address,
    startAt: iso(startMs),
    code: await codeFor(stack, email),
    invitee: { email, timezone: 'UTC' },
    ...more,
  });

const TAKEN = {
  status: 409,
  code: 'resource.conflict',
  details: { reason: 'slot_taken', alternatives: [{}, {}, {}].map(() => expect.objectContaining({})) },
};

/** The overlapping bookings that the log reports, with their level. */
const reported = () =>
  stack.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'two claims of one host overlap')
    .map(({ level, bookingId }) => [level, bookingId]);

const ERROR = expect.toSatisfy((level: unknown) => level === 50 || level === 'error');

describe('a claim that only the database refuses is answered as a taken slot and logged as our bug', () => {
  it('by a booking: nothing is left of it, and the same call books once the bug is gone', async () => {
    const { host, email, startMs, refuse, allow } = await newCase();
    outputOf(await call('requestCode', { ...host.address, email }));
    const [challenge] = await stack.sql`select id from challenges where guest_email = ${email}`;
    await refuse();
    const key = { idempotencyKey: 'overlap-1' };
    expect(refusalOf(await book(host, email, startMs, key))).toMatchObject(TAKEN);
    expect(reported()).toContainEqual([ERROR, challenge?.id]);
    expect(await stack.sql`select 1 from bookings where guest_email = ${email}`).toHaveLength(0);
    expect(await stack.sql`select status from challenges where guest_email = ${email}`).toEqual([{ status: 'open' }]);
    await allow();
    expect(outputOf(await book(host, email, startMs, key)).booking.startAt).toBe(iso(startMs));
  });

  it('by a move: the meeting stays where it is', async () => {
    const { host, starts, startMs, refuse } = await newCase();
    const { token, bookingId } = await bookMeeting(stack, caller, host, starts[3] ?? 0);
    await refuse();
    expect(refusalOf(await call('rescheduleAsGuest', { token, startAt: iso(startMs) }))).toMatchObject(TAKEN);
    expect(reported()).toContainEqual([ERROR, bookingId]);
    expect(outputOf(await call('viewBooking', { token })).booking.startAt).toBe(iso(starts[3] ?? 0));
  });

  it('by a hold: no code goes out', async () => {
    const { host, email, startMs, refuse } = await newCase();
    await refuse();
    const before = reported().length;
    expect(refusalOf(await call('requestCode', { ...host.address, email, startAt: iso(startMs) }))).toMatchObject(
      TAKEN,
    );
    expect(reported()).toHaveLength(before + 1);
    expect(await stack.mailbox(email)).toEqual([]);
  });
});
