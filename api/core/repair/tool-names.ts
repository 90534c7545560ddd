import { namesNear } from '../../../domain/names-near.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Operation } from '../../../schemas/operation.ts';

const LONGEST_NAME_SHOWN = 128;

/** The tools of an endpoint, and what each does. */
export type KnownTools = ReadonlyMap<string, { readonly operation: Pick<Operation, 'effect'> }>;

/** Words of other products, by ours: here a booking is what one makes, a meeting what one lists. */
const SAME: readonly (readonly [word: RegExp, ours: string])[] = [
  [/booking|appointment|event(?!_type)/, 'meeting'],
  [/meeting|appointment|event(?!_type)/, 'booking'],
  [/availability|(?:working_)?hours/, 'schedule'],
  [/user|person|people/, 'member'],
];

/** Verbs of other products. */
const SAME_ACT: readonly (readonly [word: RegExp, ours: string])[] = [
  [/^(?:book|make|reserve|schedule|add|new)_/, 'create_'],
  [/^(?:delete|remove)_/, 'archive_'],
  [/^(?:move|change|postpone)_/, 'reschedule_'],
  [/^(?:set|change|edit|modify)_/, 'update_'],
];

/** Names of other calendars' tools, and of our other endpoint; the first that is here counts. */
const CALLED: ReadonlyMap<string, readonly string[]> = new Map([
  ['book', ['create_booking', 'request_booking_code']],
  ['get_availability', ['propose_slots']],
  ['list_slots', ['propose_slots', 'get_availability']],
  ['get_slots', ['propose_slots', 'get_availability']],
  ['find_slots', ['propose_slots', 'get_availability']],
  ['find_times', ['propose_slots', 'get_availability']],
  ['list_event_types', ['find_bookable_calendar']],
  ['get_event_type', ['find_bookable_calendar']],
]);

const variants = (name: string, rows: typeof SAME): string[] => [
  name,
  ...rows.filter(([word]) => word.test(name)).map(([word, ours]) => name.replace(word, ours)),
];

/** The tool that the name means if one of its words is ours. */
function inOurWords(name: string, tools: readonly string[]): string | undefined {
  const called = CALLED.get(name)?.find((tool) => tools.includes(tool));
  if (called !== undefined) return called;
  const names = [...variants(name, SAME), ...variants(name, SAME_ACT).flatMap((one) => variants(one, SAME))];
  return names.flatMap((one) => tools.filter((tool) => tool === one || tool === `${one}s` || `${tool}s` === one))[0];
}

/** A name that ends or moves something never leads to a tool that makes or confirms it. */
const ENDS = /^(?:cancel|delete|remove|revoke|reject|decline|end|stop|move|reschedule|archive|disconnect)_/;
/** A name that reads never leads to a tool that writes. */
const READS = /^(?:get|list|find|search|show|read|view|fetch|lookup|look_up|query|count|check)(?:_|$)/;

const mayBeMeant = (name: string, tools: KnownTools): string[] => {
  const isRead = (tool: string) => tools.get(tool)?.operation.effect === 'read';
  const fits = READS.test(name) ? isRead : ENDS.test(name) ? (tool: string) => ENDS.test(tool) : () => true;
  return [...tools.keys()].filter(fits);
};

/** Guests cannot be read as objects: hosts see their meetings. */
const OF_GUESTS = /guest|invitee|attendee|customer|client|contact/;
const GUESTS_MEETINGS = 'list_meetings';

const BOOKING = /booking|meeting|appointment|event/;

/** Where only guests call: what no tool does there, and who does it. */
const GUESTS_LINK =
  'The guest moves or cancels a booking at the link in their mail, no tool does it; get_availability with the token of that link lists the times that it can move to.';

/** The tools that the name may mean, and what else there is to say. */
function meantBy(name: string, tools: KnownTools): { readonly didYouMean: readonly string[]; readonly hint: string } {
  const fitting = mayBeMeant(name, tools);
  if (READS.test(name) && OF_GUESTS.test(name) && fitting.includes(GUESTS_MEETINGS))
    return {
      didYouMean: [GUESTS_MEETINGS],
      hint: ` ${GUESTS_MEETINGS} with inviteeEmail lists the meetings of a guest.`,
    };
  if (ENDS.test(name) && BOOKING.test(name) && tools.has('confirm_booking'))
    return { didYouMean: [], hint: ` ${GUESTS_LINK}` };
  const meant = inOurWords(name, fitting);
  const didYouMean = meant === undefined ? namesNear(name, fitting) : [meant];
  return { didYouMean, hint: didYouMean.length > 0 ? ` Did you mean ${didYouMean.join(' or ')}?` : '' };
}

/** No tool has this name: the nearest ones, then all. */
export function unknownTool(given: string, tools: KnownTools): AppError {
  const name = given.slice(0, LONGEST_NAME_SHOWN);
  const { didYouMean, hint } = meantBy(name.toLowerCase(), tools);
  return new AppError('resource.not_found', `There is no tool ${name}.${hint}`, {
    reason: 'tool_unknown',
    didYouMean,
    tools: [...tools.keys()],
  });
}
