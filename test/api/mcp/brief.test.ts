import { describe, expect, it } from 'vitest';
import { briefOf } from '../../../api/mcp/brief.ts';

const WHY = 'There are no slots: the window that was asked for begins later than this event is booked.';
const slot = {
  startUtc: '2026-12-01T09:00:00.000Z',
  bookerLocal: { dateLocal: '2026-12-01', dayOfWeek: 'Tuesday', startLocal: '10:00' },
};

/** As much of the answer as its brief form reads. */
const answer = (slots: readonly object[], nextAvailableStartUtc: string | null) => ({
  eventType: { slug: 'intro', name: 'Intro', durationMinutes: 30, locationType: 'phone', form: null },
  agentBooking: { instructions: [WHY, 'Show the guest the open times.'] },
  availability: {
    bookerTimezone: 'Europe/Berlin',
    truncatedByLimit: false,
    queriedToUtc: slot.startUtc,
    nextAvailableStartUtc,
  },
  slots,
  emptyReason: 'no_slots',
  bookingPolicy: {},
  howToBook: { confirmResponse: { booking: { status: 'confirmed' } } },
});
const next = (input: object, ...of: Parameters<typeof answer>) =>
  briefOf('get_availability', input, answer(...of)).next;

describe('the next step of get_availability', () => {
  it('is to book, or with the token of a meeting to move it', () => {
    expect(next({}, [slot], slot.startUtc)).toContain('request_booking_code');
    const ofMove = next({ token: 'manage' }, [slot], slot.startUtc);
    expect(ofMove).toContain('at the link in their mail');
    expect(ofMove).not.toContain('request_booking_code');
  });

  it('without times is to ask from the next one, or why there is none', () => {
    expect(next({}, [], slot.startUtc)).toContain('from = nextAvailableStartUtc');
    expect(next({ when: 'Monday', to: '2026-12-02' }, [], slot.startUtc)).toContain('without when and to.');
    expect(next({}, [], null)).toBe(WHY);
  });
});
