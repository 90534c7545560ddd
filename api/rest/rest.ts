import type { IncomingMessage, ServerResponse } from 'node:http';
import { teamUsername } from '../../domain/bookable/bookable-event.ts';
import { AppError, invalid } from '../../schemas/errors.ts';
import type { Areas, Operation } from '../../schemas/operation.ts';
import { credentialsOf, NO_CREDENTIALS } from '../auth/credentials.ts';
import { brokenPath, notFound, Rendered, refuseMethod, send, sendError, sendFailure } from '../core/answer.ts';
import type { Caller, Dispatcher, Outcome, Success } from '../core/call.ts';
import { type IpOf, readJsonObject, requestIdOf } from '../core/request.ts';
import { type CallNames, callNamesOf } from '../core/tools.ts';
import { type PathParameters, type PathRoutes, type Route, routeFinder } from './routes.ts';

/** Fields of answers in which we say what to do next. */
const WORDS = ['instructions', 'message', 'notice'] as const;

/**
 * An outcome as a caller of REST reads it: its words name operations by method and path. Callers of `execute` run tools, and our
 * pages have words of their own: both get it as it is.
 */
function nameCalls(
  callNames: CallNames,
  { runsTools }: Pick<Operation, 'runsTools'>,
  { source }: Caller,
  outcome: Outcome,
): Outcome {
  if (source !== 'host_api' || runsTools) return outcome;
  if (outcome.ok) return { ...outcome, output: inAnswer(callNames, outcome.output) };
  const { error } = outcome.envelope;
  return { ...outcome, envelope: { error: { ...error, message: callNames(error.message) } } };
}

function inAnswer(callNames: CallNames, output: unknown): unknown {
  if (output === null || typeof output !== 'object' || output instanceof Rendered) return output;
  const said = WORDS.flatMap((name) => {
    const text: unknown = Reflect.get(output, name);
    return typeof text === 'string' ? [[name, callNames(text)] as const] : [];
  });
  return said.length === 0 ? output : { ...output, ...Object.fromEntries(said) };
}

/** A probe that was answered 503. */
const NOT_READY_RETRY_SECONDS = 2;
const INVITE_FILE = ['Content-Disposition', 'attachment; filename=invite.ics'];
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const PREFETCH = /prefetch|prerender|preview/i;

const queryTextOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

/** Merges parts of an input. @throws AppError request.invalid if both have a name with different values */
const merged = (
  first: Readonly<Record<string, unknown>>,
  rest: Readonly<Record<string, unknown>>,
  place: 'path' | 'query',
): Record<string, unknown> => {
  for (const name in first) {
    if (Object.hasOwn(rest, name) && rest[name] !== first[name])
      throw invalid([{ path: name, message: `has another value in the ${place}; give it once` }]);
  }
  return { ...rest, ...first };
};

/** The parts that answer the calls of one surface. */
interface Surface {
  readonly name: Operation['surface'];
  readonly dispatcher: Dispatcher;
  /** The session cookie. */
  readonly cookieName: string;
  readonly ipOf: IpOf;
}

interface RestCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly parameters: PathParameters;
  readonly callNames: CallNames;
}

const readInput = async (
  dispatcher: Dispatcher,
  route: Route,
  { request, response, parameters }: RestCall,
  { credentials }: Caller,
): Promise<unknown> => {
  try {
    const { method, largeBody, auth } = route.operation;
    // Without a well-formed key or session do not wait for a large body: the dispatcher refuses the call anyway.
    if (largeBody && typeof auth === 'object' && dispatcher.cannotAuthenticate(credentials ?? NO_CREDENTIALS))
      return {};
    const query = method === 'GET' || method === 'DELETE' ? route.readQuery(queryTextOf(request.url ?? '')) : {};
    // Some clients send the input of a DELETE as a body: ignored in silence, it would leave on what the caller ended.
    const body = method === 'GET' ? {} : await readJsonObject(request, response, largeBody ? 'large' : 'usual');
    return merged(pathValues(parameters), merged(query, body, 'query'), 'path');
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

/** Reads credentials for host operations only: the app's cookie has no meaning on another origin. */
const callerOf = ({ name, cookieName, ipOf }: Surface, request: IncomingMessage): Caller => {
  const base = { ip: ipOf(request), requestId: requestIdOf(request) };
  if (name === 'public') return { ...base, source: 'public_api' };
  const credentials = credentialsOf(request, cookieName);
  return { ...base, credentials, source: credentials.kind === 'session' ? 'dashboard' : 'host_api' };
};

/** Aborted once the answer is sent or the caller hangs up. */
const goneOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
};

const sendSuccess = (response: ServerResponse, requestId: string, { operation }: Route, outcome: Success): void => {
  const { status, output, rate, workflowId } = outcome;
  const { contentType } = operation;
  if (contentType === undefined) {
    const body = output instanceof Rendered ? output.wire : JSON.stringify(output);
    const more = workflowId === undefined ? [] : ['X-Workflow-Id', workflowId];
    if (status === 503) more.push('Retry-After', String(NOT_READY_RETRY_SECONDS));
    send(response, { status, body, requestId, rate, more });
  } else {
    const body = String(output instanceof Rendered ? output.value : output);
    send(response, { status, body, requestId, rate, contentType, more: INVITE_FILE });
  }
};

/** True if a browser or mail scanner loads a link before a click: it must not act. */
const isAheadOfTheClick = (route: Route, request: IncomingMessage): boolean =>
  route.operation.method === 'GET' &&
  route.operation.effect !== 'read' &&
  (PREFETCH_HEADERS.some((name) => PREFETCH.test(String(request.headers[name] ?? ''))) ||
    // Another page embeds the address, e.g. as an image: no click. Agents do not send this header.
    request.headers['sec-fetch-mode'] === 'no-cors');

/**
 * True if a page of another site loads the address from inside itself (fetch, frame). A click on a link in a web mailer is a navigation
 * of the whole tab and passes. Agents do not send these headers.
 */
const isInsideForeignPage = ({ operation }: Route, { headers }: IncomingMessage): boolean =>
  operation.method === 'GET' &&
  operation.effect !== 'read' &&
  headers['sec-fetch-site'] === 'cross-site' &&
  !(headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document');

const refuseForeignPage = (request: IncomingMessage, response: ServerResponse): void => {
  const message =
    'This link acts, so no page of another site may load it from inside. Open it in a tab of its own, or GET it outside a browser.';
  const error = new AppError('auth.forbidden', message, { reason: 'foreign_page' });
  sendError(response, requestIdOf(request), error);
};

const refusePrefetch = (request: IncomingMessage, response: ServerResponse, allow: string): void => {
  const error = new AppError(
    'request.invalid',
    'This link acts, so it is not loaded ahead. GET it without a prefetch header.',
    {
      reason: 'prefetch_refused',
    },
  );
  sendError(response, requestIdOf(request), error, { status: 405, more: ['Allow', allow] });
};

const answerCall = async (surface: Surface, route: Route, call: RestCall): Promise<void> => {
  const { request, response } = call;
  const { dispatcher } = surface;
  const caller = callerOf(surface, request);
  const input = await readInput(dispatcher, route, call, caller);
  const waiting = route.watchesCaller ? { gone: goneOf(response) } : {};
  const done = await dispatcher.dispatch(route.area, route.name, input, { ...caller, ...waiting });
  const outcome = nameCalls(call.callNames, route.operation, caller, done);
  if (outcome.ok) sendSuccess(response, caller.requestId, route, outcome);
  else sendFailure(response, caller.requestId, outcome);
};

const answerPath = async (surface: Surface, { byMethod, allow }: PathRoutes, call: RestCall): Promise<void> => {
  const { request, response } = call;
  const route = byMethod.get(request.method ?? '');
  if (!route) refuseMethod(request, response, requestIdOf(request), allow);
  else if (isAheadOfTheClick(route, request)) refusePrefetch(request, response, allow);
  else if (isInsideForeignPage(route, request)) refuseForeignPage(request, response);
  else await answerCall(surface, route, call);
};

/** The input from the path: a team's slug becomes its username. */
const pathValues = ({ teamSlug, ...parameters }: PathParameters): PathParameters =>
  teamSlug === undefined ? parameters : { ...parameters, username: teamUsername(teamSlug) };

/** A request line may name the whole address (RFC 9112, 3.2.2). */
const pathAndQueryOf = ({ url = '/' }: IncomingMessage): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');

const isBelow = (pathAndQuery: string, basePath: string): boolean =>
  pathAndQuery.startsWith(basePath) && ['/', '?', '#', ''].includes(pathAndQuery.charAt(basePath.length));

/** Answers a request; undefined: its path is not below the base path. Rejects only for a bug outside any operation. */
export type RestListener = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined;

/**
 * The REST routes of one surface, made from the declarations. `basePath`: such as `/api/v1/public`.
 */
export const restListener = (contract: Areas, surface: Surface, basePath: string): RestListener => {
  const find = routeFinder(contract, surface.name, basePath);
  const callNames = callNamesOf(contract);
  return (request, response) => {
    const pathAndQuery = pathAndQueryOf(request);
    if (!isBelow(pathAndQuery, basePath)) return undefined;
    const found = find(pathAndQuery);
    if (found === 'broken') return refuse(request, response, brokenPath());
    if (found === null) return refuse(request, response, notFound());
    const { routes, parameters } = found;
    return answerPath(surface, routes, { request, response, parameters, callNames });
  };
};

const refuse = async (request: IncomingMessage, response: ServerResponse, error: AppError): Promise<void> =>
  sendError(response, requestIdOf(request), error);
