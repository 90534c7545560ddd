import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Notifications } from '../../../api/core/waiting.ts';
import type { BookingFlows } from '../../../api/flows/booking-flows.ts';
import { withCommitNotifications } from '../../../api/flows/commit-notifications.ts';
import { refused, settleAttempt } from '../../../store/booking/attempts.ts';
import { confirmBooking } from '../../../store/booking/confirm-booking.ts';
import { openAttempt } from '../../support/drivers/attempts.ts';
import { askCode, bookingRequest, testSecrets } from '../../support/drivers/guest.ts';
import { createHost } from '../../support/drivers/host.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

const subject = { bookingId: 'b', workspaceId: 'w' };
const never = new Promise<never>(() => {});

/** Flows whose own answer is `answer`: what Temporal says, or that it has not said anything yet. */
const flowsThat = (carryOut: BookingFlows['carryOut'], sql: Pick<Sql, 'listen'> = database.sql) => {
  const warned: { workflowId?: string; message: string }[] = [];
  const log = { warn: (line: object, message: string) => void warned.push({ ...line, message }) };
  const flows = withCommitNotifications(
    { requestCode: () => never, carryOut, isUp: async () => true },
    { notifications: new Notifications(sql), log, track: () => {} },
  );
  return { ...flows, warned };
};

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

/** Settles an attempt of its own again and again, as each time is told of, until the connection that listens is there. */
async function untilListening(flows: BookingFlows): Promise<void> {
  const [probe] = await rivals();
  let isHeard = false;
  flows.carryOut(subject, probe).then(() => (isHeard = true));
  while (!isHeard) {
    await database.sql.begin((tx) => settleAttempt(tx, probe.id, refused('too_soon')));
    await delay(20);
  }
}

describe('an outcome', () => {
  it('arrives at its commit, before the flow has answered: done, and refused', async () => {
    const flows = flowsThat(() => never);
    await untilListening(flows);
    const [one, other] = await rivals();
    const outcomes = [one, other].map((attempt) => flows.carryOut(subject, attempt));
    await confirmBooking(database.sql, testSecrets, one.id);
    await confirmBooking(database.sql, testSecrets, other.id);
    // A commit that books tells the version of its event; what is kept does not know it.
    expect(await Promise.all(outcomes)).toEqual([
      { result: 'done', bookingId: one.bookingId, eventVersion: expect.any(Number) },
      { result: 'refused', reason: 'slot_taken' },
    ]);
    const [row] = await database.sql`select outcome from attempts where id = ${one.id}`;
    expect(row?.outcome).toEqual({ result: 'done', bookingId: one.bookingId });
  });

  it('reaches everyone who waits for it, and nobody who waits for another', async () => {
    const flows = flowsThat(() => never);
    await untilListening(flows);
    const [one, other] = await rivals();
    const all = Array.from({ length: 20 }, () => flows.carryOut(subject, one));
    let isHeard = false;
    flows.carryOut(subject, other).then(() => (isHeard = true));
    await confirmBooking(database.sql, testSecrets, one.id);
    expect(new Set((await Promise.all(all)).map(({ result }) => result))).toEqual(new Set(['done']));
    expect(isHeard).toBe(false);
  });

  it('is the flow’s if no notification comes, and so is its error', async () => {
    const [one] = await rivals();
    const answer = refused('too_soon');
    expect(await flowsThat(async () => answer).carryOut(subject, one)).toBe(answer);
    const away = flowsThat(() => Promise.reject(new Error('away')));
    await expect(away.carryOut(subject, one)).rejects.toThrow('away');
    expect(away.warned).toEqual([]);
  });
  it('is logged with the id of the flow if the flow’s own answer was lost after it, and never before', async () => {
    let lose: (error: Error) => void = () => {};
    const lost = new Promise<never>((_resolve, reject) => {
      lose = reject;
    });
    const flows = flowsThat(() => lost);
    await untilListening(flows);
    const [one] = await rivals();
    const outcome = flows.carryOut({ bookingId: one.bookingId, workspaceId: 'w' }, one);
    await confirmBooking(database.sql, testSecrets, one.id);
    await outcome;
    expect(flows.warned).toEqual([]);
    lose(new Error('away'));
    const message = 'answered at the commit; its flow has not answered';
    await expect.poll(() => flows.warned).toContainEqual({ workflowId: `booking/${one.bookingId}`, message });
  });

  it('is the flow’s if listening fails, which is logged once', async () => {
    const [one] = await rivals();
    const deaf = { listen: () => Promise.reject(new Error('no session')) };
    const flows = flowsThat(async () => refused('too_soon'), deaf);
    expect(await flows.carryOut(subject, one)).toEqual(refused('too_soon'));
    expect(await flows.carryOut(subject, one)).toEqual(refused('too_soon'));
    const message = 'outcomes are not heard; answers come with the flow’s';
    expect(flows.warned).toEqual([{ err: new Error('no session'), message }]);
  });
});
