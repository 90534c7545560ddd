import type { Operation } from '../../schemas/operation.ts';
import type { Areas } from './areas.ts';
import { type JsonSchema, objectSchemaOf } from './json-schema.ts';
import { withoutToldElsewhere } from './told-once.ts';
import { placeOf } from './tool-order.ts';

/** A tool as `GET /workspace/tools` lists it. Over MCP the entry is thinner (api/mcp/thin-entry.ts). */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ReturnType<typeof annotationsOf>;
}

export interface Tool {
  readonly area: string;
  readonly operationName: string;
  readonly operation: Operation;
  /** Made when it is first asked for: the schemas of all tools take a quarter of the process's start. */
  readonly listed: ListedTool;
}

/**
 * Sets all four hints: the defaults assume the worst case. Idempotent: takes an idempotencyKey, is a PATCH, only
 * removes, or says that repeating changes nothing. Closed world: most tools act on this service alone, which sends its own mails.
 */
const annotationsOf = ({ title, effect, method, input, repeatable, looksOutside }: Operation) => ({
  title,
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'destroy',
  idempotentHint: effect !== 'write' || method === 'PATCH' || 'idempotencyKey' in input.shape || repeatable === true,
  openWorldHint: looksOutside === true,
});

const deepFreeze = <T>(value: T): T => {
  if (value !== null && typeof value === 'object') Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
};

/** Frozen, so that all may share them: the schemas of seventy tools take 150 ms to make. */
const known = new WeakMap<Operation, ListedTool>();

const listed = (name: string, operation: Operation): ListedTool => {
  const entry = known.get(operation) ?? deepFreeze(makeEntry(name, operation));
  known.set(operation, entry);
  return entry;
};

const makeEntry = (name: string, operation: Operation): ListedTool => ({
  name,
  title: operation.title,
  description: operation.summary,
  inputSchema: objectSchemaOf(operation.toolInput ?? operation.input, 'input'),
  outputSchema: withoutToldElsewhere(objectSchemaOf(operation.output, 'output'), name),
  annotations: annotationsOf(operation),
});

const toolOf = (area: string, operationName: string, operation: Operation, name: string): Tool => ({
  ...{ area, operationName, operation },
  get listed() {
    return listed(name, operation);
  },
});

/** The tools of a surface by name, in catalog order, then in declaration order. */
export const mcpTools = (contract: Areas, surface: Operation['surface']): ReadonlyMap<string, Tool> => {
  const tools = Object.entries(contract).flatMap(([area, operations]) =>
    Object.entries(operations).flatMap(([operationName, operation]) =>
      operation.tool === undefined || operation.surface !== surface
        ? []
        : [[operation.tool, toolOf(area, operationName, operation, operation.tool)] as const],
    ),
  );
  return new Map(tools.sort(([one], [other]) => placeOf(one) - placeOf(other)));
};
