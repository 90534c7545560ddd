import type { Operation } from '../operation.ts';

/** What operations of the signed-in person share, whatever the workspace: a session alone may call them. */
export const signedIn = {
  surface: 'host',
  auth: 'person',
  rateClass: 'keyed',
  errors: ['request.invalid', 'auth.required', 'rate.limited', 'service.unavailable'],
} as const satisfies Partial<Operation>;
