import { AppError } from '../../../schemas/errors.ts';
import type { ChangedMeanwhile } from '../../../store/activity/changed-meanwhile.ts';
import type {
  NameTaken,
  NoSuchSchedule,
  ScheduleInUse,
  TooMany,
} from '../../../store/availability/change-schedules.ts';
import type { TooMuchTimeOff } from '../../../store/availability/time-off.ts';
import { versionConflict } from '../../core/refusals.ts';

const MAX_NAMED_EVENT_TYPES = 10;

export const noSuchSchedule = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such schedule. list_schedules has them.', {
    reason: 'schedule_not_found',
  });

/** Returns a refusal of the store as an error for the caller. */
export function scheduleError(
  refusal: ChangedMeanwhile | NameTaken | ScheduleInUse | NoSuchSchedule | TooMany,
): AppError {
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
        `This person has ${refusal.max} schedules, which is the maximum. Delete one, or change one with update_schedule.`,
        { reason: 'too_many_schedules', max: refusal.max },
      );
    case 'too_many_overrides':
      return new AppError(
        'request.unprocessable',
        `The schedule has ${refusal.max} dates with their own hours, which is the maximum. Remove one, or change the weekly hours.`,
        { reason: 'too_many_overrides', max: refusal.max },
      );
    case 'schedule_in_use':
      return inUse(refusal);
    case 'last_schedule_of_team_member':
      return new AppError(
        'resource.conflict',
        'It is the only schedule of a team member, and without one the team’s events would lose this person. Create another schedule first, or remove the person from the team.',
        { reason: 'last_schedule_of_team_member' },
      );
  }
}

const nameTaken = ({ name, existingId }: NameTaken): AppError =>
  new AppError(
    'resource.conflict',
    `This person already has a schedule named "${name}". Change it with update_schedule, or choose another name.`,
    { reason: 'schedule_name_taken', field: 'name', existingId },
  );

const inUse = ({ eventTypes }: Extract<ScheduleInUse, { refused: 'schedule_in_use' }>): AppError => {
  const named = eventTypes.slice(0, MAX_NAMED_EVENT_TYPES);
  const names = named.map(({ name }) => `"${name}"`).join(', ');
  const more = eventTypes.length > named.length ? ` and ${eventTypes.length - named.length} more` : '';
  return new AppError(
    'resource.conflict',
    `Event types use this schedule: ${names}${more}. First give them another one with update_event_type, or archive them.`,
    { reason: 'schedule_in_use', eventTypes: named, eventTypeCount: eventTypes.length },
  );
};

export const tooMuchTimeOff = ({ max }: TooMuchTimeOff): AppError =>
  new AppError(
    'request.unprocessable',
    `This person has ${max} entries of time off that have not ended, which is the maximum. Join some, or set weekly hours.`,
    { reason: 'too_much_time_off', max },
  );
