import { MINUTE_MS } from '../../../domain/time/civil.ts';
import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { detailsWords } from '../../../texts/en/pages/details.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import { countryOfZone } from '../../../web/parts/calling-countries.ts';
import type { FormProblem } from '../../../web/parts/error-summary.tsx';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { placeWords } from '../../../web/parts/place-words.ts';
import { dateIn } from '../../../web/picker/civil-month.ts';
import { failureOf } from '../../core/call.ts';
import { unavailable } from '../../core/failures.ts';
import { signPageToken } from '../shell/page-token.ts';
import { unreadTimes } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Answer, Visit } from '../shell/visit.ts';
import { askedForm } from './asked-form.ts';
import { alternativeOf, type BookingState, type StepProblem, timeOf, toUtc } from './booking-state.ts';
import { toMadeBooking } from './booking-steps.ts';
import { aboutEvent, eventPath, subjectOf } from './event-address.ts';
import { restoreInput } from './restore-input.ts';
import { slotNotice } from './slot-notice.ts';
import { refuseEvent, showTimes } from './times-page.ts';
import { givenByLink, nothingTyped } from './typed-details.ts';
import { whyClosed } from './why-closed.ts';
import { chosenZone } from './zones.ts';

interface DetailsRequest {
  readonly startAt: string;
  readonly state: BookingState | null;
}

/** The details step of one start, filled with what the guest typed before, if they did. */
export async function showDetails(
  visit: Visit,
  address: EventAddress,
  { startAt, state }: DetailsRequest,
): Promise<void> {
  const startUtc = toUtc(startAt);
  const timezone = chosenZone(visit) ?? state?.timezone;
  if (startUtc === null) return showTimes(visit, address, { notice: unreadableStart(visit), state });
  const own = state?.startUtc === startUtc ? state : null;
  if (own?.challengeToken && (await toMadeBooking(visit, address, own))) return;
  const answer = await readSlot(visit, address, startUtc, timezone);
  if (!answer.ok) return refuseEvent(visit, address, answer, timezone);
  const slots = answer.output;
  // The list does not hold a start that this guest's own code holds: the next step checks it.
  const isOpen = own !== null || slots.slots.some((slot) => slot.startUtc === startUtc);
  let problem: StepProblem | null = own?.problem ?? null;
  if (!isOpen) {
    const { bookableEvents } = visit.kit.services;
    const reason = await whyClosed(visit.clock, () => bookableEvents.find(address, visit.now), startUtc);
    if (reason === null) return failToRead(visit);
    if (state === null) return showTimes(visit, address, { notice: slotNotice(reason, visit.locale), state });
    problem = { reason };
  }
  const { hostName, byApproval } = await aboutEvent(visit, address);
  renderDetails(visit, address, slots, {
    hostName,
    byApproval,
    startUtc,
    timezone: slots.availability.bookerTimezone,
    typed: state === null ? { ...nothingTyped, ...givenByLink(visit) } : await restoreInput(visit, state),
    problems: [],
    gone: problem,
    notice: null,
    state: visit.query('s'),
  });
}

function unreadableStart(visit: Visit): NoticeText {
  const { unreadableTime: title, unreadableTimeHint: text } = visit.words(detailsWords);
  return { tone: 'warning', title, text };
}

/** The start is not listed, and its reason cannot be read: the guest tries again, and what they typed stays in the address. */
function failToRead(visit: Visit): void {
  const failure = failureOf(unavailable('The times of this event cannot be read right now.', 'database'), null);
  visit.waitFor(failure);
  visit.show('problem', { ...unreadTimes(failure, visit.locale), again: visit.retry() }, failure.status);
}

/** The event with one start, if it is open. */
export function readSlot(
  visit: Visit,
  address: EventAddress,
  startUtc: string,
  timezone: string | undefined,
): Promise<Answer<SlotsResponse>> {
  const to = new Date(Date.parse(startUtc) + MINUTE_MS).toISOString();
  const zone = timezone === undefined ? {} : { timezone };
  return visit.ask('bookable', 'listSlots', { ...address, ...zone, from: startUtc, to, limit: 1 });
}

export interface DetailsView {
  readonly hostName: string;
  readonly byApproval: boolean;
  readonly startUtc: string;
  readonly timezone: string;
  readonly typed: TypedDetails;
  readonly problems: readonly FormProblem[];
  /** why the start cannot be booked; null if it can */
  readonly gone: StepProblem | null;
  readonly notice: NoticeText | null;
  /** the sealed state, for the links to other times */
  readonly state: string | undefined;
  readonly status?: number;
}

export function renderDetails(visit: Visit, address: EventAddress, slots: SlotsResponse, view: DetailsView): void {
  const { eventType, bookingPolicy } = slots;
  const { hostName, startUtc, timezone, typed, problems, gone, notice, state, status } = view;
  const minutes = eventType.durationMinutes;
  const date = dateIn(Date.parse(startUtc), timezone);
  visit.setOptions({ entry: 'details' });
  visit.show(
    'details',
    {
      eventName: eventType.name,
      hostName,
      place: placeWords(eventType.locationType, visit.locale),
      time: gone === null ? timeOf(startUtc, minutes, timezone, visit.locale) : null,
      alternatives: (gone?.alternatives ?? []).map((start) => alternativeOf(start, minutes, timezone, visit.locale)),
      timesHref: `${eventPath(address)}${queryText({ timezone, date, s: state })}`,
      form: askedForm(slots, visit.locale),
      typed,
      problems,
      notice: notice ?? (gone === null ? null : slotNotice(gone.reason, visit.locale, true)),
      action: eventPath(address),
      timezone,
      country: countryOfZone(timezone) ?? '',
      pageToken: signPageToken(visit.kit.pageKey, subjectOf(address), visit.now),
      byApproval: view.byApproval,
      codeNext: bookingPolicy.requireOtpHuman,
    },
    status,
  );
}
