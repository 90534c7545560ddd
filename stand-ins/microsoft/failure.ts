import { randomUUID } from 'node:crypto';
import type { Answer } from '../http.ts';

/** Graph's form of an error. `@event.existingEventId`: of ErrorDuplicateTransactionId, not in Microsoft's types. */
interface GraphErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly innerError: { readonly date: string; readonly 'request-id': string; readonly 'client-request-id': string };
    readonly '@event.existingEventId'?: string;
  };
}

/** A refusal in Graph's form. */
export class GraphFailure extends Error {
  readonly answer: Answer;

  constructor(status: number, code: string, message: string, more: { readonly existingEventId?: string } = {}) {
    super(message);
    const id = randomUUID();
    const body: GraphErrorBody = {
      error: {
        code,
        message,
        innerError: { date: new Date().toISOString().slice(0, 19), 'request-id': id, 'client-request-id': id },
        ...(more.existingEventId === undefined ? {} : { '@event.existingEventId': more.existingEventId }),
      },
    };
    this.answer = { status, body };
  }
}

export const badRequest = (code: string, message: string): GraphFailure => new GraphFailure(400, code, message);

export const itemNotFound = (): GraphFailure =>
  new GraphFailure(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');

export const accessDenied = (): GraphFailure =>
  new GraphFailure(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');

export const tokenRefused = (): GraphFailure =>
  new GraphFailure(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.');

/** A cursor that is too old. Its Location begins again, with an empty token. */
export function syncStateNotFound(path: string): GraphFailure['answer'] {
  const { answer } = new GraphFailure(410, 'SyncStateNotFound', 'The sync state generation is not found.');
  return { ...answer, headers: { location: `${path}?$deltatoken=` } };
}

/** More calls at once than a mailbox takes. */
export function tooManyAtOnce(retryAfterSeconds: number): GraphFailure['answer'] {
  const { answer } = new GraphFailure(429, 'ApplicationThrottled', 'Application is over its MailboxConcurrency limit.');
  return { ...answer, headers: { 'retry-after': String(retryAfterSeconds) } };
}
