import { placeWords } from '../../web/parts/place-words.ts';
import { readReceipt, timeOf } from './booking-state.ts';
import { tooOld } from './code-page.ts';
import { addressOf, hostHref } from './event-address.ts';
import type { Visit } from './visit.ts';

/** GET …/booked?r=: what the booking answered, as often as it is loaded. */
export async function showBooked(visit: Visit): Promise<void> {
  visit.keepPrivate();
  const address = addressOf(visit);
  const receipt = readReceipt(visit, address, visit.query('r'));
  if (receipt === null) return tooOld(visit, address);
  const { event, startUtc, timezone, email, outcome, joinUrl } = receipt;
  visit.wear({ outcome });
  visit.show('booked', {
    outcome,
    eventName: event.name,
    hostName: event.hostName,
    time: timeOf(startUtc, event.durationMinutes, timezone, visit.locale),
    place: placeWords(event.locationType),
    joinUrl,
    email,
    hostHref: hostHref(address, timezone),
  });
}
