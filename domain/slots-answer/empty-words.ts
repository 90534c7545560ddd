import type { EmptyReason } from '../../schemas/shapes/public-calendar.ts';

/** What an empty list means, and what to do about it. */
export const emptyWords: Readonly<Record<EmptyReason, string>> = {
  workspace_locked: 'There are no slots: this workspace takes no bookings at present. Only its owner can change that.',
  no_schedule: 'There are no slots: the host has not set any hours yet. Asking for other dates does not help.',
  no_rules: 'There are no slots: the host has a schedule without any open hours. Asking for other dates does not help.',
  no_calendar:
    "There are no slots: the host's calendar cannot be read at present, and without it nothing is offered. Try again later.",
  no_slots: 'There are no slots in this window: the host is booked, closed, or it is too soon or too far ahead.',
};

/** The words for a window that can never have slots. */
export const outsideWords = (outside: 'over' | 'too_far', maxFutureDays: number): string =>
  outside === 'over'
    ? 'There are no slots: the window that was asked for is over. Ask for times from now on.'
    : `There are no slots: the window that was asked for begins later than this event is booked, ${maxFutureDays} days ahead. Ask for an earlier one.`;
