import { hostNameOf, hostPath } from './event-address.ts';
import type { Visit } from './visit.ts';

/** GET /{workspace}/{username} */
export async function showHost(visit: Visit): Promise<void> {
  const address = { workspace: visit.part('workspace'), username: visit.part('username') };
  const answer = await visit.ask('publicBooking', 'listEventTypes', address);
  if (!answer.ok) return visit.fail(answer, hostPath(address));
  const { calendar, eventTypes } = answer.output;
  visit.show('host', {
    hostName: hostNameOf(calendar.owner.username),
    organizationName: calendar.organization.name,
    hostTimezone: calendar.hostTimezone,
    events: eventTypes.map(({ name, description, slug, durationMinutes, locationType }) => ({
      name,
      description,
      durationMinutes,
      locationType,
      href: `${hostPath(address)}/${encodeURIComponent(slug)}`,
    })),
  });
}
