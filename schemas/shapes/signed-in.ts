import type { Operation } from '../operation.ts';

/** Shared by operations of the signed-in person, without a workspace. Only a session can call them. */
export const signedIn = {
  surface: 'host',
  auth: 'person',
  rateClass: 'keyed',
  errors: ['request.invalid', 'auth.required', 'rate.limited', 'service.unavailable'],
} as const satisfies Partial<Operation>;
