import type { Actor } from '../../domain/access/actor.ts';
import { AppError, type FieldIssue, isErrorCode } from '../../schemas/errors.ts';
import type { Areas } from '../../schemas/operation.ts';
import { grants } from '../../schemas/shapes/access.ts';
import { isBarredToTestKey } from '../auth/test-keys.ts';
import { Rendered } from './answer.ts';
import type { Dispatcher } from './call.ts';
import type { Toolbox } from './handler.ts';
import { type JsonSchema, withDefs } from './json-schema.ts';
import { unknownTool } from './repair/tool-names.ts';
import { type ListedTool, mcpTools, type Tool } from './tools.ts';

const BEFORE = 'arguments';

const isIssue = (value: unknown): value is FieldIssue =>
  value !== null && typeof value === 'object' && 'path' in value && 'message' in value;

const issuesOf = ({ details }: AppError): readonly FieldIssue[] =>
  Array.isArray(details?.issues) ? details.issues.filter(isIssue) : [];

const within = (path: string): string => (path === '' ? BEFORE : `${BEFORE}.${path}`);

interface InputSchema {
  readonly properties?: JsonSchema;
  readonly required?: readonly string[];
  readonly $defs?: Record<string, JsonSchema>;
}

/** Characters of JSON. Longer schemas are left out: tools/list has them. */
const LONGEST_SCHEMA = 2_000;

/** The parts of a tool's schema for these issues, each whole; those that make it long are left out, all of it if none is left. */
function excerptOf({ inputSchema }: ListedTool, issues: readonly FieldIssue[]): { readonly schema?: JsonSchema } {
  const { properties = {}, required = [], $defs = {} } = inputSchema as InputSchema;
  const named = issues.flatMap(({ path, didYouMean = [] }) =>
    [path, ...didYouMean].map((name) => name.split('.')[0] ?? ''),
  );
  const of = (fields: readonly string[]): JsonSchema => {
    const asked = Object.fromEntries(fields.map((name) => [name, properties[name]]));
    return withDefs({ properties: asked, required: required.filter((name) => fields.includes(name)) }, $defs);
  };
  const short: string[] = [];
  for (const name of new Set(named)) {
    if (!Object.hasOwn(properties, name)) continue;
    short.push(name);
    if (JSON.stringify(of(short)).length > LONGEST_SCHEMA) short.pop();
  }
  return short.length > 0 ? { schema: of(short) } : {};
}

/**
 * A tool's 400 as the answer to execute: field paths start at `arguments`, and the schema of these fields is added.
 * Other errors stay as they are.
 */
export function asToolError(tool: ListedTool, error: AppError): AppError {
  const issues = issuesOf(error);
  if (error.code !== 'request.invalid' || issues.length === 0) return error;
  const named = issues.map((issue) => ({ ...issue, path: within(issue.path) }));
  const words = named.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new AppError('request.invalid', `Invalid request: ${words}`, {
    ...error.details,
    issues: named,
    tool: tool.name,
    ...excerptOf(tool, issues),
  });
}

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
