const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/**
 * Returns the id of a booking's event at Google: base32hex of the booking's id, so that a repeated create finds the first event
 * (Calendar API v3, Events: id, 5 to 1024 characters of a to v and 0 to 9).
 * @param generation number of earlier events of this booking: the id of a deleted event cannot be used again
 */
export function googleEventId(bookingId: string, generation: number): string {
  let rest = BigInt(`0x${bookingId.replaceAll('-', '')}`);
  let digits = '';
  for (let place = 0; place < 26; place += 1) {
    digits = ALPHABET[Number(rest % 32n)] + digits;
    rest /= 32n;
  }
  return `hf${digits}${generation.toString(32)}`;
}

/** Returns the booking of an event that Holdfast wrote at Google, from the event's id; null for other ids. Instances of a series have other ids. */
export function bookingOfGoogleEvent(eventId: string): string | null {
  const digits = /^hf([0-7][0-9a-v]{25})[0-9a-v]+$/.exec(eventId)?.[1];
  if (digits === undefined) return null;
  const value = [...digits].reduce((sum, digit) => sum * 32n + BigInt(ALPHABET.indexOf(digit)), 0n);
  const hex = value.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const BOOKING_UID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^@]+$/i;
/** The UID that Google derives from an event's id. Events of earlier releases have it. */
const GOOGLE_UID = /^(hf[0-9a-v]+)@google\.com$/;
/** MS-OXOCAL, PidLidGlobalObjectId: the header that all of Exchange's ids begin with. */
const EXCHANGE_HEADER = '040000008200e00074c5b7101a82e008';
/** MS-OXCICAL: `vCal-Uid` and a number; the UID of another program follows as text and ends with a zero. */
const FOREIGN_UID = '7643616c2d55696401000000';

/**
 * Returns the booking that a UID of Holdfast names; null for other UIDs. The caller checks that the booking exists, and its hosts.
 * Exchange may wrap the UID of a file that it added from a mail in an id of its own.
 */
export function bookingOfUid(uid: string | null | undefined): string | null {
  if (!uid) return null;
  const text = foreignUid(uid) ?? uid;
  const bookingId = BOOKING_UID.exec(text)?.[1];
  if (bookingId !== undefined) return bookingId.toLowerCase();
  const googleId = GOOGLE_UID.exec(text)?.[1];
  return googleId === undefined ? null : bookingOfGoogleEvent(googleId);
}

function foreignUid(uid: string): string | null {
  const hex = uid.toLowerCase();
  if (!hex.startsWith(EXCHANGE_HEADER) || !/^[0-9a-f]+$/.test(hex)) return null;
  const at = hex.indexOf(FOREIGN_UID, EXCHANGE_HEADER.length);
  if (at < 0) return null;
  const text = Buffer.from(hex.slice(at + FOREIGN_UID.length), 'hex').toString('latin1');
  return text.split('\0', 1)[0] ?? null;
}
