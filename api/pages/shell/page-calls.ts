import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../../core/metrics.ts';
import { requestIdOf } from '../../core/request.ts';
import { callLogOf, logPage } from '../../core/request-log.ts';

/** The status in the log if the client closed the connection before the answer. */
const HUNG_UP = 499;

/** What the log says of one request for a page. */
interface PageCall {
  /** null: no page answers it */
  page: string | null;
  workflowId?: string;
}

const calls = new WeakMap<Request, PageCall>();

/** Logs one line and measures the duration of each page, after its answer is sent. */
export function observePages({ log, metrics }: { readonly log: Logger; readonly metrics: Metrics }): RequestHandler {
  const callLog = callLogOf(log);
  return (request, response, next) => {
    const startedMs = performance.now();
    const call: PageCall = { page: null };
    calls.set(request, call);
    response.once('close', () => {
      const { page, ...more } = call;
      if (page === null) return;
      const status = response.headersSent ? response.statusCode : HUNG_UP;
      const durationMs = performance.now() - startedMs;
      metrics.observePage(page, status, durationMs / 1_000);
      logPage(callLog, { requestId: requestIdOf(request), page, ...more, status, durationMs });
    });
    next();
  };
}

/** "GET /manage/{token}": the page's name in log and metrics. It holds nothing that the client sent. */
export const pageName = (method: 'GET' | 'POST', path: string): string =>
  `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/** Names the page of the request. The first name stays. */
export const namePage =
  (page: string): RequestHandler =>
  (request, _response, next) => {
    const call = calls.get(request);
    if (call) call.page ??= page;
    next();
  };

/** The page's name, for the log of an error. A request that failed before it reached a page is "unreadable". */
export function nameBrokenPage(request: Request): string {
  const call = calls.get(request);
  if (!call) return UNREADABLE;
  call.page ??= UNREADABLE;
  return call.page;
}

const UNREADABLE = 'unreadable';

/** Adds the id of the page's workflow to its line in the log. The last one stays. */
export function nameFlowOf(request: Request, workflowId: string): void {
  const call = calls.get(request);
  if (call) call.workflowId = workflowId;
}
