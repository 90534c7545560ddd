import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { AppError, isErrorCode } from '../../../schemas/errors.ts';
import { Rendered } from '../../core/answer.ts';
import type { Outcome } from '../../core/call.ts';
import { dataOf, RPC_CODES } from '../http.ts';

/** The reader. Resources contain what the tools of the same names answer this caller. */
export interface Holder {
  readonly nowMs: number;
  /** By role and scopes. The operation checks again. */
  mayRun(tool: string): boolean;
  /** Runs a tool that only reads. @throws AppError as the tool answers it */
  ask<T>(tool: string, input?: object): Promise<T>;
}

/** The output of an operation. @throws AppError its error */
export function outputOf<T>(outcome: Outcome): T {
  if (!outcome.ok) {
    const { code, message, details } = outcome.envelope.error;
    throw new AppError(isErrorCode(code) ? code : 'internal.unexpected', message, details);
  }
  const { output } = outcome;
  return (output instanceof Rendered ? output.value : output) as T;
}

const OF_PARAMS: ReadonlySet<string> = new Set(['request.invalid', 'request.unprocessable', 'resource.not_found']);

/** Converts an AppError to JSON-RPC, with code and details in `data`. */
export const protocolErrorOf = (error: AppError): ProtocolError =>
  new ProtocolError(
    OF_PARAMS.has(error.code) ? ProtocolErrorCode.InvalidParams : RPC_CODES.server,
    error.message,
    dataOf(error),
  );

/** Runs a handler. @throws ProtocolError for every AppError */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? protocolErrorOf(error) : error;
  }
}

/** As {@link answering}, for a resource: what is not there, or not the reader's, is not found. */
export async function readingAt<T>(uri: string, read: () => Promise<T>): Promise<T> {
  return answering(async () => {
    try {
      return await read();
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'resource.not_found';
      throw isMissing ? new ResourceNotFoundError(uri) : error;
    }
  });
}
