import type { Operation } from '../schemas/operation.ts';
import type { Areas } from './dispatch.ts';
import { objectSchemaOf } from './json-schema.ts';

export interface Tool {
  readonly area: string;
  readonly operationName: string;
  /** The entry of tools/list. */
  readonly listed: Readonly<Record<string, unknown>>;
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

const listed = (name: string, operation: Operation): Tool['listed'] =>
  deepFreeze({
    name,
    title: operation.title,
    description: operation.summary,
    inputSchema: objectSchemaOf(operation.input, 'input'),
    outputSchema: objectSchemaOf(operation.output, 'output'),
    annotations: annotationsOf(operation),
  });

/** Tools by name, in the order of the declarations. */
export const mcpTools = (contract: Areas): ReadonlyMap<string, Tool> =>
  new Map(
    Object.entries(contract).flatMap(([area, operations]) =>
      Object.entries(operations).flatMap(([operationName, operation]) =>
        operation.tool === undefined
          ? []
          : [[operation.tool, { area, operationName, listed: listed(operation.tool, operation) }] as const],
      ),
    ),
  );
