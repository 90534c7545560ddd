import express, { type Request, type Response, type Router } from 'express';
import { teamUsername } from '../../domain/bookable/bookable-event.ts';
import { AppError, invalid } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import { credentialsOf, NOBODY } from '../auth/credentials.ts';
import { notFound, send, sendError, sendFailure } from '../core/answer.ts';
import type { Areas } from '../core/areas.ts';
import type { Caller } from '../core/caller.ts';
import type { Dispatcher } from '../core/dispatcher.ts';
import { readJsonObject } from '../core/json-body.ts';
import type { Success } from '../core/outcome.ts';
import { Rendered } from '../core/rendered.ts';
import { requestIdOf } from '../core/request-id.ts';
import { teamPathOf } from '../core/team-path.ts';
import { type QueryReader, queryReader } from './query-text.ts';

interface Route {
  readonly area: string;
  readonly name: string;
  readonly operation: Operation;
  readonly readQuery: QueryReader;
  /** Watch whether the caller hangs up. */
  readonly waits: boolean;
}

/** The routes of one path, by method. */
interface PathRoutes {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Route>;
  readonly allow: string;
}

/** A probe that was answered 503. */
const NOT_READY_RETRY_SECONDS = 2;
const INVITE_FILE = ['Content-Disposition', 'attachment; filename=invite.ics'];
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const PREFETCH = /prefetch|prerender|preview/i;

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Fixed segments before parameters: else `/manage/booking` is read as workspace and host. */
const byPrecedence = (one: string, other: string): number => {
  const left = one.split('/');
  const right = other.split('/');
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = Number(isParameter(left[index] ?? '')) - Number(isParameter(right[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return right.length - left.length;
};

const routesOf = (contract: Areas, surface: Operation['surface']): Route[] =>
  Object.entries(contract).flatMap(([area, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.surface === surface)
      .map(([name, operation]) => ({
        area,
        name,
        operation,
        readQuery: queryReader(operation.input),
        waits: 'waitSeconds' in operation.input.shape || operation.makesAnother === true,
      })),
  );

const answersHead = ({ operation }: Route): boolean => operation.method === 'GET' && operation.effect === 'read';

const groupByPath = (routes: readonly Route[]): PathRoutes[] =>
  [...new Set(routes.map(({ operation }) => operation.path))].sort(byPrecedence).map((path) => {
    const here = routes.filter(({ operation }) => operation.path === path);
    const byMethod = new Map(here.map((route) => [route.operation.method as string, route]));
    for (const route of here.filter(answersHead)) byMethod.set('HEAD', route);
    return { path, byMethod, allow: [...byMethod.keys()].join(', ') };
  });

const queryTextOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

/** Merges path and query or body. @throws AppError request.invalid if both have a name with different values */
const merged = (path: Readonly<Record<string, unknown>>, rest: Record<string, unknown>): Record<string, unknown> => {
  for (const name in path) {
    if (Object.hasOwn(rest, name) && rest[name] !== path[name])
      throw invalid([{ path: name, message: 'has another value in the path; give it once' }]);
  }
  return { ...rest, ...path };
};

const readInput = async (
  dispatcher: Dispatcher,
  route: Route,
  request: Request,
  response: Response,
  { credentials }: Caller,
): Promise<unknown> => {
  try {
    const { method, largeBody, auth } = route.operation;
    // Without a well-formed key or session do not wait for a large body: the dispatcher refuses the call anyway.
    if (largeBody && typeof auth === 'object' && dispatcher.cannotAuthenticate(credentials ?? NOBODY)) return {};
    const rest =
      method === 'GET' || method === 'DELETE'
        ? route.readQuery(queryTextOf(request.url))
        : await readJsonObject(request, response, largeBody ? 'large' : 'usual');
    return merged(pathValues(request.params), rest);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

/** Reads credentials for host operations only: the app's cookie has no meaning on another origin. */
const callerOf = (request: Request, surface: Operation['surface'], cookieName: string): Caller => {
  const base = { ip: request.ip ?? '', requestId: requestIdOf(request) };
  if (surface === 'public') return { ...base, source: 'public_api' };
  const credentials = credentialsOf(request, cookieName);
  return { ...base, credentials, source: credentials.kind === 'session' ? 'dashboard' : 'host_api' };
};

/** Aborted once the answer is sent or the caller hangs up. */
const goneOf = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
};

const sendSuccess = (response: Response, requestId: string, { operation }: Route, outcome: Success): void => {
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
const isAheadOfTheClick = (route: Route, request: Request): boolean =>
  route.operation.method === 'GET' &&
  route.operation.effect !== 'read' &&
  (PREFETCH_HEADERS.some((name) => PREFETCH.test(String(request.headers[name] ?? ''))) ||
    // Another page embeds the address, e.g. as an image: no click. Agents do not send this header.
    request.headers['sec-fetch-mode'] === 'no-cors');

/**
 * True if a page of another site loads the address from inside itself (fetch, frame). A click on a link in a web mailer is a navigation
 * of the whole tab and passes. Agents do not send these headers.
 */
const isInsideForeignPage = ({ operation }: Route, { headers }: Request): boolean =>
  operation.method === 'GET' &&
  operation.effect !== 'read' &&
  headers['sec-fetch-site'] === 'cross-site' &&
  !(headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document');

const refuseForeignPage = (request: Request, response: Response): void => {
  const message =
    'This link acts, so no page of another site may load it from inside. Open it in a tab of its own, or GET it outside a browser.';
  const error = new AppError('auth.forbidden', message, { reason: 'foreign_page' });
  sendError(response, requestIdOf(request), error);
};

const refuseMethod = (request: Request, response: Response, allow: string): void => {
  const message = `This path does not answer ${request.method}. Use ${allow}.`;
  const error = new AppError('request.invalid', message, { reason: 'method_not_allowed', allow: allow.split(', ') });
  sendError(response, requestIdOf(request), error, { status: 405, more: ['Allow', allow] });
};

const refusePrefetch = (request: Request, response: Response, allow: string): void => {
  const error = new AppError(
    'request.invalid',
    'This link acts, so it is not loaded ahead. GET it without a prefetch header.',
    {
      reason: 'prefetch_refused',
    },
  );
  sendError(response, requestIdOf(request), error, { status: 405, more: ['Allow', allow] });
};

const answerCall = async (
  dispatcher: Dispatcher,
  route: Route,
  request: Request,
  response: Response,
  cookieName: string,
): Promise<void> => {
  const caller = callerOf(request, route.operation.surface, cookieName);
  const input = await readInput(dispatcher, route, request, response, caller);
  const waiting = route.waits ? { gone: goneOf(response) } : {};
  const outcome = await dispatcher.dispatch(route.area, route.name, input, { ...caller, ...waiting });
  if (outcome.ok) sendSuccess(response, caller.requestId, route, outcome);
  else sendFailure(response, caller.requestId, outcome);
};

const answerPath =
  (dispatcher: Dispatcher, { byMethod, allow }: PathRoutes, cookieName: string) =>
  async (request: Request, response: Response): Promise<void> => {
    const route = byMethod.get(request.method);
    if (!route) refuseMethod(request, response, allow);
    else if (isAheadOfTheClick(route, request)) refusePrefetch(request, response, allow);
    else if (isInsideForeignPage(route, request)) refuseForeignPage(request, response);
    else await answerCall(dispatcher, route, request, response, cookieName);
  };

const toExpressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A host's path, and the team's form: a team's username has two segments. */
const expressPathsOf = (path: string): string[] => {
  const ofHost = toExpressPath(path);
  const ofTeam = teamPathOf(path);
  return ofTeam === null ? [ofHost] : [toExpressPath(ofTeam), ofHost];
};

/** The input from the path: a team's slug becomes its username. */
const pathValues = ({ teamSlug, ...params }: Request['params']): Request['params'] =>
  teamSlug === undefined ? params : { ...params, username: teamUsername(String(teamSlug)) };

/** Answers 404 for other paths below the base path. */
const answerUnknown = (request: Request, response: Response): void =>
  sendError(response, requestIdOf(request), notFound());

/**
 * The REST routes of one surface, made from the declarations. `basePath`: such as `/api/v1/public`; `cookieName`: the
 * session cookie.
 */
export const restRouter = (
  contract: Areas,
  dispatcher: Dispatcher,
  surface: Operation['surface'],
  basePath: string,
  cookieName: string,
): Router => {
  const router = express.Router({ caseSensitive: true });
  for (const path of groupByPath(routesOf(contract, surface)))
    for (const each of expressPathsOf(path.path))
      router.route(`${basePath}${each}`).all(answerPath(dispatcher, path, cookieName));
  router.use(basePath, answerUnknown);
  return router;
};
