import type { Actor } from '../../domain/access/actor.ts';
import { AppError, isErrorCode } from '../../schemas/errors.ts';
import { grants } from '../../schemas/shapes/access.ts';
import { isBarredToTestKey } from '../auth/test-keys.ts';
import type { Areas } from './areas.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Toolbox } from './handler.ts';
import { Rendered } from './rendered.ts';
import { asToolError } from './tool-arguments.ts';
import { type ListedTool, mcpTools, type Tool } from './tools.ts';
import { unknownTool } from './unknown-tool.ts';

/** True if role and scopes allow the tool. The dispatcher checks again when it runs. */
const reaches = (actor: Actor, { operation: { auth, effect } }: Tool): boolean => {
  if (typeof auth === 'string' || (auth.sessionOnly && actor.kind === 'key')) return false;
  if (isBarredToTestKey(actor, { auth, effect })) return false;
  if (auth.keyOnly && (actor.kind !== 'key' || actor.isConnector)) return false;
  if (auth.byApp === 'refused' && actor.kind === 'key' && actor.isConnector) return false;
  // The role is that of the person for whom the key will act.
  if (typeof auth.intent === 'object' && auth.intent.required)
    return actor.kind === 'key' && grants(actor.scopes, auth.scope);
  return auth.roles.includes(actor.role) && (actor.kind === 'session' || grants(actor.scopes, auth.scope));
};

/** The workspace tools for GET /workspace/tools, POST /workspace/tools/execute and the in-app MCP endpoint. */
export const createToolbox = (contract: Areas, dispatcher: Dispatcher): Toolbox => {
  const tools = mcpTools(contract, 'host');
  const lists = new Map<string, readonly ListedTool[]>();
  return {
    listFor(actor) {
      const key = `${actor.kind} ${actor.role} ${actor.kind === 'key' ? [actor.mode, actor.isConnector ? 'app' : '', ...[...actor.scopes].sort()].join(' ') : ''}`;
      const known = lists.get(key);
      if (known) return known;
      const list = [...tools.values()].filter((tool) => reaches(actor, tool)).map(({ listed }) => listed);
      lists.set(key, list);
      return list;
    },
    async run(name, args, caller) {
      const tool = tools.get(name);
      if (!tool) throw unknownTool(name, tools);
      const outcome = await dispatcher.dispatch(tool.area, tool.operationName, args, { ...caller, asTool: true });
      if (outcome.ok) return outcome.output instanceof Rendered ? outcome.output.value : outcome.output;
      const { code, message, details } = outcome.envelope.error;
      throw asToolError(tool.listed, new AppError(isErrorCode(code) ? code : 'internal.unexpected', message, details));
    },
  };
};
