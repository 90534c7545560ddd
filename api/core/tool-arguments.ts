import { AppError, type FieldIssue } from '../../schemas/errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { withDefs } from './told-once.ts';
import type { ListedTool } from './tools.ts';

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

/** Characters of JSON. What is longer costs more than it tells: tools/list has it. */
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
