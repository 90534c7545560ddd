import { operations } from 'virtual:operations';
import type { z } from 'zod';
import type { Contract } from '../../../schemas/contract.ts';
import type { ErrorEnvelope, FieldIssue } from '../../../schemas/errors.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { type RestCall, restCall } from '../../../schemas/rest-call.ts';
import { noteCall } from './recorded-call.ts';
import { renewSession, setSessionOver, signInAddress } from './session-end.ts';
import { hasUnsaved } from './unsaved-parts.ts';

type Everything = Contract['accounts'] &
  Contract['members'] &
  Contract['workspaces'] &
  Contract['eventTypes'] &
  Contract['links'] &
  Contract['availability'] &
  Contract['billing'] &
  Contract['calendars'] &
  Contract['identity'] &
  Contract['oauth'] &
  Contract['prep'] &
  Contract['meetings'] &
  Contract['teams'] &
  Contract['activity'] &
  Contract['webhooks'] &
  Contract['access'];

/** What pages may call: the operations that agents call. */
export type OperationName = keyof Everything & string;
type Named<N extends OperationName> = Everything[N] extends Operation ? Everything[N] : never;
export type InputOf<N extends OperationName> = z.input<Named<N>['input']>;
export type OutputOf<N extends OperationName> = z.output<Named<N>['output']>;

/** Calls an operation as the signed-in person. @throws CallError */
export type Call = <N extends OperationName>(
  name: N,
  input: InputOf<N>,
  /** for operations of a workspace */
  workspaceId?: string,
) => Promise<OutputOf<N>>;

/** A failed call, in the words of the API. */
export class CallError extends Error {
  /** 0: no answer came */
  readonly status: number;
  readonly reason: string;
  readonly issues: readonly FieldIssue[];
  readonly retryAfterSeconds: number | undefined;
  /** What the API says beside the message, by name. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, { error }: ErrorEnvelope, retryAfterSeconds?: number) {
    super(error.message);
    this.name = 'CallError';
    this.status = status;
    this.reason = typeof error.details?.reason === 'string' ? error.details.reason : '';
    this.issues = Array.isArray(error.details?.issues) ? (error.details.issues as FieldIssue[]) : [];
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = error.details ?? {};
  }
}

const NO_ANSWER = 'No answer came. Check your connection, then try again.';
const envelope = (code: string, message: string): ErrorEnvelope => ({ error: { code, message } });

async function failureOf(response: Response): Promise<CallError> {
  const waitSeconds = Number(response.headers.get('retry-after')) || undefined;
  const body = (await response.json().catch(() => undefined)) as ErrorEnvelope | undefined;
  const said = body?.error ? body : envelope('internal.unexpected', 'Something went wrong on our side. Try again.');
  return new CallError(response.status, said, waitSeconds);
}

/** What is typed is not lost: then the page stays, and says it (parts/signed-out.tsx). */
function signInAgain(): void {
  if (hasUnsaved()) setSessionOver(true);
  else location.assign(signInAddress());
}

/** @param token gives the page's token */
export const createCall = (token: () => string): Call => {
  return async (name, input, workspaceId) => {
    const operation = operations[name];
    if (!operation) throw new Error(`no operation ${name}`);
    const request = restCall(operation, input as Record<string, unknown>);
    // Somebody only looks at it: what a press would do afterwards must not happen.
    if (noteCall({ ...request, tool: operation.tool, input: input as Record<string, unknown> }))
      return new Promise(() => {});
    const headers = new Headers({ accept: 'application/json' });
    if (workspaceId !== undefined) headers.set('x-workspace-id', workspaceId);
    return (await send(request, headers, token)) as never;
  };
};

/** @throws CallError */
async function send(request: RestCall, headers: Headers, token: () => string): Promise<unknown> {
  headers.set('x-csrf-token', token());
  const response = await answerOf(request, headers);
  if (response.ok) return response.json();
  const failure = await failureOf(response);
  const isOldToken = failure.reason === 'csrf_mismatch';
  // The person signed in anew in another tab. Nothing has happened yet: the call is made again with the token of now.
  if (isOldToken && (await renewSession()) === 'renewed' && token() !== headers.get('x-csrf-token'))
    return send(request, headers, token);
  if (failure.status === 401 && !isOldToken) signInAgain();
  throw failure;
}

async function answerOf({ address, method, body }: RestCall, headers: Headers): Promise<Response> {
  if (body !== undefined) headers.set('content-type', 'application/json');
  const init: RequestInit = { method, headers, credentials: 'same-origin', ...(body === undefined ? {} : { body }) };
  const response = await fetch(address, init).catch(() => undefined);
  if (!response) throw new CallError(0, envelope('service.unavailable', NO_ANSWER));
  return response;
}
