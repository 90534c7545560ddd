import { readApprovalSlugs } from '../../../store/bookable/bookable-events.ts';
import type { Visit } from '../shell/visit.ts';
import { avatarsOf } from './avatars.ts';
import { hostAddressOf, hostHref, hostNameOf, timesHref } from './event-address.ts';
import { hostMeta } from './page-meta.ts';
import { chosenZone } from './zones.ts';

/** GET /{workspace}/{username}, /{workspace}/team/{teamSlug} */
export async function showHost(visit: Visit): Promise<void> {
  const address = hostAddressOf(visit);
  const timezone = chosenZone(visit);
  const answer = await visit.ask('bookable', 'listEventTypes', address);
  if (!answer.ok) return visit.fail(answer, hostHref(address, timezone));
  const [hostName, faces] = await Promise.all([hostNameOf(visit, address), avatarsOf(visit, address)]);
  const { calendar, eventTypes } = answer.output;
  const byApproval = (await visit.tryRead(() => readApprovalSlugs(visit.kit.services.sql, address))) ?? [];
  const facts = { hostName, organizationName: calendar.organization.name, events: eventTypes, faces };
  visit.setOptions({ meta: hostMeta(visit, address, facts) });
  visit.show('host', {
    hostName,
    faces,
    locked: visit.brand?.isLocked ?? false,
    organizationName: calendar.organization.name,
    hostTimezone: calendar.hostTimezone,
    events: eventTypes.map(({ name, description, slug, durationMinutes, locationType }) => ({
      name,
      description,
      durationMinutes,
      locationType,
      byApproval: byApproval.includes(slug),
      href: timesHref({ ...address, eventSlug: slug }, timezone),
    })),
  });
}
