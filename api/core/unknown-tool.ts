import { namesNear } from '../../domain/names-near.ts';
import { AppError } from '../../schemas/errors.ts';

const LONGEST_NAME_SHOWN = 128;

/** Words of other products, by ours: here a booking is what one makes, a meeting what one lists. */
const SAME: readonly (readonly [word: RegExp, ours: string])[] = [
  [/booking|appointment|event(?!_type)/, 'meeting'],
  [/meeting|appointment|event(?!_type)/, 'booking'],
  [/availability|hours|working_hours/, 'schedule'],
  [/user|person|people/, 'member'],
];

/** The tool that the name means if one of its words is ours. */
function inOurWords(name: string, tools: readonly string[]): string | undefined {
  const names = SAME.filter(([word]) => word.test(name)).map(([word, ours]) => name.replace(word, ours));
  return names.flatMap((one) => tools.filter((tool) => tool === one || tool === `${one}s` || `${tool}s` === one))[0];
}

/** No tool has this name: the nearest ones, then all. */
export function unknownTool(name: string, tools: readonly string[]): AppError {
  const meant = inOurWords(name.slice(0, LONGEST_NAME_SHOWN).toLowerCase(), tools);
  const near = meant === undefined ? namesNear(name, tools) : [meant];
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return new AppError('resource.not_found', `There is no tool ${name.slice(0, LONGEST_NAME_SHOWN)}.${hint}`, {
    reason: 'tool_unknown',
    near,
    tools,
  });
}
