import { didYouMean, namesNear } from '../../domain/names-near.ts';
import { type AppError, invalid } from '../../schemas/errors.ts';
import { type ListedTool, TOOLSETS, type ToolsetName } from '../core/tools.ts';

/** The tools that most agents need: whose workspace it is, its events, hours, meetings and links. */
const DEFAULT: readonly ToolsetName[] = ['workspace', 'event-types', 'availability', 'meetings', 'links'];

/** Rare actions on explicit request: a set or the whole catalog lists it, and it runs unlisted (docs/decisions/api.md#tokens). */
const SELDOM: ReadonlySet<string> = new Set(['set_workspace_avatar', 'delete_guest', 'clear_booking_flood']);

const sets: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...Object.entries(TOOLSETS),
  ['default', DEFAULT.flatMap((name) => TOOLSETS[name]).filter((tool) => !SELDOM.has(tool))],
]);
const NAMES = [...sets.keys()];

const LONGEST_NAME_SHOWN = 64;

const refused = (message: string, near: readonly string[] = []): AppError =>
  invalid([{ path: 'toolsets', message, ...(near.length > 0 ? { didYouMean: near } : {}) }]);

function unknownSet(name: string): AppError {
  const near = namesNear(name, NAMES);
  return refused(
    `there is no set ${name.slice(0, LONGEST_NAME_SHOWN)}.${didYouMean(near)} The sets: ${NAMES.join(', ')}`,
    near,
  );
}

/**
 * The tools that the query of a request asks for: `?toolsets=meetings,links`.
 * @returns undefined: it asks for all
 * @throws AppError request.invalid, which names the sets, for one that does not exist or for none
 */
export function toolsetsIn(url: string): ReadonlySet<string> | undefined {
  const query = url.indexOf('?');
  const asking = new URLSearchParams(query < 0 ? '' : url.slice(query));
  if (asking.has('toolset'))
    throw refused(`is what this parameter is called, not toolset: ?toolsets=default. The sets: ${NAMES.join(', ')}`);
  const given = asking.getAll('toolsets');
  if (given.length === 0) return undefined;
  const names = given.flatMap((list) => list.split(',')).map((name) => name.trim());
  const asked = names.filter((name) => name !== '');
  if (asked.length === 0)
    throw refused(`name a set, or leave toolsets out for all tools. The sets: ${NAMES.join(', ')}`);
  return new Set(
    asked.flatMap((name) => {
      const tools = sets.get(name);
      if (!tools) throw unknownSet(name);
      return tools;
    }),
  );
}

/** The tools of a caller that are in the sets that they asked for, in the same order. */
export const inSets = (list: readonly ListedTool[], asked: ReadonlySet<string> | undefined): readonly ListedTool[] =>
  asked ? list.filter(({ name }) => asked.has(name)) : list;
