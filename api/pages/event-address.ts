import type { Visit } from './visit.ts';

/** The three parts of a public link. */
export interface EventAddress {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug: string;
}

export const addressOf = (visit: Visit): EventAddress => ({
  workspace: visit.part('workspace'),
  username: visit.part('username'),
  eventSlug: visit.part('eventSlug'),
});

export const hostPath = ({ workspace, username }: Pick<EventAddress, 'workspace' | 'username'>): string =>
  `/${encodeURIComponent(workspace)}/${encodeURIComponent(username)}`;

export const eventPath = (address: EventAddress): string =>
  `${hostPath(address)}/${encodeURIComponent(address.eventSlug)}`;

/** What page tokens and sealed states are bound to. */
export const subjectOf = (address: EventAddress): string => `event${eventPath(address)}`;

/** Public answers carry no display name: "grace-hopper" is shown as "Grace Hopper". */
export const hostNameOf = (username: string): string =>
  username
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
