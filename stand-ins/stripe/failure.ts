import type { Answer } from '../http.ts';

export type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';

/** A refusal in Stripe's form. */
export class StripeFailure extends Error {
  readonly answer: Answer;

  constructor(status: number, type: ErrorType, message: string, more: { code?: string; param?: string } = {}) {
    super(message);
    this.answer = { status, body: { error: { type, message, ...more } } };
  }
}

export const invalid = (message: string, param?: string, code?: string): StripeFailure =>
  new StripeFailure(400, 'invalid_request_error', message, { ...(code && { code }), ...(param && { param }) });

/** An object that is named in the path is 404, one that is named in a parameter is 400. */
export const missing = (object: string, id: string, param = 'id'): StripeFailure =>
  new StripeFailure(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${object}: '${id}'`, {
    ...{ code: 'resource_missing', param },
  });
