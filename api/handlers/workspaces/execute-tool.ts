import type { workspace } from '../../../schemas/operations/workspaces.ts';
import type { Handler } from '../../core/handler.ts';

export const executeTool: Handler<typeof workspace.executeTool> = async (
  { tools, caller },
  { name, arguments: args },
) => ({
  name,
  result: await tools.run(name, args, caller),
});
