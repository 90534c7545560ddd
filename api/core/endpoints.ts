import type { Areas, Operation } from '../../schemas/operation.ts';
import { Rendered } from './answer.ts';
import type { Context, Handlers } from './handler.ts';
import { withUntrusted } from './json-schema.ts';
import { requireReadable } from './repair/repair.ts';

export type HandlersOf<C extends Areas> = { readonly [Area in keyof C]: Handlers<C[Area]> };

type AnyHandler = (context: Context, input: unknown) => Promise<unknown>;

/** An operation with its handler. */
export interface Endpoint {
  /** `<area>.<name>`, as logs and metrics name it. */
  readonly id: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/**
 * Returns every operation of the contract with its handler, by id.
 * @throws Error for an operation without a handler, or with an input in which not every name can be found
 */
export const endpointsOf = <C extends Areas>(contract: C, handlers: HandlersOf<C>): Map<string, Endpoint> =>
  new Map(
    Object.entries(contract).flatMap(([area, operations]) =>
      Object.entries(operations).map(([name, operation]) => {
        const id = `${area}.${name}`;
        const handler = (handlers[area] as Record<string, AnyHandler>)[name];
        if (!handler) throw new Error(`No handler for ${id}`);
        requireReadable(id, operation);
        if (operation.toolInput) requireReadable(id, { input: operation.toolInput });
        return [id, { id, operation, handler }] as const;
      }),
    ),
  );

/**
 * Returns the output as declared: undeclared fields are dropped, and fields with text of strangers are listed in `untrusted`.
 * @throws Error for a wrong or missing field: a bug in the handler, answered with 500
 */
export const checkedOutput = ({ id, operation }: Endpoint, output: unknown): unknown => {
  if (output instanceof Rendered) return output;
  const parsed = operation.output.safeParse(output);
  if (parsed.success) return withUntrusted(operation, parsed.data);
  const broken = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ');
  throw new Error(`${id} answered against its declaration: ${broken}`);
};

/** Returns whether the handler needs to know that the caller hung up: it waits, or makes something that the caller then no longer wants. */
export const watchesCaller = ({ input, makesAnother }: Operation): boolean =>
  'waitSeconds' in input.shape || makesAnother === true;

/** Returns the HTTP status of a success. */
export const statusOf = ({ operation }: Endpoint, output: unknown): number =>
  operation.statusOf?.((output instanceof Rendered ? output.value : output) as Record<string, unknown>) ??
  operation.success ??
  200;
