import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookingOfGoogleEvent, googleEventId } from '../../../domain/calendars/event-ids.ts';

it('makes ids that Google takes, another for each booking and generation, and finds the booking in them', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(100), (bookingId, generation) => {
      const id = googleEventId(bookingId, generation);
      expect(id).toMatch(/^[a-v0-9]{5,1024}$/);
      expect(bookingOfGoogleEvent(id)).toBe(bookingId);
      expect(googleEventId(bookingId, generation + 1)).not.toBe(id);
    }),
  );
});

it.each(['', 'hf', '3ab9f0c1', 'hf00000000000000000000000000_20261124T090000Z', `hf${'v'.repeat(27)}`])(
  '%s is no id of ours',
  (id) => {
    expect(bookingOfGoogleEvent(id)).toBeNull();
  },
);
