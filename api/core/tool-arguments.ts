import { AppError, type FieldIssue } from '../../schemas/errors.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ListedTool } from './tools.ts';

const BEFORE = 'arguments';

const isIssue = (value: unknown): value is FieldIssue =>
  value !== null && typeof value === 'object' && 'path' in value && 'message' in value;

const issuesOf = ({ details }: AppError): readonly FieldIssue[] =>
  Array.isArray(details?.issues) ? details.issues.filter(isIssue) : [];

const within = (path: string): string => (path === '' ? BEFORE : `${BEFORE}.${path}`);

/** The part of a tool's schema for these issues. */
function excerptOf({ inputSchema }: ListedTool, issues: readonly FieldIssue[]): JsonSchema {
  const { properties = {}, required = [] } = inputSchema as { properties?: JsonSchema; required?: readonly string[] };
  const named = issues.flatMap(({ path, didYouMean = [] }) => [path.split('.')[0] ?? '', ...didYouMean]);
  const fields = [...new Set(named)].filter((name) => name in properties);
  return {
    properties: Object.fromEntries(fields.map((name) => [name, properties[name]])),
    required: required.filter((name) => fields.includes(name)),
  };
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
    schema: excerptOf(tool, issues),
  });
}
