import type { ErrorRequestHandler, Request, Response } from 'express';
import { type Failure, failureOf } from '../../core/call.ts';
import { describeError, expectedFailure } from '../../core/failures.ts';
import { requestIdOf } from '../../core/request.ts';
import { refuseFrames } from './frame-policy.ts';
import { keepPrivate } from './page-cache.ts';
import { nameBrokenPage } from './page-calls.ts';
import type { PageKit } from './page-kit.ts';
import { Visit } from './visit.ts';

/** The failure for a form that cannot be parsed, or an address with NUL, which the database cannot store. */
export const unreadable = (status: number): Failure => {
  const envelope = { error: { code: 'request.invalid', message: 'The form or the link could not be read.' } };
  return { ok: false, status, envelope, rate: null };
};

/** Everything that the client sent. It is removed from error texts, because parts of an address may be tokens. */
const sentBy = ({ originalUrl, body, query, params }: Request): unknown => [
  ...originalUrl.split(/[/?#&=]/),
  body,
  query,
  params,
];

/** An error for the log, without what the client sent. */
export const describePageError = (error: unknown, request: Request): Record<string, unknown> =>
  describeError(error, sentBy(request));

const failureOfError = ({ services: { log } }: PageKit, error: unknown, request: Request): Failure => {
  const line = { requestId: requestIdOf(request), page: nameBrokenPage(request) };
  const expected = expectedFailure(error);
  if (expected?.code === 'service.unavailable') {
    const err = describePageError(error, request);
    log.warn({ ...line, err, dependency: expected.details?.dependency }, 'dependency unavailable');
  }
  if (expected) return failureOf(expected, null);
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 400 || status === 413 || status === 415) return unreadable(status);
  log.error({ ...line, err: describePageError(error, request) }, 'unexpected error in a page');
  const details = { requestId: line.requestId };
  return {
    ok: false,
    status: 500,
    envelope: { error: { code: 'internal.unexpected', message: '', details } },
    rate: null,
  };
};

/** An address that cannot be decoded fails before a route sets these headers. Then the strict ones apply. */
function setMissingHeaders(request: Request, response: Response): void {
  if (response.hasHeader('Content-Security-Policy')) return;
  refuseFrames(request, response, () => {});
  keepPrivate(response);
}

/** Shows a page for any error that was thrown before or in a page. */
export const answerError =
  (kit: PageKit): ErrorRequestHandler =>
  async (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = failureOfError(kit, error, request);
    setMissingHeaders(request, response);
    try {
      const visit = new Visit(kit, request, response);
      visit.fail(failure);
      await visit.shown;
    } catch (unshown) {
      // The same error may break the problem's page, too.
      const line = { requestId: requestIdOf(request), err: describePageError(unshown, request) };
      kit.services.log.error(line, 'the page of a problem can not be shown');
      response.status(failure.status).json(failure.envelope);
    }
  };
