import type { Actor } from '../../domain/access/actor.ts';
import { AppError, type FieldIssue } from '../../schemas/errors.ts';
import type { AuthFailureLimiter, Try } from '../auth/auth-failure-limiter.ts';
import { authenticate } from '../auth/authenticate.ts';
import { NOBODY } from '../auth/credentials.ts';
import type { Caller } from './caller.ts';
import { leftUntil, Sleep, watched, withDeadline } from './deadline.ts';
import { describeError } from './describe-error.ts';
import type { DispatchOptions } from './dispatcher.ts';
import { checkedOutput, type Endpoint, watchesCaller } from './endpoints.ts';
import { withEventTypeCalled } from './event-type-by-name.ts';
import { adviceFor, unavailable } from './failures.ts';
import { parseInput } from './field-issues.ts';
import type { Context, Toolbox } from './handler.ts';
import type { CallTrace } from './request-log.ts';
import type { Services } from './services.ts';
import type { Turns } from './turns.ts';

/** What every call of a process shares. */
export type Machinery = Required<DispatchOptions> & {
  readonly services: Services;
  readonly tools: Toolbox;
  readonly tries: AuthFailureLimiter;
  readonly turns: Turns;
  /** Of heavy calls. */
  readonly heavyTurns: Turns;
};

/** One call of an operation. `rawInput` is as `dispatch` takes it, with its fields under their own names. */
export interface Call {
  readonly machinery: Machinery;
  readonly endpoint: Endpoint;
  readonly rawInput: unknown;
  /** What a closed input does not know. */
  readonly unknown: readonly FieldIssue[];
  readonly caller: Caller;
}

/** The fields that every log line of a call begins with. */
export const callFields = ({ endpoint, caller }: Call) => ({ requestId: caller.requestId, operation: endpoint.id });

/** Milliseconds this call may take, its waits for a change apart: at most what its caller has left. */
const timeFor = ({ machinery, caller }: Call): number =>
  caller.answerByMs === undefined ? machinery.deadlineMs : Math.min(machinery.deadlineMs, leftUntil(caller.answerByMs));

/**
 * Whether a call is one of those that keep workers and locks busy after it. What runs a tool takes none: the tool takes its own, and with
 * both, calls would wait for each other.
 */
const takesTurn = ({ operation: { flow, effect, rateClass, runsTools } }: Endpoint): boolean =>
  flow === true && effect !== 'read' && rateClass === 'keyed' && runsTools !== true;

/** Where a call waits for its turn; undefined: it takes none. */
const turnsOf = ({ machinery, endpoint }: Call): Turns | undefined => {
  if (endpoint.operation.heavy) return machinery.heavyTurns;
  return takesTurn(endpoint) ? machinery.turns : undefined;
};

/** Waits for the turn of a call, which it gives back while it sleeps. undefined: it takes none. */
async function takeTurn(
  call: Call,
  sleep: Sleep,
  { userId }: { readonly userId: string },
): Promise<(() => void) | undefined> {
  const leave = await turnsOf(call)?.enter(userId);
  if (leave) sleep.onBegin(leave);
  return leave;
}

/** Aborts with the caller's own signal. The deadline aborts it too. Most operations do not ask, and a signal has a price. */
const leavingOf = ({ operation }: Endpoint, { gone }: Caller): AbortController | undefined => {
  if (!watchesCaller(operation)) return undefined;
  const leaving = new AbortController();
  if (gone?.aborted) leaving.abort();
  gone?.addEventListener('abort', () => leaving.abort(), { once: true });
  return leaving;
};

const flowNamer =
  ({ endpoint, caller }: Call, trace: CallTrace): Context['nameFlow'] =>
  (workflowId) => {
    if (trace.actor !== null && !endpoint.operation.flow)
      throw new Error(`${endpoint.id} names a flow; its declaration lacks flow: true`);
    trace.workflowId = workflowId;
    caller.nameFlow?.(workflowId);
  };

/** The checked input. @throws AppError request.invalid */
async function checked({ machinery, endpoint, rawInput, unknown }: Call, actor: Actor | null): Promise<unknown> {
  try {
    return parseInput(endpoint.operation.input, rawInput, unknown);
  } catch (error) {
    throw await withEventTypeCalled(error, { sql: machinery.services.sql, actor, input: rawInput });
  }
}

/**
 * Authenticates the caller, checks the input, runs the handler within the deadline and checks its output.
 * @param attempt the caller's try with their credentials
 * @param trace filled with what the log line of the call needs
 * @throws AppError, and whatever the handler throws
 */
export const runHandler = async (call: Call, attempt: Try, trace: CallTrace): Promise<unknown> => {
  const { machinery, endpoint, rawInput, caller } = call;
  const { services, tools } = machinery;
  const deadlineMs = timeFor(call);
  if (deadlineMs <= 0) throw unavailable('The answer takes too long right now.');
  const { bookingFlows, waitsFor } = watched(services.bookingFlows);
  const leaving = leavingOf(endpoint, caller);
  const sleep = caller.sleep ?? new Sleep();
  const authenticated = () =>
    authenticate(services, endpoint.operation, caller.credentials ?? NOBODY, (actor) => {
      trace.actor = actor;
    });
  const work = async () => {
    const actor = await attempt.of(authenticated());
    trace.actor = actor;
    if (rawInput instanceof AppError) throw rawInput;
    const input = await checked(call, actor !== null && 'workspaceId' in actor ? actor : null);
    const context: Context = {
      ...services,
      bookingFlows,
      waits: { until: (wait) => services.waits.until({ ...wait, sleep }) },
      tools,
      askAgain: authenticated,
      now: Date.now(),
      caller: { ...caller, sleep, ...(leaving ? { gone: leaving.signal } : {}) },
      nameFlow: flowNamer(call, trace),
    };
    const leave = actor === null ? undefined : await takeTurn(call, sleep, actor);
    try {
      return await endpoint.handler({ ...context, actor } as Context, input);
    } finally {
      leave?.();
    }
  };
  const onLate = (error?: unknown) =>
    services.log.warn(
      { ...callFields(call), ...(error ? { err: describeError(error, rawInput) } : {}) },
      error ? 'failed after the deadline' : 'finished after the deadline',
    );
  const output = await withDeadline(work(), {
    deadlineMs,
    sleep,
    waitsFor,
    advice: adviceFor(endpoint.operation),
    onDeadline: () => leaving?.abort(),
    onLate,
  });
  return checkedOutput(endpoint, output);
};
