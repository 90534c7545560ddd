import { readLetterCode } from '../../../domain/access/letter-code.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';

/** The user code in its stored form. @throws AppError request.invalid */
export const requireUserCode = (typed: string): string => {
  const userCode = readLetterCode(typed);
  if (userCode !== undefined) return userCode;
  throw invalid([{ path: 'userCode', message: 'must be the eight letters that the device shows, such as BCDF-GHJK' }]);
};

export const unknownCode = (): AppError =>
  new AppError(
    'resource.not_found',
    'No device waits with this code. Compare it with the code on the device, or start again.',
    {
      reason: 'code_unknown',
    },
  );
