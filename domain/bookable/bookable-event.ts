import type { FormDefinition } from '../../schemas/shapes/forms.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { BookingPolicy } from '../../schemas/shapes/slots.ts';
import type { EventRules, Schedule } from '../slots/types.ts';

/** Whose calendar a page is. */
export interface EventHost {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  /** where the host's times are told; null: they have no schedule */
  readonly timezone: string | null;
}

/** How a team shares an event: one of them in turn, or all together. */
export type Assignment = 'round_robin' | 'collective';

export interface EventMember {
  readonly host: EventHost;
  /** their own; null: they have none, and offer nothing */
  readonly schedule: Schedule | null;
  /** turns of the round robin, for one of a member with weight 1 */
  readonly weight: number;
  /** attends every meeting, and takes no turns */
  readonly fixed: boolean;
}

export interface EventTeam {
  readonly assignment: Assignment;
  /** by id */
  readonly members: readonly EventMember[];
}

/** One event of one host or team, with all that decides whether and when it can be booked. */
export interface BookableEvent {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string; readonly locked: boolean };
  /** Of a team's page the team itself: its id, name and zone, `team/{slug}` as username, no address. */
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
    /** it takes no new bookings; those it has still move */
    readonly archived: boolean;
    readonly policy: BookingPolicy;
  };
  readonly rules: EventRules;
  readonly form: { readonly id: string; readonly definition: FormDefinition } | null;
  /** null: the host has none, or is a team; time off is the person's and lies with what keeps them busy. */
  readonly schedule: Schedule | null;
  /** null: one host's event */
  readonly team: EventTeam | null;
}

/** The page as one member of its team has it. */
export const eventOfMember = (event: BookableEvent, { host, schedule }: EventMember): BookableEvent => ({
  ...event,
  host,
  schedule,
  team: null,
});

/** Who has to attend a team's meeting, and of whom one is enough; nobody at all: it can't be held. */
export function attendeesOf({ assignment, members }: EventTeam): {
  readonly all: EventMember[];
  readonly oneOf: EventMember[];
} {
  if (assignment === 'collective') return { all: [...members], oneOf: [] };
  return { all: members.filter(({ fixed }) => fixed), oneOf: members.filter(({ fixed }) => !fixed) };
}

const TEAM = 'team/';

/** The slug of the team that a username stands for; null: it is a person's. */
export const teamSlugOf = (username: string): string | null =>
  username.startsWith(TEAM) ? username.slice(TEAM.length) : null;

/** How public links and answers write a team (contract, public operations). */
export const teamUsername = (slug: string): string => `${TEAM}${slug}`;
