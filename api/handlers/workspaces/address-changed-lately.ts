import { AppError } from '../../../schemas/errors.ts';

/** @param until when the old address can take the change back no more */
export const addressChangedLately = (until: Date): AppError =>
  new AppError(
    'resource.conflict',
    `Your mail address was changed lately. Until ${until.toISOString()} its old inbox can take that back, and nothing is deleted for good. Delete after that. Nothing was deleted.`,
    { reason: 'address_changed_lately', until: until.toISOString() },
  );
