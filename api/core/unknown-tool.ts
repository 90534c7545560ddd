import { AppError } from '../../schemas/errors.ts';
import { namesNear } from './names-near.ts';

const LONGEST_NAME_SHOWN = 128;

/** No tool has this name: the nearest ones, then all. */
export function unknownTool(name: string, tools: readonly string[]): AppError {
  const near = namesNear(name, tools);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return new AppError('resource.not_found', `There is no tool ${name.slice(0, LONGEST_NAME_SHOWN)}.${hint}`, {
    reason: 'tool_unknown',
    near,
    tools,
  });
}
