import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptOutcome } from '../../../domain/booking/attempt.ts';
import { readStanding } from '../../../store/booking/booking-flow-state.ts';
import { readBooking } from '../../../store/booking/bookings.ts';
import { cancelBooking, decideBooking, rescheduleBooking } from '../../../store/booking/change-booking.ts';
import { atOnce, openAttempt } from '../../support/drivers/attempts.ts';
import { askCode, confirmIssue } from '../../support/drivers/guest.ts';
import { changeEvent, createHost, type TestHost } from '../../support/drivers/host.ts';
import { pastLocks } from '../../support/drivers/patience.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const HALF_HOUR_MS = 1_800_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

const bookAt = async (host: TestHost, startMs: number): Promise<string> => {
  const outcome = await confirmIssue(database.sql, await askCode(database.sql, host), startMs);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  return outcome.bookingId;
};

const newBooking = async (settings = {}) => {
  const host = await createHost(database.sql, settings);
  const starts = await host.openStarts();
  return { host, starts, id: await bookAt(host, starts[0] ?? 0) };
};

const moving = async (id: string, startMs: number) => {
  const atRevision = (await readBooking(database.sql, id))?.revision ?? 0;
  return openAttempt(database.sql, id, 'reschedule', { startMs, atRevision, source: 'public_api' });
};
const move = async (id: string, startMs: number) => {
  const attempt = await moving(id, startMs);
  return atOnce(await rescheduleBooking(database.sql, attempt.id));
};
const cancel = async (id: string, reason: string | null = null) => {
  const attempt = await openAttempt(database.sql, id, 'cancel', { reason, actor: 'guest', source: 'public_api' });
  return cancelBooking(database.sql, attempt.id);
};
const decide = async (id: string, decision: 'approve' | 'decline') => {
  const startMs = (await readBooking(database.sql, id))?.startMs ?? 0;
  return decideBooking(
    database.sql,
    (await openAttempt(database.sql, id, 'decide', { decision, reason: null, startMs, atRevision: 1 })).id,
  );
};

const refused = (reason: string) => ({ result: 'refused', reason });
const done = (bookingId: string) => ({ result: 'done', bookingId });
const changesOf = async (id: string) =>
  (await database.sql`select kind from booking_changes where booking_id = ${id} order by revision`).map(
    ({ kind }) => kind,
  );
const claimOf = async (id: string) => {
  const [row] = await database.sql`select lower(period) as start from claims where booking_id = ${id}`;
  return row?.start.getTime();
};

describe('a move', () => {
  it('takes claim and row along, in one step', async () => {
    const { host, starts, id } = await newBooking();
    expect(await move(id, starts[5] ?? 0)).toEqual(done(id));
    expect(await readBooking(database.sql, id)).toMatchObject({
      status: 'rescheduled',
      startMs: starts[5],
      revision: 2,
    });
    expect(await claimOf(id)).toBe(starts[5]);
    expect((await host.openStarts())[0]).toBe(starts[0]);
    expect(await changesOf(id)).toEqual(['confirmed', 'rescheduled']);
  });

  it('stays with its host after the event has gone to another: their calendar decides, and theirs is claimed', async () => {
    const { host, starts, id } = await newBooking();
    const [busy = 0, free = 0] = [starts[5], starts[7]];
    await bookAt(host, busy);
    const successor = await createHost(database.sql);
    await database.sql`
      insert into memberships (id, workspace_id, user_id, username, role)
      values (gen_random_uuid(), ${host.workspaceId}, ${successor.userId}, 'successor', 'member')`;
    await changeEvent(database.sql, host, { host_id: successor.userId });
    expect(await move(id, busy)).toEqual(refused('slot_taken'));
    expect(await move(id, free)).toEqual(done(id));
    const claims = await database.sql`select host_id, lower(period) as start from claims where booking_id = ${id}`;
    expect(claims).toEqual([{ host_id: host.userId, start: new Date(free) }]);
    await database.sql`delete from memberships where user_id = ${host.userId}`;
    expect(await move(id, starts[9] ?? 0)).toEqual(refused('host_left'));
  });

  it('carried out twice at once moves once', async () => {
    const { starts, id } = await newBooking();
    const attempt = await moving(id, starts[5] ?? 0);
    const twins = await Promise.all([1, 2, 3].map(() => rescheduleBooking(database.sql, attempt.id)));
    expect(twins).toEqual([done(id), done(id), done(id)]);
    expect(await changesOf(id)).toEqual(['confirmed', 'rescheduled']);
  });

  it('to where it is changes nothing', async () => {
    const { starts, id } = await newBooking();
    expect(await move(id, starts[0] ?? 0)).toEqual(done(id));
    expect(await changesOf(id)).toEqual(['confirmed']);
  });

  it('of two meetings into each other’s place at once: both refused, neither lost, no deadlock', async () => {
    const { host, starts, id } = await newBooking();
    const other = await bookAt(host, starts[4] ?? 0);
    const outcomes = await Promise.all([move(id, starts[4] ?? 0), move(other, starts[0] ?? 0)]);
    expect(outcomes).toEqual([refused('slot_taken'), refused('slot_taken')]);
    expect([await claimOf(id), await claimOf(other)]).toEqual([starts[0], starts[4]]);
  });

  it('of twenty meetings to one slot at once: one has it', async () => {
    const { host, starts, id } = await newBooking();
    const others = [];
    for (const start of starts.slice(1, 20)) others.push(await bookAt(host, start));
    const outcomes: AttemptOutcome[] = await Promise.all(
      [id, ...others].map(async (booking) => {
        const attempt = await moving(booking, starts[30] ?? 0);
        return atOnce(await pastLocks(() => rescheduleBooking(database.sql, attempt.id)));
      }),
    );
    expect(outcomes.filter(({ result }) => result === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.result === 'refused' && outcome.reason === 'slot_taken')).toHaveLength(
      19,
    );
  });

  it('a refused one is not pinned: once the slot is free, the same request is granted', async () => {
    const { host, starts, id } = await newBooking();
    const other = await bookAt(host, starts[4] ?? 0);
    expect(await move(id, starts[4] ?? 0)).toEqual(refused('slot_taken'));
    await cancel(other);
    expect(await move(id, starts[4] ?? 0)).toEqual(done(id));
  });

  it('takes the rules of now: a longer meeting, a wider buffer', async () => {
    const { host, starts, id } = await newBooking();
    await database.sql`
      update event_types set duration_minutes = 60, slot_interval_minutes = 30 where id = ${host.eventTypeId}`;
    expect(await move(id, starts[5] ?? 0)).toEqual(done(id));
    const moved = await readBooking(database.sql, id);
    expect((moved?.endMs ?? 0) - (moved?.startMs ?? 0)).toBe(2 * HALF_HOUR_MS);
  });
});

describe('a cancel', () => {
  it('frees the time, once, with the reason of the first', async () => {
    const { starts, host, id } = await newBooking();
    expect(await cancel(id, 'first')).toEqual(done(id));
    expect(await cancel(id, 'second')).toEqual(done(id));
    expect(await readBooking(database.sql, id)).toMatchObject({
      status: 'canceled',
      cancelReason: 'first',
      revision: 2,
    });
    expect((await host.openStarts())[0]).toBe(starts[0]);
    expect(await changesOf(id)).toEqual(['confirmed', 'canceled']);
    expect(await move(id, starts[5] ?? 0)).toEqual(refused('booking_canceled'));
  });

  it('and a move at once: whichever is first, the meeting is canceled and claims nothing', async () => {
    const { starts, id } = await newBooking();
    await Promise.all([cancel(id), move(id, starts[5] ?? 0)]);
    expect((await readBooking(database.sql, id))?.status).toBe('canceled');
    expect(await claimOf(id)).toBeUndefined();
  });
});

describe('once the meeting has started', () => {
  it('nothing may be changed, and at its end it is completed', async () => {
    const { starts, id } = await newBooking();
    const shift = (minutes: number) => database.sql`
      update bookings set start_at = clock_timestamp() + ${minutes} * interval '1 minute',
        end_at = clock_timestamp() + ${minutes + 30} * interval '1 minute' where id = ${id}`;
    await shift(-1);
    expect([await move(id, starts[5] ?? 0), await cancel(id)]).toEqual([
      refused('booking_over'),
      refused('booking_over'),
    ]);
    expect(await readStanding(database.sql, id)).toMatchObject({ stage: 'meeting', status: 'confirmed' });
    await shift(-31);
    expect(await readStanding(database.sql, id)).toMatchObject({ stage: 'over', end: 'completed' });
    expect(await cancel(id, 'late')).toEqual(refused('booking_over'));
    expect(await changesOf(id)).toEqual(['confirmed', 'completed']);
  });
});

describe('a decision', () => {
  const approval = { requires_approval: true };

  it('approves once; a later word comes too late', async () => {
    const { id } = await newBooking(approval);
    expect(await decide(id, 'approve')).toEqual(done(id));
    expect(await readBooking(database.sql, id)).toMatchObject({ status: 'confirmed', decideByMs: null });
    expect(await decide(id, 'decline')).toEqual(refused('already_decided'));
    expect(await changesOf(id)).toEqual(['requested', 'approved']);
  });

  it('is asked again when the guest moves the meeting, unless the event says otherwise', async () => {
    const { id, starts } = await newBooking(approval);
    await decide(id, 'approve');
    expect(await move(id, starts[5] ?? 0)).toEqual(done(id));
    const asked = await readBooking(database.sql, id);
    expect(asked).toMatchObject({ status: 'pending_confirmation', startMs: starts[5], decideByMs: expect.any(Number) });
    expect(await changesOf(id)).toEqual(['requested', 'approved', 'requested']);
    const trusting = await newBooking({ ...approval, reapprove_on_reschedule: false });
    await decide(trusting.id, 'approve');
    expect(await move(trusting.id, trusting.starts[5] ?? 0)).toEqual(done(trusting.id));
    expect(await readBooking(database.sql, trusting.id)).toMatchObject({ status: 'rescheduled', decideByMs: null });
  });

  it('both words at once: one of them counts', async () => {
    const { id } = await newBooking(approval);
    const outcomes = await Promise.all([decide(id, 'approve'), decide(id, 'decline')]);
    expect(outcomes.filter(({ result }) => result === 'done')).toHaveLength(1);
    const status = (await readBooking(database.sql, id))?.status;
    expect(status === 'canceled').toBe((await claimOf(id)) === undefined);
  });

  it('after its time ends the booking, not the attempt', async () => {
    const { id, starts } = await newBooking(approval);
    await database.sql`update bookings set decide_by = clock_timestamp() where id = ${id}`;
    expect(await decide(id, 'approve')).toEqual(refused('already_decided'));
    expect(await move(id, starts[5] ?? 0)).toEqual(refused('booking_canceled'));
    expect(await readStanding(database.sql, id)).toMatchObject({ stage: 'over', end: 'canceled' });
    expect(await changesOf(id)).toEqual(['requested', 'expired']);
    expect(await claimOf(id)).toBeUndefined();
  });

  it('must come before the new start when the request was moved closer', async () => {
    const { id, starts } = await newBooking(approval);
    await database.sql`update bookings set decide_by = start_at + interval '40 hours' where id = ${id}`;
    expect(await move(id, starts[1] ?? 0)).toEqual(done(id));
    expect(await readBooking(database.sql, id)).toMatchObject({
      status: 'pending_confirmation',
      decideByMs: starts[1],
    });
  });
});
