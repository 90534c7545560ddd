import { didYouMean, namesNear } from '../../../domain/names-near.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Operation } from '../../../schemas/operation.ts';

const MAX_SHOWN_NAME = 128;

/** The tools of an endpoint with their effects. */
export type KnownTools = ReadonlyMap<string, { readonly operation: Pick<Operation, 'effect'> }>;

type Synonyms = readonly (readonly [word: RegExp, synonym: string])[];

/** Nouns of other products. Here `create_booking` makes what `list_meetings` lists. */
const NOUNS: Synonyms = [
  [/booking|appointment|event(?!_type)/, 'meeting'],
  [/meeting|appointment|event(?!_type)/, 'booking'],
  [/availability|(?:working_)?hours/, 'schedule'],
  [/user|person|people/, 'member'],
];

/** Verbs of other products. */
const VERBS: Synonyms = [
  [/^(?:book|make|reserve|schedule|add|new)_/, 'create_'],
  [/^(?:delete|remove)_/, 'archive_'],
  [/^(?:move|change|postpone)_/, 'reschedule_'],
  [/^(?:set|change|edit|modify)_/, 'update_'],
];

/** Tools of other calendars, and of the other endpoint here; the first known one counts. */
const TOOL_SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['book', ['create_booking', 'request_booking_code']],
  ['get_availability', ['propose_slots']],
  ...['list_slots', 'get_slots', 'find_slots', 'find_times'].map(
    (name) => [name, ['propose_slots', 'get_availability']] as const,
  ),
  ...['list_event_types', 'get_event_type'].map((name) => [name, ['find_bookable_calendar']] as const),
]);

const variants = (name: string, synonyms: Synonyms): string[] => [
  name,
  ...synonyms.filter(([word]) => word.test(name)).map(([word, synonym]) => name.replace(word, synonym)),
];

/** Returns the tool that a name of another product means; undefined: none. */
function toolBySynonym(name: string, tools: readonly string[]): string | undefined {
  const known = TOOL_SYNONYMS.get(name)?.find((tool) => tools.includes(tool));
  if (known !== undefined) return known;
  const names = [...variants(name, NOUNS), ...variants(name, VERBS).flatMap((one) => variants(one, NOUNS))];
  return names.flatMap((one) => tools.filter((tool) => tool === one || tool === `${one}s` || `${tool}s` === one))[0];
}

/** A name that ends or moves something never leads to a tool that makes or confirms it. */
const ENDS = /^(?:cancel|delete|remove|revoke|reject|decline|end|stop|move|reschedule|archive|clear|disconnect)_/;
/** A name that reads never leads to a tool that writes. */
const READS = /^(?:get|list|find|search|show|read|view|fetch|lookup|look_up|query|count|check)(?:_|$)/;

/** Returns the tools that a name may mean. Only a name that ends something may lead to a tool that destroys. */
const candidatesFor = (name: string, tools: KnownTools): string[] => {
  const effectOf = (tool: string) => tools.get(tool)?.operation.effect;
  const fits = (tool: string): boolean => {
    if (READS.test(name)) return effectOf(tool) === 'read';
    return ENDS.test(name) ? ENDS.test(tool) : effectOf(tool) !== 'destroy';
  };
  return [...tools.keys()].filter(fits);
};

/** Guests cannot be read as objects: hosts see their meetings. */
const OF_GUESTS = /guest|invitee|attendee|customer|client|contact/;
const GUESTS_MEETINGS = 'list_meetings';

const BOOKING = /booking|meeting|appointment|event/;

/** The hint at the public endpoint: tools there neither move nor cancel bookings. */
const GUESTS_LINK =
  'The guest moves or cancels a booking at the link in their mail, no tool does it; get_availability with the token of that link lists the times that it can move to.';

/** Returns the tools that the name may mean, and a hint in words. */
function suggestionFor(name: string, tools: KnownTools): { readonly near: readonly string[]; readonly hint: string } {
  const candidates = candidatesFor(name, tools);
  if (READS.test(name) && OF_GUESTS.test(name) && candidates.includes(GUESTS_MEETINGS))
    return {
      near: [GUESTS_MEETINGS],
      hint: ` ${GUESTS_MEETINGS} with inviteeEmail lists the meetings of a guest.`,
    };
  if (ENDS.test(name) && BOOKING.test(name) && tools.has('confirm_booking'))
    return { near: [], hint: ` ${GUESTS_LINK}` };
  const tool = toolBySynonym(name, candidates);
  const near = tool === undefined ? namesNear(name, candidates) : [tool];
  return { near, hint: didYouMean(near) };
}

/** Returns the error for an unknown tool: the likely tools, then all. */
export function unknownTool(given: string, tools: KnownTools): AppError {
  const name = given.slice(0, MAX_SHOWN_NAME);
  const { near, hint } = suggestionFor(name.toLowerCase(), tools);
  return new AppError('resource.not_found', `There is no tool ${name}.${hint}`, {
    reason: 'tool_unknown',
    didYouMean: near,
    tools: [...tools.keys()],
  });
}
