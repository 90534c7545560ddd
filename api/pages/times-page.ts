import type { NoticeText } from '../../web/parts/notice.tsx';
import { type EventAddress, eventPath, hostNameOf, hostPath } from './event-address.ts';
import { chosenZone, type OpenDays, readOpenDays } from './open-days.ts';
import { pickerOf } from './picker.ts';
import type { Visit } from './visit.ts';

/** The open times of an event. @param notice why the guest is here again */
export async function showTimes(visit: Visit, address: EventAddress, notice: NoticeText | null): Promise<void> {
  const from = visit.query('from');
  const wish = { timezone: chosenZone(visit.query('timezone')), from };
  const [open, description] = await Promise.all([readOpenDays(visit, address, wish), readDescription(visit, address)]);
  if (!open.ok) return visit.fail(open, eventPath(address));
  const { services } = visit.kit;
  const { eventType, calendar, agentBooking } = open.output.slots;
  const hostName = hostNameOf(calendar.owner.username);
  const state = visit.query('s');
  visit.response.links({ 'service-desc': openapiUrl(services.urls.appUrl) });
  visit.show('event', {
    event: {
      name: eventType.name,
      description,
      durationMinutes: eventType.durationMinutes,
      locationType: eventType.locationType,
      hostName,
      organizationName: calendar.organization.name,
      hostHref: hostPath(address),
    },
    picker: pickerOf(visit, open.output, {
      path: eventPath(address),
      keep: state === undefined ? {} : { s: state },
      hostName,
      from,
    }),
    notice,
    slotsUrl: slotsUrl(agentBooking.refetchUrl, address, services.urls.publicUrl, open.output),
    openapiUrl: openapiUrl(services.urls.appUrl),
  });
}

const openapiUrl = (appUrl: string): string => `${appUrl}/api/v1/openapi`;

const slotsUrl = (refetchUrl: string, address: EventAddress, publicUrl: string, { timezone }: OpenDays): string =>
  URL.canParse(refetchUrl)
    ? refetchUrl
    : `${publicUrl}/api/v1/public${eventPath(address)}/slots?timezone=${encodeURIComponent(timezone)}`;

/** The slots answer has none (interface). A page without it is still a page. */
async function readDescription(visit: Visit, { workspace, username, eventSlug }: EventAddress): Promise<string | null> {
  const answer = await visit.ask('publicBooking', 'listEventTypes', { workspace, username });
  if (!answer.ok) return null;
  return answer.output.eventTypes.find(({ slug }) => slug === eventSlug)?.description ?? null;
}
