import { expect, it } from 'vitest';
import { createBookingFlows } from '../../api/flows/booking-flows.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { openAttempt } from '../support/drivers/attempts.ts';
import { askCode, bookingRequest } from '../support/drivers/guest.ts';
import { createHost } from '../support/drivers/host.ts';
import { skippedTime, terminateAtRest } from '../support/stack/skipped-time.ts';
import { HostJourney } from './host-booking-paths.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TASK_QUEUE = 'lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE_MS = 20_000;
/** In the flow's time, which may run ahead a little between reads. */
const SLACK_MS = 30 * MINUTE_MS;

const world = await skippedTime('the lifetimes of the booking flow', TASK_QUEUE);

/** When an event happened, by the server's clock. */
const secondsOf = (event: { eventTime?: { seconds?: unknown } | null } | undefined): number =>
  Number(event?.eventTime?.seconds);

/** Rows use the database's clock, flows the server's. A time that passes for the flow must pass for its row too. */
const letRowsPass = (bookingId: string) => world.database.sql`
  with codes as (update challenges set expires_at = expires_at - interval '100 days' where id = ${bookingId})
  update bookings set start_at = start_at - interval '100 days', end_at = end_at - interval '100 days',
    decide_by = decide_by - interval '100 days'
  where id = ${bookingId}`;

world.describe('a booking flow, in a world where days pass in milliseconds', () => {
  /** Runs a flow to its end. Returns how much of its own time passed. */
  async function live(settings: Record<string, boolean>, books: boolean) {
    const { sql } = world.database;
    const host = await createHost(sql, settings);
    const startMs = (await host.openStarts()).find((start) => start > Date.now() + 3 * DAY_MS) ?? 0;
    const { challenge } = await askCode(sql, host);
    const subject = { bookingId: challenge.id, workspaceId: host.workspaceId };
    const flows = createBookingFlows(world.environment.client, TASK_QUEUE, PATIENCE_MS);
    await flows.requestCode(subject, 1);
    if (books) {
      const attempt = await openAttempt(sql, challenge.id, 'confirm', bookingRequest(challenge.guestEmail, startMs));
      expect(await flows.carryOut(subject, attempt)).toMatchObject({ result: 'done' });
      await expect
        .poll(
          () => sql`select 1 from booking_changes where booking_id = ${challenge.id} and announced_at is not null`,
          { timeout: PATIENCE_MS },
        )
        .toHaveLength(1);
      // The flow sets its next timer from the row as it is now. The row ages only after that.
      await expect
        .poll(
          async () =>
            (
              await world.environment.client.workflow.getHandle(flowId('booking', challenge.id)).fetchHistory()
            ).events?.at(-1)?.timerStartedEventAttributes,
          { timeout: PATIENCE_MS },
        )
        .toBeTruthy();
    }
    await letRowsPass(challenge.id);
    const flow = world.environment.client.workflow.getHandle(flowId('booking', challenge.id));
    const end = await flow.result();
    const { events } = await flow.fetchHistory();
    return { end, startMs, passedMs: secondsOf(events?.at(-1)) * 1_000 - secondsOf(events?.[0]) * 1_000 };
  }

  it('waits ten minutes for the code', async () => {
    const { end, passedMs } = await live({}, false);
    expect(end).toBe('code expired');
    expect(passedMs).toBeGreaterThanOrEqual(10 * MINUTE_MS - 1_000);
    expect(passedMs).toBeLessThan(10 * MINUTE_MS + SLACK_MS);
  });

  it('waits three days for a meeting, and its half hour', async () => {
    const { end, startMs, passedMs } = await live({}, true);
    expect(end).toBe('completed');
    expect(Math.abs(passedMs - (startMs + 30 * MINUTE_MS - Date.now()))).toBeLessThan(SLACK_MS);
  });

  it('waits two days for the host to decide', async () => {
    const { end, passedMs } = await live({ requires_approval: true }, true);
    expect(end).toBe('canceled');
    expect(Math.abs(passedMs - 2 * DAY_MS)).toBeLessThan(SLACK_MS);
  });

  it('tries the mails of a move again after an hour, also while others of them wait for room', async () => {
    const { database, environment } = world;
    const { sql } = database;
    const journey = await HostJourney.begin({ sql, client: environment.client, taskQueue: TASK_QUEUE } as never);
    const last = journey.starts.length - 1;
    expect(await journey.open(last)).toMatchObject({ result: 'done' });
    await journey.announced();
    await journey.fillInbox();
    await sql.unsafe(`
      create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail leaves'; end $$;
      create trigger refuse_mail before insert on local_mails for each row execute function refuse_mail();`);
    expect(await journey.reschedule(last - 1)).toMatchObject({ result: 'done' });
    await environment.sleep('150 minutes');
    const { events } = await journey.flow.fetchHistory();
    const runs = (activity: string) =>
      (events ?? []).filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity);
    // Of the booking, and of the move: for an hour, then again after an hour's rest.
    expect([runs('announce').length, runs('mailWaiting').length]).toEqual([3, 0]);
    await sql`drop function refuse_mail cascade`;
    await environment.sleep('10 minutes');
    await journey.announced();
    await terminateAtRest(journey.flow);
  });
});
