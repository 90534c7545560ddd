import { namesNear } from '../../domain/names-near.ts';
import { AppError } from '../../schemas/errors.ts';

const LONGEST_NAME_SHOWN = 128;

/** Words of other products, by ours: here a booking is what one makes, a meeting what one lists. */
const SAME: readonly (readonly [word: RegExp, ours: string])[] = [
  [/booking|appointment|event(?!_type)/, 'meeting'],
  [/meeting|appointment|event(?!_type)/, 'booking'],
  [/availability|(?:working_)?hours/, 'schedule'],
  [/user|person|people/, 'member'],
];

/** What one does, in words of other products. */
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

/** Who wants to end or move something is led to no tool that makes or confirms it. */
const ENDS = /^(?:cancel|delete|remove|revoke|reject|decline|end|stop|move|reschedule|archive|disconnect)_/;
const mayBeMeant = (name: string) => (tool: string) => !ENDS.test(name) || ENDS.test(tool);

/** No tool has this name: the nearest ones, then all. */
export function unknownTool(name: string, tools: readonly string[]): AppError {
  const meant = inOurWords(name.slice(0, LONGEST_NAME_SHOWN).toLowerCase(), tools);
  const near = meant === undefined ? namesNear(name, tools.filter(mayBeMeant(name))) : [meant];
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return new AppError('resource.not_found', `There is no tool ${name.slice(0, LONGEST_NAME_SHOWN)}.${hint}`, {
    reason: 'tool_unknown',
    near,
    tools,
  });
}
