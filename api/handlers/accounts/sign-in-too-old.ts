import { AppError } from '../../../schemas/errors.ts';

/** What outlives its session: whoever took over an old session must not do it. @param next after the sign-in */
export const signInTooOld = (appUrl: string, next: string): AppError =>
  new AppError('auth.forbidden', `Your last sign-in is more than an hour ago. Sign in again, then ${next}.`, {
    reason: 'sign_in_too_old',
    signInUrl: `${appUrl}/login?again=1`,
  });
