import { teamSlugOf, teamUsername } from '../../../domain/bookable/bookable-event.ts';
import { type MissingWayIn, wayInLeftOpen } from '../../../domain/booking/meeting-place.ts';
import { type EventAddress, readHostName } from '../../../store/bookable/bookable-events.ts';
import type { Failure } from '../../core/outcome.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';

type HostAddress = Pick<EventAddress, 'workspace' | 'username'>;

export interface AboutEvent {
  readonly description: string | null;
  readonly hostName: string;
  /** whether the host answers each request first */
  readonly byApproval: boolean;
  /** what its guests have to hear from the host; null: nothing, or it can't be read */
  readonly missing: MissingWayIn | null;
}

/** Whose calendar a page is of: the username of a team is `team/{teamSlug}`. */
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

/** All that the host offers; the zone comes along. */
export const hostHref = (address: HostAddress, timezone: string | undefined): string =>
  `${hostPath(address)}${queryText({ timezone })}`;

/** What page tokens and sealed states are bound to. */
export const subjectOf = (address: EventAddress): string => `event${eventPath(address)}`;

/** The host's name, as their mails show it; public answers carry none. A page without it is still a page. */
export async function hostNameOf(visit: Visit, { workspace, username }: HostAddress): Promise<string> {
  const name = await visit.tryRead(() => readHostName(visit.kit.services.sql, { workspace, username }));
  return name ?? nameFromLink(username);
}

/**
 * What the slots answer does not say of an event. It has just put the event into what is kept, so that this asks for no more than its version. A page
 * without it is still a page.
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
    missing: wayInLeftOpen(eventType, asksNumber),
  };
}

/** After an event is not found: its host, where their own page is there; null: it is not, or something else went wrong. */
export async function hostWithout(
  visit: Visit,
  address: EventAddress,
  { status }: Failure,
): Promise<HostAddress | null> {
  // What can be no name of an event is not there either.
  if (status !== 404 && status !== 400) return null;
  const { workspace, username } = address;
  const host = await visit.ask('bookable', 'listEventTypes', { workspace, username });
  return host.ok ? { workspace, username } : null;
}

/** "grace-hopper" is shown as "Grace Hopper". */
const nameFromLink = (username: string): string =>
  (teamSlugOf(username) ?? username)
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
