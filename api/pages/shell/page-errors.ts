import type { ErrorRequestHandler, Request, Response } from 'express';
import { describeError } from '../../core/describe-error.ts';
import { expectedFailure } from '../../core/failures.ts';
import { type Failure, failureOf } from '../../core/outcome.ts';
import { requestIdOf } from '../../core/request-id.ts';
import { refuseFrames } from './frame-policy.ts';
import { nameBrokenPage } from './page-calls.ts';
import { keepPrivate, type PageKit, Visit } from './visit.ts';

/** A form that can't be parsed, or an address with NUL, which the database can't keep. */
export const unreadable = (status: number): Failure => {
  const envelope = { error: { code: 'request.invalid', message: 'The form or the link could not be read.' } };
  return { ok: false, status, envelope, rate: null };
};

/** All that somebody sent, to be cut out of what an error says: the parts of an address may be tokens. */
const sentWith = ({ originalUrl, body, query, params }: Request): unknown => [
  ...originalUrl.split(/[/?#&=]/),
  body,
  query,
  params,
];

/** Of an error that is logged. */
export const describePageError = (error: unknown, request: Request): Record<string, unknown> =>
  describeError(error, sentWith(request));

const failureOfError = ({ services: { log } }: PageKit, error: unknown, request: Request): Failure => {
  const line = { requestId: requestIdOf(request), page: nameBrokenPage(request) };
  const expected = expectedFailure(error);
  if (expected?.code === 'service.unavailable') {
    const err = describePageError(error, request);
    log.warn({ ...line, err, dependency: expected.details?.dependency }, 'a part is away');
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

/** An address that can't be decoded breaks before its page has said who may frame and keep it: then nobody may. */
function guardUnnamed(request: Request, response: Response): void {
  if (response.hasHeader('Content-Security-Policy')) return;
  refuseFrames(request, response, () => {});
  keepPrivate(response);
}

/** Answers with a page of its own whatever a page, or what came before it, has thrown. */
export const answerError =
  (kit: PageKit): ErrorRequestHandler =>
  async (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = failureOfError(kit, error, request);
    guardUnnamed(request, response);
    try {
      const visit = new Visit(kit, request, response);
      visit.fail(failure);
      await visit.shown;
    } catch (unshown) {
      // What broke a page may break the page of its problem, too.
      const line = { requestId: requestIdOf(request), err: describePageError(unshown, request) };
      kit.services.log.error(line, 'the page of a problem can not be shown');
      response.status(failure.status).json(failure.envelope);
    }
  };
