import type { Answer } from '../http.ts';

/** A refusal in Google's form. */
export class GoogleFailure extends Error {
  readonly answer: Answer;

  constructor(status: number, reason: string, message: string, location?: { type: string; name: string }) {
    super(message);
    const domain = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded'].includes(reason)
      ? 'usageLimits'
      : ['fullSyncRequired', 'updatedMinTooLongAgo'].includes(reason)
        ? 'calendar'
        : 'global';
    const where = location ? { locationType: location.type, location: location.name } : {};
    this.answer = {
      status,
      body: { error: { code: status, message, errors: [{ domain, reason, message, ...where }] } },
    };
  }
}

export const invalid = (name: string, message: string): GoogleFailure =>
  new GoogleFailure(400, 'invalid', message, { type: 'parameter', name });

export const notFound = (): GoogleFailure => new GoogleFailure(404, 'notFound', 'Not Found');

export const fullSyncRequired = (): GoogleFailure =>
  new GoogleFailure(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    type: 'parameter',
    name: 'syncToken',
  });
