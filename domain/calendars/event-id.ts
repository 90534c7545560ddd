const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/**
 * The id that we give to the event of a booking at Google: base32hex of the booking's id, so that a repeated create finds the first event
 * (Calendar API v3, Events: id, 5 to 1024 characters of a to v and 0 to 9).
 * @param generation counts events of this booking: the id of a deleted event cannot be used again
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

/** The booking that an event of ours at Google is for, by its id; null: the id is not ours. Instances of a series have other ids. */
export function bookingOfGoogleEvent(eventId: string): string | null {
  const digits = /^hf([0-7][0-9a-v]{25})[0-9a-v]+$/.exec(eventId)?.[1];
  if (digits === undefined) return null;
  const value = [...digits].reduce((sum, digit) => sum * 32n + BigInt(ALPHABET.indexOf(digit)), 0n);
  const hex = value.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
