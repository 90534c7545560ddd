import { invalid } from '../../../schemas/errors.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { CalendarSettings } from '../../../schemas/shapes/calendars.ts';
import { changeCalendarSettings } from '../../../store/calendars/settings.ts';
import type { Handler } from '../../core/handler.ts';

const FIELDS = CalendarSettings.keyof().options;

/** The mirror follows in the same transaction, so listings show it at once. */
export const updateCalendarSettings: Handler<typeof calendars.updateCalendarSettings> = async (
  { sql, actor, caller },
  change,
) => {
  if (FIELDS.every((field) => change[field] === undefined))
    throw invalid([{ path: 'conflictSource', message: `is missing; send at least one of ${FIELDS.join(', ')}` }]);
  const by = { actor, source: caller.source, workspaceId: actor.workspaceId };
  return { settings: await changeCalendarSettings(sql, actor.userId, change, by) };
};
