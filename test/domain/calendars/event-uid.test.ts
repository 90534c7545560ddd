import { describe, expect, it } from 'vitest';
import { bookingOfUid, googleEventId } from '../../../domain/calendars/event-ids.ts';
import { inExchange } from '../../support/factories/exchange-uid.ts';

const BOOKING = '0d9c6f0e-8f1a-4d7e-9a55-2f6f3a1c7b10';
const UID = `${BOOKING}@book.acme.example`;

describe('the booking of a UID', () => {
  it('is found in the UID of our mails, in that of an older event at Google, and in the id that Exchange makes of one', () => {
    const ofGoogle = `${googleEventId(BOOKING, 3)}@google.com`;
    for (const uid of [UID, UID.toUpperCase(), ofGoogle, inExchange(UID), inExchange(ofGoogle)])
      expect(bookingOfUid(uid), uid).toBe(BOOKING);
  });

  it('is none of other events, broken ones included', () => {
    for (const uid of [
      ...[null, undefined, '', BOOKING, `x${UID}`, `${UID}@again`, `${BOOKING}@`, '@book.acme.example'],
      ...['4tq0abcd@google.com', `${googleEventId(BOOKING, 0)}@elsewhere.test`, inExchange('other@elsewhere.test')],
      ...[`040000008200E00074C5B7101A82E008${'0'.repeat(48)}`, `${inExchange(UID)}zz`, inExchange('')],
    ])
      expect(bookingOfUid(uid), String(uid)).toBeNull();
  });
});
