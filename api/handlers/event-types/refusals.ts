import { AppError, type FieldIssue, invalid } from '../../../schemas/errors.ts';
import type { OverPlanCap } from '../../../store/billing/plan-room.ts';
import type { CreateRefusal, SettingIssue, UpdateRefusal } from '../../../store/event-types/change-event-types.ts';
import { noSuchHost } from '../../core/access.ts';
import { versionConflict } from '../../core/refusals.ts';
import { noSuchTeam } from '../teams/refusals.ts';

export const noSuchEventType = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such event type. list_event_types has their ids.', {
    reason: 'event_type_not_found',
    field: 'eventTypeId',
  });

const settingIssue = (issue: SettingIssue): FieldIssue => {
  if (issue === 'assignment_without_team') return { path: 'assignment', message: 'is for events of a team only' };
  if (issue === 'schedule_with_team')
    return { path: 'scheduleId', message: 'does not go with a team’s event: members keep to their own' };
  return issue;
};

/** A refusal of the store as an error for the caller. */
export function eventTypeError(refusal: Exclude<CreateRefusal | UpdateRefusal, OverPlanCap>): AppError {
  switch (refusal.refused) {
    case 'event_type_not_found':
      return noSuchEventType();
    case 'host_not_found':
      return noSuchHost();
    case 'team_not_found':
      return noSuchTeam();
    case 'schedule_not_found':
      return new AppError(
        'resource.not_found',
        'scheduleId is no schedule of the host’s own. list_schedules has theirs.',
        { reason: 'schedule_not_found', field: 'scheduleId' },
      );
    case 'event_type_archived':
      return new AppError(
        'resource.conflict',
        'This event type is archived and cannot be changed. restore_event_type switches it on again.',
        { reason: 'event_type_archived' },
      );
    case 'changed_meanwhile':
      return versionConflict(refusal);
    case 'unfit_setting':
      return invalid(refusal.issues.map(settingIssue));
    default:
      return quotaOrSlugError(refusal);
  }
}

function quotaOrSlugError(
  refusal: Extract<CreateRefusal, { refused: 'forms_too_large' | 'slug_taken' | 'too_many_event_types' }>,
): AppError {
  switch (refusal.refused) {
    case 'slug_taken': {
      const { slug, existingId } = refusal;
      const message = `slug: the host has an event type "${slug}" already. Update or archive that one, or choose another slug.`;
      return new AppError('resource.conflict', message, { reason: 'slug_taken', field: 'slug', existingId });
    }
    case 'too_many_event_types': {
      const { max } = refusal;
      const owner = refusal.of === 'owner' ? 'This host or team' : 'This workspace';
      const message = `${owner} has ${max} active event types, which is the most. Archive one (archive_event_type), or change one with update_event_type.`;
      return new AppError('request.unprocessable', message, { reason: 'too_many_event_types', max });
    }
    case 'forms_too_large': {
      const { max } = refusal;
      const message = `form: with this one the forms of this host or team have more than ${max} bytes together. Ask less here, or archive event types that are not used.`;
      return new AppError('request.unprocessable', message, { reason: 'forms_too_large', field: 'form', max });
    }
  }
}
