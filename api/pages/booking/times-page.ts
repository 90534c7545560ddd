import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { problemWords } from '../../../texts/en/pages/frame.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import type { Failure } from '../../core/call.ts';
import { closedEventProblem, notFoundProblem } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { avatarsOf } from './avatars.ts';
import type { BookingState } from './booking-state.ts';
import { aboutEvent, closedNameAt, eventPath, hostHref, hostWithout, timesHref } from './event-address.ts';
import { eventMeta } from './page-meta.ts';
import { pickerOf, withBeside } from './picker.ts';
import { readOpenMonth, slotsPath } from './shown-month.ts';
import { givenByLink } from './typed-details.ts';
import { chosenZone, zoneGroups } from './zones.ts';

interface TimesView {
  /** why the guest is back on this page */
  readonly notice: NoticeText | null;
  /** the guest's progress */
  readonly state: BookingState | null;
}

/** The open times of an event. */
export async function showTimes(visit: Visit, address: EventAddress, { notice, state }: TimesView): Promise<void> {
  const timezone = chosenZone(visit) ?? state?.timezone;
  // At once: all three ask for the event, which is then one look-up.
  const [open, about, faces] = await Promise.all([
    readOpenMonth(visit, address, { timezone }),
    aboutEvent(visit, address),
    avatarsOf(visit, address),
  ]);
  if (!open.ok) return refuseEvent(visit, address, open, timezone);
  const { description, hostName, byApproval } = about;
  const { eventType, calendar } = open.output.answer;
  const sealed = visit.query('s');
  const facts = { event: { ...eventType, description }, hostName, faces, organizationName: calendar.organization.name };
  const picker = pickerOf(visit, open.output, {
    path: eventPath(address),
    keep: state === null || sealed === undefined ? givenByLink(visit) : { s: sealed },
    slotsPath: slotsPath(address),
    token: null,
    hostName,
    organizationName: calendar.organization.name,
  });
  visit.setOptions({ entry: 'times', meta: eventMeta(visit, address, facts) });
  visit.show('event', {
    event: {
      name: eventType.name,
      description,
      durationMinutes: eventType.durationMinutes,
      locationType: eventType.locationType,
      byApproval,
      hostName,
      organizationName: calendar.organization.name,
      hostHref: hostHref(address, timezone),
    },
    faces,
    picker: await withBeside(visit, address, picker),
    zoneGroups: zoneGroups(open.output.open.timezone),
    notice,
  });
}

/** The page for an event whose times cannot be read. If only the event is missing or switched off, it says so and links to the host's page. */
export async function refuseEvent(
  visit: Visit,
  address: EventAddress,
  failure: Failure,
  timezone: string | undefined,
): Promise<void> {
  const host = failure.status === 404 ? await hostWithout(visit, address, failure) : null;
  if (host === null) return visit.fail(failure, timesHref(address, timezone));
  const link = { href: hostHref(host, timezone), label: visit.words(problemWords).hostOffers };
  const closed = await closedNameAt(visit, address);
  const problem = closed === null ? notFoundProblem(visit.locale) : closedEventProblem(closed, visit.locale);
  visit.show('problem', { ...problem, link }, failure.status);
}
