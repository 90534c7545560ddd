import { createBookingFlows } from '../../api/flows/booking-flows.ts';
import type { AttemptKind, AttemptOutcome, BookingEnd } from '../../domain/booking/attempt.ts';
import type { AttemptRequests } from '../../store/booking/attempts.ts';
import type { CodeIssue } from '../../store/booking/code-requests.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { openAttempt } from '../support/drivers/attempts.ts';
import { askCode, bookingRequest, newGuest } from '../support/drivers/guest.ts';
import { createHost, type EventSettings, type TestHost } from '../support/drivers/host.ts';
import type { Stack } from '../support/stack/stack.ts';

const GONE_BY = "interval '100 days'";

/** One guest on one path through the flow. */
export class Journey {
  readonly #stack: Stack;
  readonly host: TestHost;
  readonly starts: readonly number[];
  readonly issue: CodeIssue;
  readonly #flows;

  private constructor(stack: Stack, host: TestHost, starts: readonly number[], issue: CodeIssue) {
    this.#stack = stack;
    this.host = host;
    this.starts = starts;
    this.issue = issue;
    this.#flows = createBookingFlows(stack.client, stack.taskQueue);
  }

  static async begin(
    stack: Stack,
    settings: EventSettings = {},
    guestEmail = newGuest(),
    host?: TestHost,
  ): Promise<Journey> {
    const of = host ?? (await createHost(stack.sql, settings));
    return new Journey(stack, of, await of.openStarts(), await askCode(stack.sql, of, { guestEmail }));
  }

  /** The same guest with another code. */
  static of(stack: Stack, { host, starts }: Journey, issue: CodeIssue): Journey {
    return new Journey(stack, host, starts, issue);
  }

  get bookingId(): string {
    return this.issue.challenge.id;
  }

  get #subject() {
    return { bookingId: this.bookingId, workspaceId: this.host.workspaceId };
  }

  get flow() {
    return this.#stack.client.workflow.getHandle(flowId('booking', this.bookingId));
  }

  mailCode(issueNo = 1) {
    return this.#flows.requestCode(this.#subject, issueNo);
  }

  async askAgain(): Promise<void> {
    await this.#stack
      .sql`update challenges set issued_at = issued_at - interval '1 minute' where id = ${this.bookingId}`;
    await askCode(this.#stack.sql, this.host, { guestEmail: this.issue.challenge.guestEmail });
  }

  confirm(nth = 0): Promise<AttemptOutcome> {
    return this.#attempt('confirm', bookingRequest(this.issue.challenge.guestEmail, this.starts[nth] ?? 0));
  }

  reschedule(nth: number, atRevision = 1): Promise<AttemptOutcome> {
    return this.#attempt('reschedule', { startMs: this.starts[nth] ?? 0, atRevision, source: 'public_api' });
  }

  cancel(): Promise<AttemptOutcome> {
    return this.#attempt('cancel', { reason: 'ill', actor: 'guest', source: 'public_api' });
  }

  /** @param nth the start that the host sees */
  decide(decision: 'approve' | 'decline', nth = 0): Promise<AttemptOutcome> {
    return this.#attempt('decide', { decision, reason: null, startMs: this.starts[nth] ?? 0 });
  }

  cancelAsNotMe(): Promise<AttemptOutcome> {
    return this.#attempt('cancel', { reason: null, actor: 'not_me', source: 'web' });
  }

  async #attempt<Kind extends AttemptKind>(kind: Kind, request: AttemptRequests[Kind]): Promise<AttemptOutcome> {
    const attempt = await openAttempt(this.#stack.sql, this.bookingId, kind, request);
    return this.#flows.carryOut(this.#subject, attempt);
  }

  /** Ages the rows (code, decision, meeting) and makes the flow read them. */
  async ageGuestRecords(): Promise<void> {
    await this.letRowsPass();
    await this.nudge();
  }

  async letRowsPass(): Promise<void> {
    const { sql } = this.#stack;
    const gone = sql.unsafe(GONE_BY);
    await sql`update challenges set expires_at = expires_at - ${gone} where id = ${this.bookingId}`;
    await sql`update bookings set start_at = start_at - ${gone}, end_at = end_at - ${gone}, decide_by = decide_by - ${gone} where id = ${this.bookingId}`;
  }

  nudge(): Promise<void> {
    return this.flow.signal(flows.booking.signals.nudge);
  }

  burn() {
    return this.#stack.sql`update challenges set status = 'burned' where id = ${this.bookingId}`;
  }

  /** Waits until every change is mailed. */
  async announced(): Promise<void> {
    for (;;) {
      const due = await this.#stack.sql`
        select 1 from booking_changes where booking_id = ${this.bookingId} and announced_at is null`;
      if (due.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

export interface Path {
  readonly name: string;
  readonly ends: BookingEnd;
  /** The mails that the guest gets, in order. */
  readonly mails: readonly string[];
  readonly settings?: EventSettings;
  walk(journey: Journey, stack: Stack): Promise<void>;
}

const must = (outcome: AttemptOutcome, expected: string): void => {
  const got = outcome.result === 'done' ? 'done' : outcome.reason;
  if (got !== expected) throw new Error(`expected ${expected}, got ${got}`);
};

/** Every path through the booking flow. Each has a history in test/histories/booking, by its name. */
export const bookingPaths: readonly Path[] = [
  {
    name: 'code-expired',
    ends: 'code expired',
    mails: ['booking_code'],
    walk: async (journey) => {
      await journey.mailCode();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'code-burned',
    ends: 'code burned',
    mails: ['booking_code'],
    walk: async (journey) => {
      await journey.mailCode();
      await journey.burn();
      await journey.nudge();
    },
  },
  {
    name: 'code-resent-then-booked-and-completed',
    ends: 'completed',
    mails: ['booking_code', 'booking_code', 'booking_confirmation'],
    walk: async (journey) => {
      await journey.mailCode();
      await journey.askAgain();
      await journey.mailCode(2);
      must(await journey.confirm(), 'done');
      await journey.announced();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'slot-taken-then-another-booked',
    ends: 'completed',
    mails: ['booking_code', 'booking_confirmation'],
    walk: async (journey, stack) => {
      const rival = await Journey.begin(stack, {}, newGuest(), journey.host);
      await Promise.all([journey.mailCode(), rival.mailCode()]);
      must(await rival.confirm(), 'done');
      must(await journey.confirm(), 'slot_taken');
      must(await journey.confirm(1), 'done');
      must(await journey.confirm(2), 'code_used');
      await journey.announced();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'answered-by-an-earlier-booking',
    ends: 'answered by an earlier booking',
    mails: ['booking_confirmation', 'booking_code'],
    walk: async (journey, stack) => {
      // One guest, one event, two inboxes: two valid codes, and the second requests what the first booked.
      const guestEmail = journey.issue.challenge.guestEmail;
      const agents = await askCode(stack.sql, journey.host, {
        guestEmail,
        receivingEmail: 'agent@agent.test',
        agentEmail: 'agent@agent.test',
      });
      const first = Journey.of(stack, journey, agents);
      await first.mailCode();
      must(await first.confirm(), 'done');
      await first.announced();
      await journey.mailCode();
      must(await journey.confirm(), 'done');
    },
  },
  {
    name: 'rescheduled-then-completed',
    ends: 'completed',
    mails: ['booking_code', 'booking_confirmation', 'booking_rescheduled'],
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      must(await journey.reschedule(3), 'done');
      must(await journey.reschedule(3, 2), 'done');
      await journey.announced();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'canceled',
    ends: 'canceled',
    mails: ['booking_code', 'booking_confirmation', 'booking_canceled'],
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      must(await journey.cancel(), 'done');
    },
  },
  {
    name: 'request-approved-then-completed',
    ends: 'completed',
    mails: ['booking_code', 'booking_pending', 'booking_confirmation'],
    settings: { requires_approval: true },
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      must(await journey.decide('approve'), 'done');
      must(await journey.decide('decline'), 'already_decided');
      await journey.announced();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'request-moved-then-declined',
    ends: 'canceled',
    mails: ['booking_code', 'booking_pending', 'booking_pending', 'booking_canceled'],
    settings: { requires_approval: true },
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      must(await journey.reschedule(5), 'done');
      await journey.announced();
      must(await journey.decide('approve'), 'request_moved');
      must(await journey.decide('decline', 5), 'done');
    },
  },
  {
    name: 'approved-then-moved-and-approved-again',
    ends: 'completed',
    mails: ['booking_code', 'booking_pending', 'booking_confirmation', 'booking_pending', 'booking_confirmation'],
    settings: { requires_approval: true },
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      must(await journey.decide('approve'), 'done');
      await journey.announced();
      must(await journey.reschedule(5), 'done');
      await journey.announced();
      must(await journey.decide('approve', 5), 'done');
      await journey.announced();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'request-canceled-as-not-me',
    ends: 'canceled',
    mails: ['booking_code', 'booking_pending', 'booking_canceled'],
    settings: { requires_approval: true },
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      must(await journey.cancelAsNotMe(), 'done');
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'completed',
    mails: ['booking_code', 'booking_confirmation'],
    walk: async (journey, stack) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      await journey.flow.terminate('by a test');
      await journey.letRowsPass();
      await stack.client.workflow.signalWithStart('booking', {
        workflowId: journey.flow.workflowId,
        taskQueue: stack.taskQueue,
        args: [{ bookingId: journey.bookingId, codeLifetimeMs: 0 }],
        signal: flows.booking.signals.nudge,
      });
    },
  },
  {
    name: 'request-undecided',
    ends: 'canceled',
    mails: ['booking_code', 'booking_pending', 'booking_canceled'],
    settings: { requires_approval: true },
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'picked-up-after-its-flow-was-terminated',
    ends: 'canceled',
    mails: ['booking_code', 'booking_confirmation', 'booking_canceled'],
    walk: async (journey) => {
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      await journey.flow.terminate('by a test');
      must(await journey.cancel(), 'done');
    },
  },
];
