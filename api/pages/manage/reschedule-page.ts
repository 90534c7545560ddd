import { localParts } from '../../../domain/time/local.ts';
import { manageWords } from '../../../texts/en/pages/meeting.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { PickerPlace } from '../../../web/picker/picker-place.ts';
import type { Failure } from '../../core/call.ts';
import { alternativeOf, type StepProblem, timeOf, toUtc } from '../booking/booking-state.ts';
import { pickerOf, withBeside } from '../booking/picker.ts';
import { readOpenMonth, type ShownMonth, slotsPath } from '../booking/shown-month.ts';
import { isAboutTheSlot, slotNotice, slotProblem } from '../booking/slot-notice.ts';
import { chosenZone, zoneGroups } from '../booking/zones.ts';
import { hasPageToken, pageTokenFor } from '../shell/page-token.ts';
import { isPassing, stalePage, waitNotice } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { isRequest, type Managed, readManaged } from './manage-page.ts';

const timesPath = ({ path }: Managed): string => `${path}/reschedule`;

/** The open times again, in the zone that the guest is reading in. */
const timesHref = (managed: Managed, timezone: string): string => `${timesPath(managed)}${queryText({ timezone })}`;

/** GET /manage/{token}/reschedule: open times; with `startAt` both times side by side. */
export async function showReschedule(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  if (!managed.view.canReschedule) return visit.goTo(managed.path);
  const startUtc = toUtc(visit.query('startAt') ?? '');
  if (startUtc === toUtc(managed.view.booking.startAt)) return renderUnmoved(visit, managed);
  if (startUtc !== null) return renderMove(visit, managed, { startUtc, timezone: zoneOf(visit, managed) });
  return renderTimes(visit, managed);
}

const zoneOf = (visit: Visit, { view }: Managed): string => chosenZone(visit) ?? view.invitee.timezone;

async function renderTimes(visit: Visit, managed: Managed): Promise<void> {
  const { address, meeting, view, path, token } = managed;
  const timezone = zoneOf(visit, managed);
  const near = localParts(Date.parse(view.booking.startAt), timezone).dateLocal;
  const open = await readOpenMonth(visit, address, { timezone, token, near });
  if (!open.ok) return visit.fail(open, timesHref(managed, timezone));
  const { eventName, hostName } = meeting;
  const picker = pickerOf(visit, open.output, pickerPlaceOf(managed, open.output), near);
  visit.setOptions({ entry: 'times' });
  visit.show('reschedule', {
    eventName,
    hostName,
    isRequest: isRequest(managed),
    asksAgain: view.moveNeedsApproval,
    now: timeOf(view.booking.startAt, view.eventType.durationMinutes, timezone, visit.locale),
    picker: await withBeside(visit, address, picker, token),
    zoneGroups: zoneGroups(timezone),
    notice: null,
    backHref: path,
  });
}

const pickerPlaceOf = (managed: Managed, { answer }: ShownMonth): PickerPlace => ({
  path: timesPath(managed),
  keep: {},
  slotsPath: slotsPath(managed.address),
  token: managed.token,
  hostName: managed.meeting.hostName,
  organizationName: answer.calendar.organization.name,
});

/** The chosen time is the meeting's own, for example after the back button: there is nothing to confirm. */
function renderUnmoved(visit: Visit, managed: Managed): void {
  const { view, meeting, path } = managed;
  const timezone = zoneOf(visit, managed);
  visit.show('unmoved', {
    eventName: meeting.eventName,
    hostName: meeting.hostName,
    time: timeOf(view.booking.startAt, view.eventType.durationMinutes, timezone, visit.locale),
    meetingHref: path,
    timesHref: timesHref(managed, timezone),
  });
}

interface Move {
  readonly startUtc: string;
  readonly timezone: string;
  /** why the start cannot be booked */
  readonly gone?: StepProblem;
  readonly notice?: NoticeText;
  readonly status?: number;
}

function renderMove(visit: Visit, managed: Managed, { startUtc, timezone, gone, notice, status }: Move): void {
  const { view, meeting, token } = managed;
  const minutes = view.eventType.durationMinutes;
  visit.show(
    'move',
    {
      eventName: meeting.eventName,
      hostName: meeting.hostName,
      isRequest: isRequest(managed),
      asksAgain: view.moveNeedsApproval,
      from: timeOf(view.booking.startAt, minutes, timezone, visit.locale),
      to: gone === undefined ? timeOf(startUtc, minutes, timezone, visit.locale) : null,
      alternatives: (gone?.alternatives ?? []).map((start) => alternativeOf(start, minutes, timezone, visit.locale)),
      notice: notice ?? (gone === undefined ? null : goneNotice(visit, gone)),
      action: timesPath(managed),
      timesHref: timesHref(managed, timezone),
      timezone,
      pageToken: pageTokenFor(visit, token),
    },
    status,
  );
}

const goneNotice = (visit: Visit, { reason }: StepProblem): NoticeText => ({
  ...slotNotice(reason, visit.locale),
  text: visit.words(manageWords).staysThere,
});

/** POST /manage/{token}/reschedule. A move to the same time changes nothing, so a repeated POST is harmless. */
export async function submitReschedule(visit: Visit): Promise<void> {
  const managed = await readManaged(visit);
  if (managed === null) return;
  const startUtc = toUtc(visit.field('startAt'));
  const timezone = zoneOf(visit, managed);
  if (startUtc === null) return visit.goTo(timesHref(managed, timezone));
  const move = { startUtc, timezone };
  const { token, path } = managed;
  if (!hasPageToken(visit, token))
    return renderMove(visit, managed, { ...move, notice: stalePage(visit.locale), status: 403 });
  const answer = await visit.ask('booking', 'rescheduleAsGuest', { token, startAt: startUtc, timezone });
  if (answer.ok) return visit.goTo(`${path}?done=moved`);
  refuse(visit, managed, move, answer);
}

function refuse(visit: Visit, managed: Managed, move: Move, failure: Failure): void {
  const { status } = failure;
  if (isAboutTheSlot(failure)) {
    renderMove(visit, managed, { ...move, gone: slotProblem(failure), status });
  } else if (status === 409) {
    // Canceled or started meanwhile: the meeting's page shows it.
    visit.goTo(managed.path);
  } else if (isPassing(failure)) {
    visit.waitFor(failure);
    renderMove(visit, managed, { ...move, notice: waitNotice(failure, visit.locale), status });
  } else {
    visit.fail(failure, timesHref(managed, move.timezone));
  }
}
