import { z } from 'zod';
import type { Actor } from '../../domain/access/actor.ts';
import { CONCURRENCY, type Release } from '../../domain/concurrency.ts';
import { AppError, type FieldIssue } from '../../schemas/errors.ts';
import type { Areas, Operation } from '../../schemas/operation.ts';
import { EVERYONE } from '../../schemas/shapes/access.ts';
import { AuthFailureLimiter, type Try } from '../auth/auth-failure-limiter.ts';
import { authenticate, cannotAuthenticate } from '../auth/authenticate.ts';
import { fingerprintOf, NO_CREDENTIALS } from '../auth/credentials.ts';
import { hiddenError } from './answer.ts';
import { type Caller, type Dispatcher, type DispatchOptions, failureOf, type Outcome } from './call.ts';
import { ConcurrencyLimiter } from './concurrency.ts';
import { DEADLINE_MS, leftUntil, Sleep, watched, withDeadline } from './deadline.ts';
import { checkedOutput, type Endpoint, endpointsOf, type HandlersOf, statusOf, watchesCaller } from './endpoints.ts';
import { adviceFor, describeError, expectedFailure, unavailable } from './failures.ts';
import type { ActingContext, Context, Toolbox } from './handler.ts';
import { parseInput, withEventTypeIds } from './input.ts';
import { overLimit, type RateState } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { withZoneNames } from './repair/aliases.ts';
import { type RepairedInput, repairInput } from './repair/repair.ts';
import { type CallTrace, callLogOf, logCall } from './request-log.ts';
import { isClosedOverRest } from './schema-parts.ts';
import type { Services } from './services.ts';
import { createToolbox } from './toolbox.ts';
import type { ListedTool } from './tools.ts';

/** The objects that all calls of a process share. */
type Machinery = Required<DispatchOptions> & {
  readonly services: Services;
  readonly tools: Toolbox;
  readonly tries: AuthFailureLimiter;
  readonly flowCalls: ConcurrencyLimiter;
  /** The limit of heavy calls. */
  readonly heavyCalls: ConcurrencyLimiter;
};

/** One call of an operation. `rawInput` is as `dispatch` takes it, with its fields under their own names. */
interface Call {
  readonly machinery: Machinery;
  readonly endpoint: Endpoint;
  readonly rawInput: unknown;
  /** The unknown fields of a closed input. */
  readonly unknown: readonly FieldIssue[];
  readonly caller: Caller;
}

/** The fields that every log line of a call begins with. */
const callFields = ({ endpoint, caller }: Call) => ({ requestId: caller.requestId, operation: endpoint.id });

/** Returns the milliseconds this call may take, without waits for a change: at most the remaining time of its caller. */
const timeFor = ({ machinery, caller }: Call): number =>
  caller.answerByMs === undefined ? machinery.deadlineMs : Math.min(machinery.deadlineMs, leftUntil(caller.answerByMs));

/**
 * Returns whether a call keeps workers and locks busy. A call that runs a tool does not count: the tool counts itself, and if both did,
 * calls would wait for each other.
 */
const isFlowCall = ({ operation: { flow, effect, rateClass, runsTools } }: Endpoint): boolean =>
  flow === true && effect !== 'read' && rateClass === 'keyed' && runsTools !== true;

/** Returns the limiter of a call; undefined: its concurrency is not limited. */
const limiterOf = ({ machinery, endpoint }: Call): ConcurrencyLimiter | undefined => {
  if (endpoint.operation.heavy) return machinery.heavyCalls;
  return isFlowCall(endpoint) ? machinery.flowCalls : undefined;
};

/** Waits for the permit of a call, which is released while the call sleeps. undefined: it needs none. */
async function acquirePermit(
  call: Call,
  sleep: Sleep,
  { userId }: { readonly userId: string },
): Promise<Release | undefined> {
  const release = await limiterOf(call)?.acquire(userId);
  if (release) sleep.onBegin(release);
  return release;
}

/** Returns a controller that aborts with the caller's signal; the deadline aborts it too. Most operations need none, and it costs time. */
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

/** Returns the checked input. @throws AppError request.invalid */
async function checked({ machinery, endpoint, rawInput, unknown }: Call, actor: Actor | null): Promise<unknown> {
  try {
    return parseInput(endpoint.operation.input, rawInput, unknown);
  } catch (error) {
    throw await withEventTypeIds(error, { sql: machinery.services.sql, actor, input: rawInput });
  }
}

/**
 * Authenticates the caller, checks the input, runs the handler within the deadline and checks its output.
 * @param attempt the caller's try with their credentials
 * @param trace receives the data for the log line of the call
 * @throws AppError, and errors of the handler
 */
const runHandler = async (call: Call, attempt: Try, trace: CallTrace): Promise<unknown> => {
  const { machinery, endpoint, rawInput, caller } = call;
  const { services, tools } = machinery;
  const deadlineMs = timeFor(call);
  if (deadlineMs <= 0) throw unavailable('The answer takes too long right now.');
  const { bookingFlows, waitsFor } = watched(services.bookingFlows);
  const leaving = leavingOf(endpoint, caller);
  const sleep = caller.sleep ?? new Sleep();
  const authenticated = () =>
    authenticate(services, endpoint.operation, caller.credentials ?? NO_CREDENTIALS, (actor) => {
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
      reauthenticate: authenticated,
      now: Date.now(),
      caller: { ...caller, sleep, ...(leaving ? { gone: leaving.signal } : {}) },
      nameFlow: flowNamer(call, trace),
    };
    const release = actor === null ? undefined : await acquirePermit(call, sleep, actor);
    try {
      return await endpoint.handler({ ...context, actor } as Context, input);
    } finally {
      release?.();
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

/** Checks a key and lists its tools. Any valid key passes. Not in the contract; limited and logged like a call. */
const operation = {
  title: 'Check a key',
  summary: 'The tools that a key may run.',
  surface: 'page',
  method: 'POST',
  path: '/',
  // Each tool reads the consent itself.
  auth: { scope: 'any', roles: EVERYONE, intent: 'ignored' },
  effect: 'read',
  rateClass: 'keyed',
  errors: ['auth.required', 'rate.limited', 'service.unavailable'],
  input: z.object({}),
  output: z.unknown(),
} as const satisfies Operation;

/** Runs before the in-app MCP endpoint reads a request. */
const keyCheck: Endpoint = {
  id: 'mcp.enter',
  operation,
  handler: async (context) => {
    const { tools, actor } = context as ActingContext<typeof operation>;
    return tools.listFor(actor);
  },
};

/** Logs an unexpected error or an unreachable dependency, and returns the caller's error. */
const reported = (call: Call, error: unknown): AppError => {
  const { log } = call.machinery.services;
  const line = { ...callFields(call), err: describeError(error, call.rawInput) };
  const expected = expectedFailure(error, adviceFor(call.endpoint.operation));
  if (expected?.code === 'service.unavailable')
    log.warn({ ...line, dependency: expected.details?.dependency }, 'dependency unavailable');
  if (expected) return expected;
  log.error(line, 'unexpected error');
  return hiddenError(call.caller.requestId);
};

/** Counts against the operation's rate class; a tool call counts in the class `tool`. */
const countCall = ({ machinery, endpoint, rawInput, caller }: Call) => {
  const { rateClass } = endpoint.operation;
  const counted = rateClass === 'keyed' && caller.asTool ? 'tool' : rateClass;
  return machinery.limiter.count(counted, caller.ip, rawInput, fingerprintOf(caller.credentials ?? NO_CREDENTIALS));
};

/** Returns the flow of a call with credentials; other callers never see it. */
const flowOf = ({ actor, workflowId }: CallTrace): { readonly workflowId?: string } =>
  actor === null || workflowId === undefined ? {} : { workflowId };

const answer = async (call: Call, trace: CallTrace): Promise<Outcome> => {
  const { endpoint, machinery, caller } = call;
  let rate: RateState | null = null;
  try {
    const attempt = await machinery.tries.begin(endpoint.operation, caller.ip, caller.credentials);
    if (attempt.verdict.limited) throw overLimit(attempt.verdict.state, 'wrongCredentials');
    const verdict = await countCall(call);
    rate = verdict.state;
    if (verdict.limited) {
      await attempt.refund();
      throw overLimit(rate);
    }
    const output = await runHandler(call, attempt, trace);
    return { ok: true, status: statusOf(endpoint, output), output, rate, ...flowOf(trace) };
  } catch (error) {
    return { ...failureOf(reported(call, error), rate), ...flowOf(trace) };
  }
};

const reasonOf = (outcome: Outcome): string | undefined => {
  const reason = outcome.ok ? undefined : outcome.envelope.error.details?.reason;
  return typeof reason === 'string' ? reason : undefined;
};

/** Ids are no secrets; any other input may be one. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the ids in the path of a call that ended something, as the database writes them; undefined: it ended nothing. */
const endedBy = ({ operation }: Endpoint, outcome: Outcome, input: unknown): readonly string[] | undefined => {
  if (!outcome.ok || operation.effect !== 'destroy' || typeof input !== 'object' || input === null) return undefined;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids = names.map((name) => (input as Record<string, unknown>)[name]);
  return ids.flatMap((id) => (typeof id === 'string' && UUID.test(id) ? [id.toLowerCase()] : []));
};

/** Returns the input fields of a successful call that its operation logs. */
const loggedInputOf = ({ operation: { logged } }: Endpoint, outcome: Outcome, input: unknown): object | undefined => {
  if (!outcome.ok || logged === undefined || typeof input !== 'object' || input === null) return undefined;
  return Object.fromEntries(Object.entries(input).filter(([name]) => logged.includes(name)));
};

/** Repairs the input before anything reads it: rate limits that count by a field must see it under each of its names. */
const repaired = (operation: Operation, given: unknown, { asTool }: Caller): RepairedInput =>
  !(given instanceof AppError) && (asTool || isClosedOverRest(operation))
    ? repairInput(operation.input, given)
    : { input: given instanceof AppError ? given : withZoneNames(operation.input)(given), issues: [] };

/** Runs operations for every surface: limit, check, run, check again, map errors, log, measure. */
export const createDispatcher = <C extends Areas>(
  contract: C,
  handlers: HandlersOf<C>,
  services: Services,
  options: DispatchOptions,
): Dispatcher => {
  const endpoints = endpointsOf(contract, handlers);
  const callLog = callLogOf(services.log);

  const run = async (endpoint: Endpoint, rawInput: unknown, caller: Caller): Promise<Outcome> => {
    const startedMs = performance.now();
    const trace: CallTrace = { actor: null };
    const { input, issues } = repaired(endpoint.operation, rawInput, caller);
    const outcome = await answer({ machinery, endpoint, rawInput: input, unknown: issues, caller }, trace);
    const durationMs = performance.now() - startedMs;
    machinery.metrics.observe(endpoint.id, outcome.status, durationMs / 1000);
    const { status } = outcome;
    const logged = {
      reason: reasonOf(outcome),
      ended: endedBy(endpoint, outcome, input),
      given: loggedInputOf(endpoint, outcome, input),
    };
    logCall(callLog, caller, { operation: endpoint.id, status, durationMs, ...logged, ...trace });
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
      const outcome = await run(keyCheck, {}, caller);
      return outcome.ok ? { ok: true, tools: outcome.output as readonly ListedTool[] } : outcome;
    },
  };
  const machinery: Machinery = {
    services,
    tools: createToolbox(contract, dispatcher),
    tries: new AuthFailureLimiter(options.limiter),
    flowCalls: new ConcurrencyLimiter(CONCURRENCY.flowCalls),
    heavyCalls: new ConcurrencyLimiter(CONCURRENCY.heavyCalls),
    metrics: createMetrics(),
    ...options,
    deadlineMs: dispatcher.deadlineMs,
  };
  return dispatcher;
};
