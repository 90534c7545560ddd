import type { workspaceTools } from '../../../schemas/operations/workspaces/tools.ts';
import type { Handler } from '../../core/handler.ts';

export const executeTool: Handler<typeof workspaceTools.executeTool> = async (
  { tools, caller },
  { name, arguments: args },
) => ({
  name,
  result: await tools.run(name, args, caller),
});
