import { AppError } from '../../../schemas/errors.ts';

/** The caller hung up before the key was made: nobody would get its secret. */
export const callerGone = (): AppError =>
  new AppError('service.unavailable', 'Nobody waits for this key any more, so it was not made.');
