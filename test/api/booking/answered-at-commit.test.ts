import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answeredAtCommit } from '../../../api/booking/answered-at-commit.ts';
import type { BookingFlows } from '../../../api/booking/booking-flows.ts';
import type { AttemptOutcome } from '../../../domain/attempt.ts';
import { openAttempt } from '../../../store/attempts.ts';
import { confirmBooking } from '../../../store/confirm-booking.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';
import { askCode, bookingRequest, testSecrets } from '../../support/guest.ts';
import { createHost } from '../../support/host.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

const subject = { bookingId: 'b', workspaceId: 'w' };
const never = new Promise<never>(() => {});

/** Flows whose own answer is `answer`: what Temporal says, or that it has not said anything yet. */
const flowsThat = (carryOut: BookingFlows['carryOut']) =>
  answeredAtCommit({ requestCode: () => never, carryOut, isUp: async () => true }, database.sql);

/** Stored attempts of two guests at one slot. */
async function rivals() {
  const host = await createHost(database.sql);
  const [startMs = 0] = await host.openStarts();
  const attemptOf = async () => {
    const { challenge } = await askCode(database.sql, host);
    return openAttempt(database.sql, challenge.id, 'confirm', bookingRequest(challenge.guestEmail, startMs));
  };
  return [await attemptOf(), await attemptOf()] as const;
}

/** Whoever asks again and again until the connection that listens is there hears each outcome once it is settled anew. */
async function heard(flows: BookingFlows, attempt: { id: string; kind: 'confirm' }): Promise<AttemptOutcome> {
  const outcome = flows.carryOut(subject, attempt);
  for (;;) {
    await confirmBooking(database.sql, testSecrets, attempt.id);
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), 50));
    const first = await Promise.race([outcome, late]);
    if (first) return first;
  }
}

describe('an outcome', () => {
  it('is heard at its commit, before the flow has answered: done, and refused', async () => {
    const flows = flowsThat(() => never);
    const [one, other] = await rivals();
    const found = { result: 'done', bookingId: one.bookingId };
    expect(await heard(flows, one)).toMatchObject(found);
    expect(await heard(flows, other)).toEqual({ result: 'refused', reason: 'slot_taken' });
    // It listens now. A commit that books tells the version of its event; one that finds the outcome does not know it.
    const [third] = await rivals();
    const outcome = flows.carryOut(subject, third);
    await confirmBooking(database.sql, testSecrets, third.id);
    expect(await outcome).toEqual({ result: 'done', bookingId: third.bookingId, eventVersion: expect.any(Number) });
    const [row] = await database.sql`select outcome from attempts where id = ${third.id}`;
    expect(row?.outcome).toEqual({ result: 'done', bookingId: third.bookingId });
  });

  it('is heard by everyone who asks for the same, and by nobody who asks for another', async () => {
    const flows = flowsThat(() => never);
    const [one, other] = await rivals();
    await heard(flows, one);
    const [third] = await rivals();
    const all = Array.from({ length: 20 }, () => flows.carryOut(subject, third));
    let isHeard = false;
    flows.carryOut(subject, other).then(() => (isHeard = true));
    await confirmBooking(database.sql, testSecrets, third.id);
    expect(new Set((await Promise.all(all)).map(({ result }) => result))).toEqual(new Set(['done']));
    expect(isHeard).toBe(false);
  });

  it('is the flow’s where nothing is heard, and so is its error', async () => {
    const [one] = await rivals();
    const refused: AttemptOutcome = { result: 'refused', reason: 'too_soon' };
    expect(await flowsThat(async () => refused).carryOut(subject, one)).toBe(refused);
    const away = flowsThat(() => Promise.reject(new Error('away')));
    await expect(away.carryOut(subject, one)).rejects.toThrow('away');
  });
});
