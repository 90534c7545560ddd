import { v7 as uuidv7 } from 'uuid';
import { createBookingFlows } from '../../api/flows/booking-flows.ts';
import type { AttemptKind, AttemptOutcome, BookingEnd } from '../../domain/booking/attempt.ts';
import { type AttemptRequests, openHostAttempt } from '../../store/booking/attempts.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { openAttempt } from '../support/drivers/attempts.ts';
import { bookingRequest, newGuest } from '../support/drivers/guest.ts';
import { createHost, type EventSettings, type TestHost } from '../support/drivers/host.ts';
import { announced, eventually } from '../support/factories/meeting.ts';
import type { Stack } from '../support/stack/stack.ts';

/** A host who books for a guest, on one path through the flow. */
export class HostJourney {
  readonly #stack: Stack;
  readonly host: TestHost;
  readonly starts: readonly number[];
  readonly guest = newGuest();
  readonly #flows;
  #bookingId = '';

  private constructor(stack: Stack, host: TestHost, starts: readonly number[]) {
    this.#stack = stack;
    this.host = host;
    this.starts = starts;
    this.#flows = createBookingFlows(stack.client, stack.taskQueue);
  }

  static async begin(stack: Stack, settings: EventSettings = {}): Promise<HostJourney> {
    const host = await createHost(stack.sql, { requires_approval: true, ...settings });
    return new HostJourney(stack, host, await host.openStarts());
  }

  get bookingId(): string {
    return this.#bookingId;
  }

  get #by() {
    return { userId: this.host.userId, apiKeyId: null, agentSeatId: null };
  }

  get #subject() {
    return { bookingId: this.#bookingId, workspaceId: this.host.workspaceId };
  }

  get flow() {
    return this.#stack.client.workflow.getHandle(flowId('booking', this.#bookingId));
  }

  /** Each request has a flow of its own; the journey continues with the new one. */
  async open(nth = 0, guest = this.guest): Promise<AttemptOutcome> {
    const { workspaceId, eventTypeId } = this.host;
    const more = { source: 'host_api', idempotencyKey: uuidv7() } as const;
    const booking = bookingRequest(guest, this.starts[nth] ?? 0, more);
    const request = { workspaceId, eventTypeId, booking, by: this.#by, testMode: false };
    const attempt = await openHostAttempt(this.#stack.sql, request);
    this.#bookingId = attempt.bookingId;
    return this.#flows.carryOut(this.#subject, attempt);
  }

  reschedule(nth: number): Promise<AttemptOutcome> {
    const request = { startMs: this.starts[nth] ?? 0, atRevision: 1, source: 'host_api', by: this.#by };
    return this.#attempt('reschedule', request);
  }

  cancel(): Promise<AttemptOutcome> {
    return this.#attempt('cancel', { reason: 'ill', actor: 'host', source: 'host_api', by: this.#by });
  }

  markNoShow(): Promise<AttemptOutcome> {
    return this.#attempt('markNoShow', { source: 'host_api', by: this.#by });
  }

  async #attempt<Kind extends AttemptKind>(kind: Kind, request: AttemptRequests[Kind]): Promise<AttemptOutcome> {
    const attempt = await openAttempt(this.#stack.sql, this.#bookingId, kind, request);
    return this.#flows.carryOut(this.#subject, attempt);
  }

  /** Another workspace's mails use up the guest's inbox, or leave room again. */
  async fillInbox(): Promise<void> {
    await this.#stack.sql`
      insert into uninvited_mails (workspace_id, email, by_host, further, caused_at)
      select ${this.host.workspaceId}, ${this.guest}, false, false, clock_timestamp() from generate_series(1, 10)`;
  }

  async freeInbox(): Promise<void> {
    await this.#stack.sql`delete from uninvited_mails where email = ${this.guest}`;
    await this.#stack.sql`
      update waiting_mails set try_at = clock_timestamp() where booking_id = ${this.#bookingId}`;
    await this.flow.signal(flows.booking.signals.nudge);
  }

  /** Whether a mail of a move waits, and is not looked for just now. */
  async mailWaits(): Promise<boolean> {
    const rows = await this.#stack.sql<{ rests: boolean }[]>`
      select try_at > clock_timestamp() as rests from waiting_mails where booking_id = ${this.#bookingId}`;
    return rows.length > 0 && rows.every(({ rests }) => rests);
  }

  async noMailWaits(): Promise<boolean> {
    const rows = await this.#stack.sql`select 1 from waiting_mails where booking_id = ${this.#bookingId}`;
    return rows.length === 0;
  }

  announced(): Promise<true> {
    return announced(this.#stack, this.#bookingId);
  }

  /** Moves the meeting so that it started `minutes` ago; it lasts 30 minutes. */
  async letRowsPass(minutes: number): Promise<void> {
    await this.#stack.sql`
      update bookings set start_at = clock_timestamp() - ${minutes} * interval '1 minute',
        end_at = clock_timestamp() + ${30 - minutes} * interval '1 minute' where id = ${this.#bookingId}`;
  }

  nudge(): Promise<void> {
    return this.flow.signal(flows.booking.signals.nudge);
  }
}

export interface HostPath {
  readonly name: string;
  readonly ends: BookingEnd;
  /** The mails that the guest gets, in order. */
  readonly mails: readonly string[];
  walk(journey: HostJourney): Promise<void>;
}

const must = (outcome: AttemptOutcome, expected: string): void => {
  const got = outcome.result === 'done' ? 'done' : outcome.reason;
  if (got !== expected) throw new Error(`expected ${expected}, got ${got}`);
};

/** Paths through the booking flow that a host starts. Each has a history in test/histories/booking, by its name. */
export const hostBookingPaths: readonly HostPath[] = [
  {
    name: 'host-booked-then-moved-and-completed',
    ends: 'completed',
    mails: ['booking_confirmation', 'booking_rescheduled'],
    walk: async (journey) => {
      must(await journey.open(), 'done');
      await journey.announced();
      must(await journey.reschedule(3), 'done');
      await journey.announced();
      await journey.letRowsPass(40);
      await journey.nudge();
    },
  },
  {
    name: 'host-moved-while-the-guest-has-had-the-mails-of-a-day',
    ends: 'canceled',
    mails: ['booking_confirmation', 'booking_rescheduled', 'booking_canceled'],
    walk: async (journey) => {
      // Days ahead: the mail of a meeting that is near leaves past the cap.
      const late = journey.starts.length - 1;
      must(await journey.open(late), 'done');
      await journey.announced();
      await journey.fillInbox();
      must(await journey.reschedule(late - 1), 'done');
      await journey.announced();
      await eventually('the mail waits', () => journey.mailWaits());
      await journey.freeInbox();
      await eventually('the mail has left', () => journey.noMailWaits());
      must(await journey.cancel(), 'done');
    },
  },
  {
    name: 'host-booked-then-canceled',
    ends: 'canceled',
    mails: ['booking_confirmation', 'booking_canceled'],
    walk: async (journey) => {
      must(await journey.open(), 'done');
      await journey.announced();
      must(await journey.cancel(), 'done');
    },
  },
  {
    name: 'host-booked-then-no-show',
    ends: 'no_show',
    mails: ['booking_confirmation'],
    walk: async (journey) => {
      must(await journey.open(), 'done');
      await journey.announced();
      must(await journey.markNoShow(), 'not_begun');
      await journey.letRowsPass(10);
      must(await journey.markNoShow(), 'done');
    },
  },
  {
    name: 'host-marks-a-no-show-once-the-flow-is-over',
    ends: 'no_show',
    mails: ['booking_confirmation'],
    walk: async (journey) => {
      must(await journey.open(), 'done');
      await journey.announced();
      await journey.letRowsPass(40);
      await journey.nudge();
      await journey.flow.result();
      must(await journey.markNoShow(), 'done');
    },
  },
  {
    name: 'host-refused',
    ends: 'refused',
    mails: [],
    walk: async (journey) => {
      must(await journey.open(0, newGuest()), 'done');
      must(await journey.open(), 'slot_taken');
    },
  },
  {
    name: 'host-answered-by-an-earlier-booking',
    ends: 'answered by an earlier booking',
    mails: ['booking_confirmation'],
    walk: async (journey) => {
      must(await journey.open(), 'done');
      await journey.announced();
      must(await journey.open(), 'done');
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { booking: hostBookingPaths };
