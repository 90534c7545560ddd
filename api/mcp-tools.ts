import type { Operation } from '../schemas/operation.ts';
import type { Areas } from './dispatch.ts';
import { type JsonSchema, objectSchemaOf } from './json-schema.ts';

/** An entry of tools/list. */
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
  readonly listed: ListedTool;
}

/**
 * All four hints, because the defaults claim the worst. What takes an idempotencyKey, or only takes away, may be repeated.
 * The tools act on this service alone, so the world is closed.
 */
const annotationsOf = ({ title, effect, input }: Operation) => ({
  title,
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'destroy',
  idempotentHint: effect !== 'write' || 'idempotencyKey' in input.shape,
  openWorldHint: false,
});

const deepFreeze = <T>(value: T): T => {
  if (value !== null && typeof value === 'object') Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
};

const listed = (name: string, operation: Operation): ListedTool =>
  deepFreeze({
    name,
    title: operation.title,
    description: operation.summary,
    inputSchema: objectSchemaOf(operation.input, 'input'),
    outputSchema: objectSchemaOf(operation.output, 'output'),
    annotations: annotationsOf(operation),
  });

/** The tools of a surface by name, in the order of the declarations. */
export const mcpTools = (contract: Areas, surface: Operation['surface']): ReadonlyMap<string, Tool> =>
  new Map(
    Object.entries(contract).flatMap(([area, operations]) =>
      Object.entries(operations).flatMap(([operationName, operation]) =>
        operation.tool === undefined || operation.surface !== surface
          ? []
          : [[operation.tool, { area, operationName, operation, listed: listed(operation.tool, operation) }] as const],
      ),
    ),
  );
