import { v7 as uuidv7 } from 'uuid';
import { newGuest } from '../support/drivers/guest.ts';

/** A call: tool and arguments. */
export type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];
// biome-ignore lint/suspicious/noExplicitAny: answers are read as an agent reads them
export type Refusal = { readonly message: string; readonly details: any };

/** What the calls are about: ids that an agent has from earlier answers. */
export interface World {
  readonly eventTypeId: string;
  /** A call without a number of the host. */
  readonly phoneEventTypeId: string;
  readonly bookingId: string;
  readonly scheduleId: string;
  /** A start that is taken. */
  readonly takenAt: string;
  readonly hostUserId: string;
  readonly teamId: string;
  /** Of somebody who has not joined yet. */
  readonly invitationId: string;
  readonly member: { readonly userId: string; readonly email: string };
  readonly foreign: { readonly eventTypeId: string; readonly userId: string };
  /** An event in public, with a form. */
  readonly address: { readonly workspace: string; readonly username: string; readonly eventSlug: string };
}

/** A wrong call, and the one next call, made of that call and the refusal alone. */
export interface Mistake {
  readonly title: string;
  readonly isPublic?: true;
  readonly wrong: (world: World) => Call;
  readonly next: (refusal: Refusal, wrong: Call) => Call;
  /** What the answer to the next call must have, so that the wrong call can be made right: an id of the kind that it takes. */
  readonly finds?: (world: World) => string;
}

export type Next = Mistake['next'];

export const at = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00:00Z`;
export const day = (days: number): string => at(days).slice(0, 10);
export const without = (input: Call[1], ...names: string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));

/** The same call, with what the refusal says in place of some arguments; undefined: without that one. */
export const change =
  (changes: (refusal: Refusal, input: Call[1]) => Readonly<Record<string, unknown>>): Next =>
  (refusal, [tool, input]) => [
    tool,
    Object.fromEntries(
      Object.entries({ ...input, ...changes(refusal, input) }).filter(([, value]) => value !== undefined),
    ),
  ];

/** Every unknown name becomes the first one that is suggested for it. */
export const rename: Next = ({ details }, [tool, input]) => {
  const renamed = details.issues.flatMap(({ path, didYouMean }: { path: string; didYouMean?: string[] }) =>
    path in input && didYouMean ? [[path, didYouMean[0]]] : [],
  ) as [string, string][];
  const others = without(input, ...renamed.map(([from]) => from));
  return [tool, { ...others, ...Object.fromEntries(renamed.map(([from, to]) => [to, input[from]])) }];
};

/** The next call is that of the tool that the refusal names, and its list must have the right id. */
export const looksUp = (finds: (world: World) => string): Required<Pick<Mistake, 'next' | 'finds'>> => ({
  next: ({ message }) => [/\b(list_\w+|get_\w+)/.exec(message)?.[1] ?? '', {}],
  finds,
});
export const said = ({ message }: Refusal, pattern: RegExp): string => pattern.exec(message)?.[1] ?? '';
export const meant = (field: string) => change(({ details }) => ({ [field]: details.issues[0].didYouMean[0] }));
export const slot = change(({ details }) => ({ startAt: details.alternatives[0].startUtc }));
export const leftOut = (field: string) => change(() => ({ [field]: undefined }));

export const guest = () => ({ email: newGuest(), timezone: 'Europe/Berlin' });
export const event = () => ({ name: `Call ${uuidv7()}`, durationMinutes: 30, locationType: 'phone' });
export const booking = (world: World, startAt: string, more = {}) =>
  ['create_booking', { eventTypeId: world.eventTypeId, startAt, invitee: guest(), ...more }] as const;
export const propose = (world: World, more: Call[1]) =>
  ['propose_slots', { eventTypeId: world.eventTypeId, ...more }] as const;
export const hours = (window: object) =>
  ['create_schedule', { name: `Hours ${uuidv7()}`, timezone: 'Europe/Berlin', weeklyHours: [window] }] as const;
