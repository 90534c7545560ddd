import { AppError } from '../../schemas/errors.ts';
import type { ChangedMeanwhile } from '../../store/activity/changed-meanwhile.ts';

/** Somebody else was faster: who and when, as far as the log knows, and the version to read. */
export function changedMeanwhile({ version, last }: ChangedMeanwhile): AppError {
  const who = last ? ` by ${last.by} at ${last.at.toISOString()}` : '';
  return new AppError(
    'resource.conflict',
    `Nothing was changed: it was changed meanwhile${who}. Read it again, and send expectedVersion ${version} if your change still fits.`,
    {
      ...{ reason: 'changed_meanwhile', field: 'expectedVersion', version },
      ...{ changedBy: last?.by ?? null, changedAt: last?.at.toISOString() ?? null },
    },
  );
}
