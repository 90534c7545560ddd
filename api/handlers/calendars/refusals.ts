import type { Actor } from '../../../domain/access/actor.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { ChoiceRefusal } from '../../../store/calendars/connections.ts';

/** `elsewhere`: another host of the workspace has it. Of other workspaces nothing is said. */
export function connectionRefusal(actor: Actor, whose: 'elsewhere' | 'nobody'): AppError {
  if (whose === 'nobody')
    return new AppError('resource.not_found', 'You have no calendar connection of this id. list_calendars has them.', {
      reason: 'connection_not_found',
      field: 'connectionId',
    });
  return new AppError(
    'auth.forbidden',
    'This calendar belongs to another host. Only they connect, choose and disconnect it.',
    { reason: 'not_yours', role: actor.role },
  );
}

export function choiceRefusal(actor: Actor, refusal: ChoiceRefusal): AppError {
  if (refusal.refused === 'no_connection') return connectionRefusal(actor, 'nobody');
  if (refusal.refused === 'read_only')
    return new AppError(
      'request.unprocessable',
      'The provider lets us only read this calendar. Choose one with canWrite true.',
      { reason: 'calendar_read_only', field: 'writeTo', calendarId: refusal.calendarId },
    );
  return new AppError(
    'request.unprocessable',
    'This connection has no calendar of this id. list_calendars has its calendars.',
    { reason: 'calendar_not_found', field: refusal.field, calendarId: refusal.calendarId },
  );
}
