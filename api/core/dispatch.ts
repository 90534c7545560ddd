import { AppError } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import { AuthFailureLimiter } from '../auth/auth-failure-limiter.ts';
import { cannotAuthenticate } from '../auth/authenticate.ts';
import { fingerprintOf, NOBODY } from '../auth/credentials.ts';
import { hiddenError } from './answer.ts';
import type { Areas } from './areas.ts';
import type { Caller } from './caller.ts';
import { isClosedOverRest } from './closed-operations.ts';
import { DEADLINE_MS } from './deadline.ts';
import { describeError } from './describe-error.ts';
import type { Dispatcher, DispatchOptions } from './dispatcher.ts';
import { type Endpoint, endpointsOf, type HandlersOf, statusOf } from './endpoints.ts';
import { adviceFor, expectedFailure } from './failures.ts';
import { keyCheck } from './key-check.ts';
import { createMetrics } from './metrics.ts';
import { failureOf, type Outcome } from './outcome.ts';
import { overLimit, type RateState } from './rate-limits.ts';
import { type CallTrace, callLogOf, logCall } from './request-log.ts';
import { type Call, callFields, type Machinery, runHandler } from './run-handler.ts';
import type { Services } from './services.ts';
import { type Taken, takeInput } from './take-input.ts';
import { createToolbox } from './toolbox.ts';
import type { ListedTool } from './tools.ts';
import { MOST_FLOW_CALLS, MOST_HEAVY_CALLS, Turns } from './turns.ts';
import { withZoneNames } from './zone-names.ts';

/** Logs an unexpected error or an unreachable dependency, and returns the caller's error. */
const reported = (call: Call, error: unknown): AppError => {
  const { log } = call.machinery.services;
  const line = { ...callFields(call), err: describeError(error, call.rawInput) };
  const expected = expectedFailure(error, adviceFor(call.endpoint.operation));
  if (expected?.code === 'service.unavailable')
    log.warn({ ...line, dependency: expected.details?.dependency }, 'a part is away');
  if (expected) return expected;
  log.error(line, 'unexpected error');
  return hiddenError(call.caller.requestId);
};

/** Counts against the operation's rate class; a tool call counts in the class `tool`. */
const countCall = ({ machinery, endpoint, rawInput, caller }: Call) => {
  const { rateClass } = endpoint.operation;
  const counted = rateClass === 'keyed' && caller.asTool ? 'tool' : rateClass;
  return machinery.limiter.count(counted, caller.ip, rawInput, fingerprintOf(caller.credentials ?? NOBODY));
};

/** The flow of a call with credentials; others do not learn it. */
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

/** Ids are no secrets; whatever else stands in an input may be one. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a call ended, by the ids in its path, as the database writes them; undefined: it ended nothing. */
const endedBy = ({ operation }: Endpoint, outcome: Outcome, input: unknown): readonly string[] | undefined => {
  if (!outcome.ok || operation.effect !== 'destroy' || typeof input !== 'object' || input === null) return undefined;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids = names.map((name) => (input as Record<string, unknown>)[name]);
  return ids.flatMap((id) => (typeof id === 'string' && UUID.test(id) ? [id.toLowerCase()] : []));
};

/** What a call that worked was given, in the fields that its operation logs. */
const givenOf = ({ operation: { logged } }: Endpoint, outcome: Outcome, input: unknown): object | undefined => {
  if (!outcome.ok || logged === undefined || typeof input !== 'object' || input === null) return undefined;
  return Object.fromEntries(Object.entries(input).filter(([name]) => logged.includes(name)));
};

/** Before anything reads the input: what is counted by a field must see it under each of its names. */
const taken = (operation: Operation, given: unknown, { asTool }: Caller): Taken =>
  !(given instanceof AppError) && (asTool || isClosedOverRest(operation))
    ? takeInput(operation.input, given)
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
    const { input, issues } = taken(endpoint.operation, rawInput, caller);
    const outcome = await answer({ machinery, endpoint, rawInput: input, unknown: issues, caller }, trace);
    const durationMs = performance.now() - startedMs;
    machinery.metrics.observe(endpoint.id, outcome.status, durationMs / 1000);
    const { status } = outcome;
    const told = {
      reason: reasonOf(outcome),
      ended: endedBy(endpoint, outcome, input),
      given: givenOf(endpoint, outcome, input),
    };
    logCall(callLog, caller, { operation: endpoint.id, status, durationMs, ...told, ...trace });
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
    turns: new Turns(MOST_FLOW_CALLS),
    heavyTurns: new Turns(MOST_HEAVY_CALLS),
    metrics: createMetrics(),
    ...options,
    deadlineMs: dispatcher.deadlineMs,
  };
  return dispatcher;
};
