import type { FormDefinition } from '../../schemas/shapes/forms.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { Reminder } from '../../schemas/shapes/reminders.ts';
import type { BookingPolicy } from '../../schemas/shapes/slots.ts';
import type { EventRules, Schedule } from '../slots/types.ts';

/**
 * The effect of a host's calendars on their slots. `none`: they block nothing, because none is connected, none was chosen to block, or the
 * host wants only bookings to count. `broken`: they count and cannot be read, so nothing is offered (emptyReason no_calendar).
 */
export type HostCalendar = 'none' | 'working' | 'broken';

/** The host of an event. */
export interface EventHost {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  /** zone of the host's times; null: they have no schedule */
  readonly timezone: string | null;
  readonly calendar: HostCalendar;
}

/** The way in which a team hosts an event: one member at a time, or all together. */
export type Assignment = 'round_robin' | 'collective';

export interface EventMember {
  readonly host: EventHost;
  /** the member's own schedule; null: none, so they offer nothing */
  readonly schedule: Schedule | null;
  /** share of the round robin's meetings, relative to weight 1 */
  readonly weight: number;
  /** true: attends every meeting, and is not part of the round robin */
  readonly fixed: boolean;
}

export interface EventTeam {
  readonly assignment: Assignment;
  /** by id */
  readonly members: readonly EventMember[];
}

/** One event of a host or team, with everything that decides whether and when it can be booked. */
export interface BookableEvent {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string; readonly locked: boolean };
  /** For a team's event this is the team: its id, name and zone, `team/{slug}` as username, no address. */
  readonly host: EventHost;
  readonly eventType: {
    readonly id: string;
    /** counts changes of the event type's own settings */
    readonly version: number;
    readonly slug: string;
    readonly name: string;
    readonly description: string | null;
    readonly locationType: LocationType;
    readonly locationDetail: string | null;
    readonly requiresApproval: boolean;
    /** no new bookings; existing ones can still move */
    readonly archived: boolean;
    readonly reminders: readonly Reminder[];
    readonly policy: BookingPolicy;
  };
  readonly rules: EventRules;
  readonly form: { readonly id: string; readonly definition: FormDefinition } | null;
  /** null: the host has none, or is a team. Time off is not in it, but with the busy times. */
  readonly schedule: Schedule | null;
  /** null: one host's event */
  readonly team: EventTeam | null;
}

/** Returns the event as one team member hosts it. */
export const eventOfMember = (event: BookableEvent, { host, schedule }: EventMember): BookableEvent => ({
  ...event,
  host,
  schedule,
  team: null,
});

/** Returns the members who must all attend a team's meeting, and those of whom one is enough. If both are empty, it can't be held. */
export function attendeesOf({ assignment, members }: EventTeam): {
  readonly all: EventMember[];
  readonly oneOf: EventMember[];
} {
  if (assignment === 'collective') return { all: [...members], oneOf: [] };
  return { all: members.filter(({ fixed }) => fixed), oneOf: members.filter(({ fixed }) => !fixed) };
}

const TEAM = 'team/';

/** Returns the team slug in a username; null for a person's username. */
export const teamSlugOf = (username: string): string | null =>
  username.startsWith(TEAM) ? username.slice(TEAM.length) : null;

/** Returns a team's username in links and answers (contract, public operations). */
export const teamUsername = (slug: string): string => `${TEAM}${slug}`;
