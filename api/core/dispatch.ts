import { AppError, type ErrorEnvelope, errorStatuses } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import { AuthFailureLimiter, type Try } from '../auth/auth-failure-limiter.ts';
import { authenticate, cannotAuthenticate } from '../auth/authenticate.ts';
import { type Credentials, fingerprintOf, NOBODY } from '../auth/credentials.ts';
import type { ListedTool } from '../mcp/tools.ts';
import { envelopeOf, hiddenError, retryAfterOf } from './answer.ts';
import { DEADLINE_MS, leftUntil, watched, withDeadline } from './deadline.ts';
import { adviceFor, expectedFailure, unavailable } from './failures.ts';
import { parseInput } from './field-issues.ts';
import {
  type ActingContext,
  type Caller,
  type Context,
  type Handlers,
  Rendered,
  type Services,
  type Toolbox,
} from './handler.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { overLimit, type RateLimiter, type RateState } from './rate-limits.ts';
import { type CallTrace, callLogOf, describeError, logCall } from './request-log.ts';
import { createToolbox, keyCheck } from './toolbox.ts';

export type Areas = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export type HandlersOf<C extends Areas> = { readonly [Area in keyof C]: Handlers<C[Area]> };

export interface Success {
  readonly ok: true;
  readonly status: number;
  /** Checked against the declared output; a Rendered answer was checked when it was made. */
  readonly output: unknown;
  readonly rate: RateState | null;
  /** Of the flow that the answer speaks of, for those who showed who they are. */
  readonly workflowId?: string;
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
  /** How long a caller waits for an answer, in milliseconds. */
  readonly deadlineMs: number;
  /**
   * Runs one operation for any surface. `rawInput` is the merged, unchecked input, or the AppError of a request too
   * broken to have one: both are counted, logged and answered alike.
   *
   * Never rejects: what went wrong is in the outcome.
   */
  dispatch(area: string, name: string, rawInput: unknown, caller: Caller): Promise<Outcome>;
  /** Whether no workspace's operation will let them in, told by their looks: nobody need wait for what else they send. */
  cannotAuthenticate(credentials: Credentials): boolean;
  /** Lets the holder of a key in, for surfaces that ask before they read what is wanted. Limited, checked and logged like a call. */
  enter(caller: Caller): Promise<AcceptedKey | Failure>;
}

export interface AcceptedKey {
  readonly ok: true;
  /** What the caller may run. */
  readonly tools: readonly ListedTool[];
}

/** Contract, Awaiting instead of polling. */
const LONGEST_WAIT_SECONDS = 25;

type AnyHandler = (context: Context, input: unknown) => Promise<unknown>;
type Machinery = Required<DispatchOptions> & {
  readonly services: Services;
  readonly tools: Toolbox;
  readonly tries: AuthFailureLimiter;
};

interface Endpoint {
  readonly id: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/** Where tools are run one comes in first: no operation of the contract, and treated as one. */
const ENTRANCE: Endpoint = {
  id: 'mcp.enter',
  operation: keyCheck,
  handler: async (context) => {
    const { tools, actor } = context as ActingContext<typeof keyCheck>;
    return tools.listFor(actor);
  },
};

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

/** The declared output, or the reason why an answer must not leave: an undeclared field is dropped, a wrong one is a bug. */
const checkedOutput = ({ id, operation }: Endpoint, output: unknown): unknown => {
  if (output instanceof Rendered) return output;
  const parsed = operation.output.safeParse(output);
  if (parsed.success) return parsed.data;
  const broken = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ');
  throw new Error(`${id} answered against its declaration: ${broken}`);
};

const statusOf = ({ operation }: Endpoint, output: unknown): number =>
  operation.statusOf?.((output instanceof Rendered ? output.value : output) as Record<string, unknown>) ??
  operation.success ??
  200;

/** A 429 of a handler's own rules has its own window; the headers then speak of that one. */
const windowOf = (error: AppError, rate: RateState | null, resetSeconds: number): RateState => {
  const limit = error.details?.limit;
  return { limit: typeof limit === 'number' ? limit : (rate?.limit ?? 1), remaining: 0, resetSeconds };
};

/** An expected error as every surface answers it. */
export const failureOf = (error: AppError, rate: RateState | null): Failure => {
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

/** A call that asks to wait for news is given that time besides, be it for itself or in the arguments of a tool that it runs. */
const waitOf = (rawInput: unknown): number => {
  const asked = rawInput as { waitSeconds?: unknown; arguments?: { waitSeconds?: unknown } | null } | null;
  const seconds = asked?.waitSeconds ?? asked?.arguments?.waitSeconds;
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) * 1_000 : 0;
};

/** How long this call may take: no longer than whoever makes it has left. */
const timeFor = ({ machinery, rawInput, caller }: Call): number => {
  const ownMs = machinery.deadlineMs + waitOf(rawInput);
  return caller.answerByMs === undefined ? ownMs : Math.min(ownMs, leftUntil(caller.answerByMs));
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

/** Aborted with the caller's own signal, or by whoever answers in the handler's stead. */
const leavingOf = ({ gone }: Caller): AbortController => {
  const leaving = new AbortController();
  if (gone?.aborted) leaving.abort();
  gone?.addEventListener('abort', () => leaving.abort(), { once: true });
  return leaving;
};

const runHandler = async (call: Call, shown: Try, trace: CallTrace): Promise<unknown> => {
  const { machinery, endpoint, rawInput, caller } = call;
  const { services, tools } = machinery;
  const deadlineMs = timeFor(call);
  if (deadlineMs <= 0) throw unavailable('The answer takes too long right now.');
  const { flows, waitsFor } = watched(services.flows);
  const leaving = leavingOf(caller);
  const work = async () => {
    const actor = await shown.of(authenticate(services, endpoint.operation, caller.credentials ?? NOBODY));
    trace.actor = actor;
    if (rawInput instanceof AppError) throw rawInput;
    const input = parseInput(endpoint.operation.input, rawInput);
    const context: Context = {
      ...services,
      flows,
      tools,
      askAgain: () => authenticate(services, endpoint.operation, caller.credentials ?? NOBODY),
      now: Date.now(),
      caller: { ...caller, gone: leaving.signal },
      nameFlow: (workflowId) => {
        trace.workflowId = workflowId;
        caller.nameFlow?.(workflowId);
      },
    };
    return endpoint.handler({ ...context, actor } as Context, input);
  };
  const onLate = (error?: unknown) =>
    services.log.warn(
      { ...named(call), ...(error ? { err: describeError(error, rawInput) } : {}) },
      error ? 'failed after the deadline' : 'finished after the deadline',
    );
  return checkedOutput(
    endpoint,
    await withDeadline(work(), {
      deadlineMs,
      waitsFor,
      advice: adviceFor(endpoint.operation),
      onDeadline: () => leaving.abort(),
      onLate,
    }),
  );
};

/** Logs what operators should know of, and says what the caller hears. */
const reported = (call: Call, error: unknown): AppError => {
  const { log } = call.machinery.services;
  const line = { ...named(call), err: describeError(error, call.rawInput) };
  const expected = expectedFailure(error, adviceFor(call.endpoint.operation));
  if (expected?.code === 'service.unavailable')
    log.warn({ ...line, dependency: expected.details?.dependency }, 'a part is away');
  if (expected) return expected;
  log.error(line, 'unexpected error');
  return hiddenError(call.caller.requestId);
};

/** A tool's run counts as one, whatever it does. */
const countCall = ({ machinery, endpoint, rawInput, caller }: Call) => {
  const { rateClass } = endpoint.operation;
  const counted = rateClass === 'keyed' && caller.asTool ? 'tool' : rateClass;
  return machinery.limiter.count(counted, caller.ip, rawInput, fingerprintOf(caller.credentials ?? NOBODY));
};

const answer = async (call: Call, trace: CallTrace): Promise<Outcome> => {
  const { endpoint, machinery, caller } = call;
  let rate: RateState | null = null;
  try {
    const shown = await machinery.tries.begin(endpoint.operation, caller.ip, caller.credentials);
    if (shown.verdict.limited) throw overLimit(shown.verdict.state, 'too_many_wrong_credentials');
    const verdict = await countCall(call);
    rate = verdict.state;
    if (verdict.limited) {
      await shown.refund();
      throw overLimit(rate);
    }
    const output = await runHandler(call, shown, trace);
    const flow = trace.actor === null || trace.workflowId === undefined ? {} : { workflowId: trace.workflowId };
    return { ok: true, status: statusOf(endpoint, output), output, rate, ...flow };
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

  const run = async (endpoint: Endpoint, rawInput: unknown, caller: Caller): Promise<Outcome> => {
    const startedMs = performance.now();
    const trace: CallTrace = { actor: null };
    const outcome = await answer({ machinery, endpoint, rawInput, caller }, trace);
    const durationMs = performance.now() - startedMs;
    machinery.metrics.observe(endpoint.id, outcome.status, durationMs / 1000);
    logCall(callLog, caller, { operation: endpoint.id, status: outcome.status, durationMs, ...trace });
    return outcome;
  };

  const dispatcher: Dispatcher = {
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    async dispatch(area, name, rawInput, caller) {
      const endpoint = endpoints.get(`${area}.${name}`);
      if (!endpoint) throw new Error(`No operation ${area}.${name}`);
      return run(endpoint, rawInput, caller);
    },
    cannotAuthenticate: (credentials) => cannotAuthenticate(services, credentials),
    async enter(caller) {
      const outcome = await run(ENTRANCE, {}, caller);
      return outcome.ok ? { ok: true, tools: outcome.output as readonly ListedTool[] } : outcome;
    },
  };
  const tools = createToolbox(contract, dispatcher);
  const tries = new AuthFailureLimiter(options.limiter);
  const machinery: Machinery = {
    services,
    tools,
    tries,
    metrics: createMetrics(),
    ...options,
    deadlineMs: dispatcher.deadlineMs,
  };
  return dispatcher;
};
