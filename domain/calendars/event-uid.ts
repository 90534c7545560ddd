import { bookingOfGoogleEvent } from './event-id.ts';

const OUR_UID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^@]+$/i;
/** Google names an event by its id; ours of earlier releases have such UIDs. */
const GOOGLE_UID = /^(hf[0-9a-v]+)@google\.com$/;
/** MS-OXOCAL, PidLidGlobalObjectId: the header that all of Exchange's ids begin with. */
const EXCHANGE_HEADER = '040000008200e00074c5b7101a82e008';
/** MS-OXCICAL: `vCal-Uid` and a number; the UID of another program follows as text and ends with a zero. */
const FOREIGN_UID = '7643616c2d55696401000000';

/**
 * Returns the booking that a UID names, in one of our forms; null: none. The database knows if the booking exists, and its hosts.
 * Exchange may show the UID of a file that it added from a mail inside an id of its own.
 */
export function bookingOfUid(uid: string | null | undefined): string | null {
  if (!uid) return null;
  const text = foreignUid(uid) ?? uid;
  const ours = OUR_UID.exec(text)?.[1];
  if (ours !== undefined) return ours.toLowerCase();
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
