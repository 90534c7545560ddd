import { teamSlugOf, teamUsername } from '../../domain/booking-page.ts';
import { readHostName } from '../../store/booking-pages.ts';
import { queryText, type Visit } from './visit.ts';

/** The three parts of a public link. */
export interface EventAddress {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug: string;
}

/** Whose calendar a page is of: the username of a team is `team/{teamSlug}`. */
export const hostAddressOf = (visit: Visit): Pick<EventAddress, 'workspace' | 'username'> => {
  const teamSlug = visit.part('teamSlug');
  const username = teamSlug === '' ? visit.part('username') : teamUsername(teamSlug);
  return { workspace: visit.part('workspace'), username };
};

export const addressOf = (visit: Visit): EventAddress => ({
  ...hostAddressOf(visit),
  eventSlug: visit.part('eventSlug'),
});

export const hostPath = ({ workspace, username }: Pick<EventAddress, 'workspace' | 'username'>): string =>
  `/${[workspace, ...username.split('/')].map(encodeURIComponent).join('/')}`;

export const eventPath = (address: EventAddress): string =>
  `${hostPath(address)}/${encodeURIComponent(address.eventSlug)}`;

/** The event's open times in the guest's zone. */
export const timesHref = (address: EventAddress, timezone: string | undefined): string =>
  `${eventPath(address)}${queryText({ timezone })}`;

/** All that the host offers; the zone comes along. */
export const hostHref = (address: Pick<EventAddress, 'workspace' | 'username'>, timezone: string | undefined): string =>
  `${hostPath(address)}${queryText({ timezone })}`;

/** What page tokens and sealed states are bound to. */
export const subjectOf = (address: EventAddress): string => `event${eventPath(address)}`;

/** The host's name, as their mails show it; public answers carry none. A page without it is still a page. */
export async function hostNameOf(
  visit: Visit,
  { workspace, username }: Pick<EventAddress, 'workspace' | 'username'>,
): Promise<string> {
  const name = await visit.inTime(() => readHostName(visit.kit.services.sql, { workspace, username }));
  return name ?? nameFromLink(username);
}

/**
 * What the slots answer does not say of an event. It has just put the event into what is kept, so that this asks for no more than its version. A page
 * without it is still a page.
 */
export async function aboutEvent(
  visit: Visit,
  address: EventAddress,
): Promise<{ readonly description: string | null; readonly hostName: string }> {
  const found = await visit.inTime(() => visit.kit.services.pages.find(address, visit.now));
  return {
    description: found?.page.eventType.description ?? null,
    hostName: found?.page.host.name ?? nameFromLink(address.username),
  };
}

/** "grace-hopper" is shown as "Grace Hopper". */
const nameFromLink = (username: string): string =>
  (teamSlugOf(username) ?? username)
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
