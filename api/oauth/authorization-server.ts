import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { monthOf } from '../../domain/access/monthly-keys.ts';
import { AppError } from '../../schemas/errors.ts';
import type { RateClass } from '../../schemas/operation.ts';
import { apiHeaders, rateHeaders, sendError } from '../core/answer.ts';
import type { RateState } from '../core/limits.ts';
import type { Metrics } from '../core/metrics.ts';
import { type IpOf, requestIdOf } from '../core/request.ts';
import { callLogOf } from '../core/request-log.ts';
import { calls, type OAuthCall, type OAuthProblem } from './oauth-call.ts';
import { endpointAt, OAUTH_PATHS, type OAuthEndpoint } from './paths.ts';
import { type AppProblem, denyRequest, type PendingRequest, readPendingRequest } from './pending-request.ts';
import { prepareRequest } from './prepare-request.ts';
import { makeProvider, type OAuthProvider, type ProviderParts } from './provider.ts';

export interface OAuthParts extends ProviderParts {
  readonly ipOf: IpOf;
  readonly metrics: Pick<Metrics, 'observeOAuth' | 'countReplay'>;
}

/** Limits per address and minute (contract, Rate limits). Refreshes of many people may come from one address of a hosted client. */
const RATE_CLASSES: Readonly<Record<OAuthEndpoint, RateClass>> = {
  ...{ authorize: 'publicRead', register: 'register', token: 'keyed', revoke: 'keyed' },
  ...{ jwks: 'publicRead', metadata: 'publicRead', openid: 'publicRead' },
};

const READ = ['GET', 'HEAD'] as const;
const METHODS: Readonly<Record<OAuthEndpoint, readonly string[]>> = {
  ...{ authorize: ['GET'], token: ['POST'], register: ['POST'], revoke: ['POST'] },
  ...{ jwks: READ, metadata: READ, openid: READ },
};

const wrongMethod = (allow: readonly string[]): AppError =>
  new AppError('request.invalid', `Method not allowed: use ${allow.join(' or ')}`, {
    reason: 'method_not_allowed',
    allow,
  });

/** An error as OAuth clients read it. Their libraries know no envelope. */
const sendOAuthError = (
  response: ServerResponse,
  status: number,
  body: { readonly error: string; readonly error_description: string },
  more: readonly string[] = [],
): void => {
  response.writeHead(status, ['Content-Type', 'application/json', ...more]);
  response.end(JSON.stringify(body));
};

const FLOOD = 'temporarily_unavailable';

const refuseFlood = (response: ServerResponse, state: RateState | null): void => {
  const wait = String(state?.resetSeconds ?? 60);
  const body = { error: FLOOD, error_description: `Too many requests. Try again in ${wait} s.` };
  sendOAuthError(response, 429, body, [...(state ? rateHeaders(state) : []), 'Retry-After', wait]);
};

/** The reader hung up before the answer, as in the lines of pages. */
const HUNG_UP = 499;

/** The OAuth 2.1 authorization server of the connector, on the app origin. Its library loads with the first request to it. */
export class AuthorizationServer {
  readonly #parts: OAuthParts;
  readonly #log: Logger;
  readonly #problems = new WeakMap<IncomingMessage, OAuthProblem>();
  #made: { readonly month: number; readonly provider: Promise<OAuthProvider> } | undefined;

  constructor(parts: OAuthParts) {
    this.#parts = parts;
    this.#log = callLogOf(parts.log);
  }

  /** Loads the library and this month's keys, before anybody asks. */
  async load(): Promise<void> {
    await this.#provider();
  }

  /** Answers the endpoints. A request that needs a page for a person goes on to the pages; `problemOf` has the reason. */
  readonly handler: RequestHandler = (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const endpoint = endpointAt(path);
    if (endpoint === undefined) return next();
    this.#answer(endpoint, path, request, response).then(() => {
      if (this.#problems.has(request)) next();
    }, next);
  };

  /** Answers an endpoint that was asked for at another path or origin. */
  async answerAs(endpoint: OAuthEndpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(endpoint, OAUTH_PATHS[endpoint], request, response);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sendError(response, requestIdOf(request), error);
    }
  }

  /** Why a request can't go on; undefined: it was none, or it went on. */
  problemOf(request: IncomingMessage): OAuthProblem | undefined {
    return this.#problems.get(request);
  }

  /** The request of this browser that waits for a person, or why it can't be shown; null: there is none, or it is over. */
  pendingRequest(request: IncomingMessage, response: ServerResponse): Promise<PendingRequest | AppProblem | null> {
    return calls.run(this.#callOf(request), async () => readPendingRequest(await this.#provider(), request, response));
  }

  /** The person refused the request of this browser. The first decision counts. */
  deny(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return calls.run(this.#callOf(request), async () =>
      denyRequest(await this.#provider(), this.#parts.sql, request, response),
    );
  }

  async #answer(
    endpoint: OAuthEndpoint,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const call = this.#callOf(request, endpoint);
    this.#open(call, endpoint, response);
    const methods = METHODS[endpoint];
    if (!methods.includes(request.method ?? '')) {
      call.error = 'method_not_allowed';
      const more = ['Allow', methods.join(', ')];
      return sendError(response, call.requestId, wrongMethod(methods), { status: 405, more });
    }
    const { limited, state } = await this.#parts.limiter.count(RATE_CLASSES[endpoint], call.ip, undefined);
    if (limited) {
      call.error = FLOOD;
      return refuseFlood(response, state);
    }
    const noteClient = (clientId: string): void => {
      call.clientId = clientId;
    };
    const prepared = await prepareRequest(this.#parts.urls, request, { endpoint, path, ip: call.ip, noteClient });
    if ('refused' in prepared) {
      call.error = prepared.refused.error;
      if (endpoint !== 'authorize') return sendOAuthError(response, 400, prepared.refused);
      // A person sees it.
      call.problem = { error: call.error, status: 400 };
      this.#problems.set(request, call.problem);
      return;
    }
    const serve = (await this.#provider()).callback();
    await calls.run(call, () => serve(prepared, response));
    if (!call.problem) return;
    // The library wrote that of its redirect.
    response.statusMessage = '';
    this.#problems.set(request, call.problem);
  }

  /** Sets the headers of every answer, and logs one line when it is sent: names and numbers only. */
  #open(call: OAuthCall, endpoint: OAuthEndpoint, response: ServerResponse): void {
    const headers = apiHeaders(call.requestId);
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    response.once('close', () => {
      const error = call.problem?.error ?? call.error;
      const ms = Math.round((performance.now() - call.startedMs) * 10) / 10;
      const status = response.headersSent ? response.statusCode : HUNG_UP;
      this.#parts.metrics.observeOAuth(endpoint, status, ms / 1_000);
      const { requestId, clientId, documentFault: document } = call;
      const why = { ...(error && { error }), ...(document && { document }) };
      const line = { requestId, oauth: endpoint, clientId, ...why, status, ms };
      this.#log[status >= 500 ? 'warn' : 'info'](line, 'oauth');
    });
  }

  #callOf(request: IncomingMessage, endpoint?: OAuthEndpoint): OAuthCall {
    const requestId = requestIdOf(request);
    const startedMs = performance.now();
    return { ip: this.#parts.ipOf(request), requestId, startedMs, endpoint };
  }

  /** Created again each month, with the current keys. */
  #provider(): Promise<OAuthProvider> {
    const nowMs = Date.now();
    const month = monthOf(nowMs);
    if (this.#made?.month === month) return this.#made.provider;
    const made = { month, provider: makeProvider(this.#parts, nowMs) };
    this.#made = made;
    // A failed load is tried again.
    made.provider.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return made.provider;
  }
}
