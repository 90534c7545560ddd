import type { calendars } from '../../../schemas/operations/calendars.ts';
import { changeCalendarSettings } from '../../../store/calendars/settings.ts';
import type { Handler } from '../../core/handler.ts';

/** The mirror follows in the same transaction, so listings show it at once. */
export const updateCalendarSettings: Handler<typeof calendars.updateCalendarSettings> = async (
  { sql, actor, caller },
  change,
) => ({
  settings: await changeCalendarSettings(sql, actor.userId, change, {
    ...{ actor, source: caller.source },
    workspaceId: actor.workspaceId,
  }),
});
