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
  const fields = [...new Set(issues.map(({ path }) => path.split('.')[0] ?? ''))].filter((name) => name in properties);
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
  const named = issues.map(({ path, message }) => ({ path: within(path), message }));
  const words = named.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return new AppError('request.invalid', `Invalid request: ${words}`, {
    ...error.details,
    issues: named,
    tool: tool.name,
    schema: excerptOf(tool, issues),
  });
}

const pairsOf = (name: string): string[] => {
  const plain = name.toLowerCase().replace(/[^a-z]+/g, '_');
  return Array.from({ length: Math.max(plain.length - 1, 0) }, (_, at) => plain.slice(at, at + 2));
};

/** Similarity of two names, 0 to 1: shared letter pairs (Dice). */
const likeness = (one: readonly string[], other: readonly string[]): number =>
  (2 * one.filter((pair) => other.includes(pair)).length) / Math.max(one.length + other.length, 1);

const ALIKE = 0.4;
const MOST_NEAR = 3;

/** The most similar names, nearest first. */
export function namesNear(given: string, names: readonly string[]): string[] {
  const pairs = pairsOf(given.slice(0, 128));
  return names
    .map((name) => ({ name, like: likeness(pairs, pairsOf(name)) }))
    .filter(({ like }) => like >= ALIKE)
    .sort((one, other) => other.like - one.like)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}
