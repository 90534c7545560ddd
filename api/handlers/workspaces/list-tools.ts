import type { Output } from '../../../schemas/operation.ts';
import type { workspaceTools } from '../../../schemas/operations/workspaces/tools.ts';
import { Rendered } from '../../core/answer.ts';
import type { Handler } from '../../core/handler.ts';
import type { ListedTool } from '../../core/tools.ts';

type Answer = Rendered<Output<typeof workspaceTools.listTools>>;

/** Each list, and its bytes, is made once per role and scopes. */
const rendered = new WeakMap<readonly ListedTool[], Answer>();

export const listTools: Handler<typeof workspaceTools.listTools> = async ({ tools, actor }) => {
  const list = tools.listFor(actor);
  const earlier = rendered.get(list);
  if (earlier) return earlier;
  const answer: Answer = new Rendered({ tools: [...list] });
  rendered.set(list, answer);
  return answer;
};
