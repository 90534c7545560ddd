import { hostHref, hostNameOf, timesHref } from './event-address.ts';
import type { Visit } from './visit.ts';
import { chosenZone } from './zones.ts';

/** GET /{workspace}/{username} */
export async function showHost(visit: Visit): Promise<void> {
  const address = { workspace: visit.part('workspace'), username: visit.part('username') };
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
