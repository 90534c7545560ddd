import { readUserCode } from '../../../domain/access/device-code.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';

/** The user code that somebody typed. @throws AppError request.invalid */
export const requireUserCode = (typed: string): string => {
  const userCode = readUserCode(typed);
  if (userCode !== undefined) return userCode;
  throw invalid([{ path: 'userCode', message: 'must be the eight letters that the caller shows, such as BCDF-GHJK' }]);
};

export const unknownCode = (): AppError =>
  new AppError(
    'resource.not_found',
    'Nobody waits with this code. Compare it with what the caller shows, or start anew.',
    {
      reason: 'code_unknown',
    },
  );
