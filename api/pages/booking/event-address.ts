import { teamSlugOf, teamUsername } from '../../../domain/bookable/bookable-event.ts';
import { type MissingJoinDetails, missingFromEventType } from '../../../domain/booking/meeting-place.ts';
import { type EventAddress, readClosedEventName, readHostName } from '../../../store/bookable/bookable-events.ts';
import type { Failure } from '../../core/call.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';

type HostAddress = Pick<EventAddress, 'workspace' | 'username'>;

export interface AboutEvent {
  readonly description: string | null;
  readonly hostName: string;
  /** whether the host answers each request first */
  readonly byApproval: boolean;
  /** what the host still has to send to guests; null: nothing, or it cannot be read */
  readonly missing: MissingJoinDetails | null;
}

/** The host of a page. The username of a team is `team/{teamSlug}`. */
export const hostAddressOf = (visit: Visit): HostAddress => {
  const teamSlug = visit.part('teamSlug');
  const username = teamSlug === '' ? visit.part('username') : teamUsername(teamSlug);
  return { workspace: visit.part('workspace'), username };
};

export const addressOf = (visit: Visit): EventAddress => ({
  ...hostAddressOf(visit),
  eventSlug: visit.part('eventSlug'),
});

export const hostPath = ({ workspace, username }: HostAddress): string =>
  `/${[workspace, ...username.split('/')].map(encodeURIComponent).join('/')}`;

export const eventPath = (address: EventAddress): string =>
  `${hostPath(address)}/${encodeURIComponent(address.eventSlug)}`;

/** The event's open times in the guest's zone. */
export const timesHref = (address: EventAddress, timezone: string | undefined): string =>
  `${eventPath(address)}${queryText({ timezone })}`;

/** The host's page, in the guest's zone. */
export const hostHref = (address: HostAddress, timezone: string | undefined): string =>
  `${hostPath(address)}${queryText({ timezone })}`;

/** The subject of the event's page tokens and sealed states. */
export const subjectOf = (address: EventAddress): string => `event${eventPath(address)}`;

/** The host's name, as in mails; public answers do not have it. Falls back to a name made from the link. */
export async function hostNameOf(visit: Visit, { workspace, username }: HostAddress): Promise<string> {
  const name = await visit.tryRead(() => readHostName(visit.kit.services.sql, { workspace, username }));
  return name ?? nameFromLink(username);
}

/**
 * Facts of an event that the slots answer does not have. It shares the look-up of a slots call that is under way. Falls back to empty
 * facts.
 */
export async function aboutEvent(visit: Visit, address: EventAddress): Promise<AboutEvent> {
  const found = await visit.tryRead(() => visit.kit.services.bookableEvents.find(address, visit.now));
  if (!found) return { description: null, hostName: nameFromLink(address.username), byApproval: false, missing: null };
  const { eventType, host, form } = found.event;
  const asksNumber = form?.definition.fields.some(({ type }) => type === 'phone') ?? false;
  return {
    description: eventType.description,
    hostName: host.name,
    byApproval: eventType.requiresApproval,
    missing: missingFromEventType(eventType, asksNumber),
  };
}

/** For an event that is not found: its host, if the host's page exists; null otherwise, and after any other failure. */
export async function hostWithout(
  visit: Visit,
  address: EventAddress,
  { status, envelope }: Failure,
): Promise<HostAddress | null> {
  // 400: a text that cannot be an event's name.
  if (status !== 404 && status !== 400) return null;
  const { workspace, username } = address;
  const { details } = envelope.error;
  // Who looked for the event has read its host's list, too: those of a host are named.
  if (details?.reason === 'unknown_event') return 'didYouMean' in details ? { workspace, username } : null;
  const host = await visit.ask('bookable', 'listEventTypes', { workspace, username });
  return host.ok ? { workspace, username } : null;
}

/** The name of an event that takes no bookings at the moment; null: there is none at this address, or it cannot be read. */
export async function closedNameAt(visit: Visit, address: EventAddress): Promise<string | null> {
  return (await visit.tryRead(() => readClosedEventName(visit.kit.services.sql, address))) ?? null;
}

/** "grace-hopper" becomes "Grace Hopper". */
export const nameFromLink = (username: string): string =>
  (teamSlugOf(username) ?? username)
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
