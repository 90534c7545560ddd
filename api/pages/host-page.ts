import { hostAddressOf, hostHref, hostNameOf, timesHref } from './event-address.ts';
import type { Visit } from './visit.ts';
import { chosenZone } from './zones.ts';

/** GET /{workspace}/{username}, /{workspace}/team/{teamSlug} */
export async function showHost(visit: Visit): Promise<void> {
  const address = hostAddressOf(visit);
  const timezone = chosenZone(visit);
  const hostName = hostNameOf(visit, address);
  const answer = await visit.ask('publicBooking', 'listEventTypes', address);
  if (!answer.ok) return visit.fail(answer, hostHref(address, timezone));
  const { calendar, eventTypes } = answer.output;
  visit.show('host', {
    hostName: await hostName,
    organizationName: calendar.organization.name,
    hostTimezone: calendar.hostTimezone,
    events: eventTypes.map(({ name, description, slug, durationMinutes, locationType }) => ({
      name,
      description,
      durationMinutes,
      locationType,
      href: timesHref({ ...address, eventSlug: slug }, timezone),
    })),
  });
}
