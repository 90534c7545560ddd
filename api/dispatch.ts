import { AppError, type ErrorEnvelope, errorStatuses } from '../schemas/errors.ts';
import type { Operation } from '../schemas/operation.ts';
import { envelopeOf, hiddenError, retryAfterOf } from './answer.ts';
import { DEADLINE_MS, watched, withDeadline } from './deadline.ts';
import { expectedFailure } from './failures.ts';
import { parseInput } from './field-issues.ts';
import { type Caller, type Context, type Handlers, Rendered, type Services } from './handler.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { RateLimiter, RateState } from './rate-limits.ts';
import { callLogOf, describeError, logCall } from './request-log.ts';

export type Areas = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export type HandlersOf<C extends Areas> = { readonly [Area in keyof C]: Handlers<C[Area]> };

export interface Success {
  readonly ok: true;
  readonly status: number;
  /** Checked against the declared output; a Rendered answer was checked when it was made. */
  readonly output: unknown;
  readonly rate: RateState | null;
}

export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly envelope: ErrorEnvelope;
  readonly rate: RateState | null;
  readonly retryAfterSeconds?: number;
}

export type Outcome = Success | Failure;

export interface DispatchOptions {
  readonly limiter: RateLimiter;
  readonly metrics?: Metrics;
  /** How long a handler may take before the caller hears 503; it may still finish, and the same call then finds its result. */
  readonly deadlineMs?: number;
}

export interface Dispatcher {
  /**
   * Runs one operation for any surface. `rawInput` is the merged, unchecked input, or the AppError of a request too
   * broken to have one: both are counted, logged and answered alike.
   *
   * Never rejects: what went wrong is in the outcome.
   */
  dispatch(area: string, name: string, rawInput: unknown, caller: Caller): Promise<Outcome>;
}

type AnyHandler = (context: Context, input: unknown) => Promise<unknown>;
type Machinery = Required<DispatchOptions> & { readonly services: Services };

interface Endpoint {
  readonly id: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

const pairUp = <C extends Areas>(contract: C, handlers: HandlersOf<C>): Map<string, Endpoint> =>
  new Map(
    Object.entries(contract).flatMap(([area, operations]) =>
      Object.entries(operations).map(([name, operation]) => {
        const id = `${area}.${name}`;
        const handler = (handlers[area] as Record<string, AnyHandler>)[name];
        if (!handler) throw new Error(`No handler for ${id}`);
        return [id, { id, operation, handler }] as const;
      }),
    ),
  );

const overLimit = (state: RateState | null): AppError => {
  const retryAfterSeconds = state?.resetSeconds ?? 1;
  return new AppError('rate.limited', `Too many calls. Try again in ${retryAfterSeconds} s.`, {
    reason: 'too_many_calls',
    retryAfterSeconds,
  });
};

/** The declared output, or the reason why an answer must not leave: an undeclared field is dropped, a wrong one is a bug. */
const checkedOutput = ({ id, operation }: Endpoint, output: unknown): unknown => {
  if (output instanceof Rendered) return output;
  const parsed = operation.output.safeParse(output);
  if (parsed.success) return parsed.data;
  const broken = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ');
  throw new Error(`${id} answered against its declaration: ${broken}`);
};

const statusOf = ({ operation }: Endpoint, output: unknown): number =>
  operation.statusOf?.((output instanceof Rendered ? output.value : output) as Record<string, unknown>) ?? 200;

/** A 429 of a handler's own rules has its own window; the headers then speak of that one. */
const windowOf = (error: AppError, rate: RateState | null, resetSeconds: number): RateState => {
  const limit = error.details?.limit;
  return { limit: typeof limit === 'number' ? limit : (rate?.limit ?? 1), remaining: 0, resetSeconds };
};

const failureOf = (error: AppError, rate: RateState | null): Failure => {
  const envelope = envelopeOf(error);
  const status = errorStatuses[error.code];
  if (status !== 429 && status !== 503) return { ok: false, status, envelope, rate };
  const retryAfterSeconds = retryAfterOf(error) ?? 2;
  return {
    ok: false,
    status,
    envelope,
    rate: status === 429 ? windowOf(error, rate, retryAfterSeconds) : rate,
    retryAfterSeconds,
  };
};

/** One call on its way through. `rawInput` as `dispatch` takes it. */
interface Call {
  readonly machinery: Machinery;
  readonly endpoint: Endpoint;
  readonly rawInput: unknown;
  readonly caller: Caller;
}

/** What log lines of a call begin with. */
const named = ({ endpoint, caller }: Call) => ({ requestId: caller.requestId, operation: endpoint.id });

const runHandler = async (call: Call): Promise<unknown> => {
  const { machinery, endpoint, rawInput, caller } = call;
  const input = parseInput(endpoint.operation.input, rawInput);
  const { services, deadlineMs } = machinery;
  const { flows, waitsFor } = watched(services.flows);
  const context: Context = { ...services, flows, now: Date.now(), caller };
  const onLate = (error?: unknown) =>
    services.log.warn(
      { ...named(call), ...(error ? { err: describeError(error, rawInput) } : {}) },
      'finished after the deadline',
    );
  return checkedOutput(
    endpoint,
    await withDeadline(endpoint.handler(context, input), { deadlineMs, waitsFor, onLate }),
  );
};

/** Logs what operators should know of, and says what the caller hears. */
const reported = (call: Call, error: unknown): AppError => {
  const { log } = call.machinery.services;
  const line = { ...named(call), err: describeError(error, call.rawInput) };
  const expected = expectedFailure(error);
  if (expected?.code === 'service.unavailable')
    log.warn({ ...line, dependency: expected.details?.dependency }, 'a part is away');
  if (expected) return expected;
  log.error(line, 'unexpected error');
  return hiddenError(call.caller.requestId);
};

const answer = async (call: Call): Promise<Outcome> => {
  const { machinery, endpoint, rawInput, caller } = call;
  let rate: RateState | null = null;
  try {
    const verdict = await machinery.limiter.count(endpoint.operation.rateClass, caller.ip, rawInput);
    rate = verdict.state;
    if (verdict.limited) throw overLimit(rate);
    if (rawInput instanceof AppError) throw rawInput;
    const output = await runHandler(call);
    return { ok: true, status: statusOf(endpoint, output), output, rate };
  } catch (error) {
    return failureOf(reported(call, error), rate);
  }
};

/** What every surface does with an operation: limit, check, run, check again, map errors, log, measure. */
export const createDispatcher = <C extends Areas>(
  contract: C,
  handlers: HandlersOf<C>,
  services: Services,
  options: DispatchOptions,
): Dispatcher => {
  const endpoints = pairUp(contract, handlers);
  const callLog = callLogOf(services.log);
  const machinery: Machinery = { services, deadlineMs: DEADLINE_MS, metrics: createMetrics(), ...options };

  return {
    async dispatch(area, name, rawInput, caller) {
      const startedMs = performance.now();
      const endpoint = endpoints.get(`${area}.${name}`);
      if (!endpoint) throw new Error(`No operation ${area}.${name}`);
      const outcome = await answer({ machinery, endpoint, rawInput, caller });
      const durationMs = performance.now() - startedMs;
      machinery.metrics.observe(endpoint.id, outcome.status, durationMs / 1000);
      logCall(callLog, caller, { operation: endpoint.id, status: outcome.status, durationMs });
      return outcome;
    },
  };
};
