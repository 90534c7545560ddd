import { AppError } from '../../../schemas/errors.ts';
import type { ChangedMeanwhile } from '../../../store/activity/changed-meanwhile.ts';
import type { NameTaken, Needed, NoSuchSchedule, TooMany } from '../../../store/availability/change-schedules.ts';
import type { TooMuchTimeOff } from '../../../store/availability/time-off.ts';
import { versionConflict } from '../../core/refusals.ts';

const NAMED_EVENT_TYPES = 10;

export const noSuchSchedule = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such schedule. list_schedules has them.', {
    reason: 'schedule_not_found',
  });

/** A refusal of the store as an error for the caller. */
export function scheduleError(refusal: ChangedMeanwhile | NameTaken | Needed | NoSuchSchedule | TooMany): AppError {
  switch (refusal.refused) {
    case 'schedule_not_found':
      return noSuchSchedule();
    case 'changed_meanwhile':
      return versionConflict(refusal);
    case 'schedule_name_taken':
      return nameTaken(refusal);
    case 'too_many_schedules':
      return new AppError(
        'request.unprocessable',
        `This person has ${refusal.max} schedules, which is the most. Delete one, or change one with update_schedule.`,
        { reason: 'too_many_schedules', max: refusal.max },
      );
    case 'too_many_overrides':
      return new AppError(
        'request.unprocessable',
        `The schedule has ${refusal.max} dates with hours of their own, which is the most. Remove one, or change the weekly hours.`,
        { reason: 'too_many_overrides', max: refusal.max },
      );
    case 'schedule_in_use':
      return inUse(refusal);
    case 'last_schedule_of_team_member':
      return new AppError(
        'resource.conflict',
        'It is the only schedule of a person who is in a team, whose events would lose them. Create another one first, or take them out of the team.',
        { reason: 'last_schedule_of_team_member' },
      );
  }
}

const nameTaken = ({ name, existingId }: NameTaken): AppError =>
  new AppError(
    'resource.conflict',
    `This person has a schedule named "${name}" already. Change it with update_schedule, or choose another name.`,
    { reason: 'schedule_name_taken', field: 'name', existingId },
  );

const inUse = ({ eventTypes }: Extract<Needed, { refused: 'schedule_in_use' }>): AppError => {
  const named = eventTypes.slice(0, NAMED_EVENT_TYPES);
  const names = named.map(({ name }) => `"${name}"`).join(', ');
  const more = eventTypes.length > named.length ? ` and ${eventTypes.length - named.length} more` : '';
  return new AppError(
    'resource.conflict',
    `Event types are booked by this schedule: ${names}${more}. Give them another one with update_event_type, or archive them, first.`,
    { reason: 'schedule_in_use', eventTypes: named, eventTypeCount: eventTypes.length },
  );
};

export const tooMuchTimeOff = ({ max }: TooMuchTimeOff): AppError =>
  new AppError(
    'request.unprocessable',
    `This person has ${max} stretches of time off to come, which is the most. Join some, or set weekly hours.`,
    { reason: 'too_much_time_off', max },
  );
