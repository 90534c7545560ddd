import { expect } from 'vitest';
import type { AttemptOutcome, BookingEnd } from '../../domain/booking/attempt.ts';
import { flows } from '../../workflows/catalogue.ts';
import { Journey } from '../support/drivers/booking-journey.ts';
import { askCode, newGuest } from '../support/drivers/guest.ts';
import type { EventSettings } from '../support/drivers/host.ts';
import { letRemindersPass, planOf, remindOf } from '../support/drivers/reminders.ts';
import type { Stack } from '../support/stack/stack.ts';

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

/** Its reminders of a side are due; resolves once they have left. */
async function reminded(journey: Journey, { sql }: Stack, side: 'before' | 'after' | 'no_show'): Promise<void> {
  await letRemindersPass(sql, journey.bookingId, side);
  await journey.nudge();
  await expect.poll(async () => (await planOf(sql, journey.bookingId)).filter((one) => one.side === side)).toEqual([]);
}

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
      await journey.reauthenticate();
      await journey.mailCode(2);
      must(await journey.confirm(), 'done');
      await journey.announced();
      await journey.ageGuestRecords();
    },
  },
  {
    name: 'reminded-before-and-after',
    ends: 'completed',
    mails: [
      'booking_code',
      'booking_confirmation',
      'booking_reminder',
      'booking_rescheduled',
      'booking_reminder',
      'booking_reminder',
    ],
    walk: async (journey, stack) => {
      await remindOf(stack.sql, journey.host.eventTypeId, [{ when: '5m before' }, { when: '30m after' }]);
      await journey.mailCode();
      must(await journey.confirm(600), 'done');
      await journey.announced();
      await reminded(journey, stack, 'before');
      must(await journey.reschedule(601), 'done');
      await journey.announced();
      await reminded(journey, stack, 'before');
      await journey.ageGuestRecords();
      await reminded(journey, stack, 'after');
    },
  },
  {
    name: 'reminded-of-a-no-show',
    ends: 'no_show',
    mails: ['booking_code', 'booking_confirmation', 'booking_reminder'],
    walk: async (journey, stack) => {
      await remindOf(stack.sql, journey.host.eventTypeId, [{ when: '30m after' }, { when: '1h after no-show' }]);
      await journey.mailCode();
      must(await journey.confirm(), 'done');
      await journey.announced();
      await journey.ageGuestRecords();
      must(await journey.markNoShow(), 'done');
      // Thanks for coming are not for who did not come.
      await reminded(journey, stack, 'after');
      await reminded(journey, stack, 'no_show');
    },
  },
  {
    name: 'canceled-before-its-reminder',
    ends: 'canceled',
    mails: ['booking_code', 'booking_confirmation', 'booking_canceled'],
    walk: async (journey, stack) => {
      await remindOf(stack.sql, journey.host.eventTypeId, [{ when: '5m before' }, { when: '1h after' }]);
      await journey.mailCode();
      must(await journey.confirm(600), 'done');
      await journey.announced();
      must(await journey.cancel(), 'done');
      expect(await planOf(stack.sql, journey.bookingId)).toEqual([]);
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

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { booking: bookingPaths };
