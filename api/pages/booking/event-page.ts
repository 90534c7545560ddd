import { eventWords } from '../../../texts/en/pages/times.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { Visit } from '../shell/visit.ts';
import { readState } from './booking-state.ts';
import { showDetails } from './details-page.ts';
import { addressOf } from './event-address.ts';
import { showTimes } from './times-page.ts';
import { chosenZone } from './zones.ts';

/**
 * GET /{workspace}/{username}/{eventSlug}: the open times; with `startAt` the details step. `s` is the guest's sealed progress;
 * both steps pass it on.
 */
export async function showEvent(visit: Visit): Promise<void> {
  const address = addressOf(visit);
  // The page then shows the guest's input.
  if (['s', 'name', 'email'].some((field) => visit.query(field) !== undefined)) visit.keepPrivate();
  const state = readState(visit, address, visit.query('s'));
  const asksForTimes = visit.query('month') !== undefined || visit.query('date') !== undefined;
  const startAt = visit.query('startAt') ?? (asksForTimes ? undefined : state?.startUtc || undefined);
  if (startAt === undefined) return showTimes(visit, address, { notice: zoneNotice(visit), state });
  return showDetails(visit, address, { startAt, state });
}

/** For a link with an unknown zone: says that the times are in another zone. */
function zoneNotice(visit: Visit): NoticeText | null {
  const asked = visit.query('timezone');
  if (asked === undefined || chosenZone(visit) !== undefined) return null;
  const { unknownZone, unknownZoneHint } = visit.words(eventWords);
  return { tone: 'warning', title: unknownZone, text: unknownZoneHint };
}
