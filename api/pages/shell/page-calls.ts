import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../../core/metrics.ts';
import { requestIdOf } from '../../core/request-id.ts';
import { callLogOf, logPage } from '../../core/request-log.ts';

/** Of a page that nobody waited for: its reader hung up before there was an answer. */
const HUNG_UP = 499;

/** What is learnt of the call of a page while it runs. */
interface PageCall {
  /** null: no page answers */
  page: string | null;
  workflowId?: string;
}

const calls = new WeakMap<Request, PageCall>();

/** Tells of each page that answers, once its answer has left: one line in the log, and how long it took. */
export function tellOfPages({ log, metrics }: { readonly log: Logger; readonly metrics: Metrics }): RequestHandler {
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

/** "GET /manage/{token}": a page as log and metrics name it, with nothing in it that somebody sent. */
export const pageName = (method: 'GET' | 'POST', path: string): string =>
  `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/** From here on the call is one of this page; the first to say so is right. */
export const namePage =
  (page: string): RequestHandler =>
  (request, _response, next) => {
    const call = calls.get(request);
    if (call) call.page ??= page;
    next();
  };

/** Names the page of a request that broke before any was found. @returns the name it goes by */
export function nameBrokenPage(request: Request): string {
  const call = calls.get(request);
  if (!call) return UNREADABLE;
  call.page ??= UNREADABLE;
  return call.page;
}

const UNREADABLE = 'unreadable';

/** Names the flow that the page is about; of several, the last. */
export function nameFlowOf(request: Request, workflowId: string): void {
  const call = calls.get(request);
  if (call) call.workflowId = workflowId;
}
