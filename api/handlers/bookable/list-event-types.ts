import { eventTypeView, inviteeFields } from '../../../domain/slots-answer/event-view.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { bookable } from '../../../schemas/operations/bookable.ts';
import { readCalendar } from '../../../store/bookable/bookable-events.ts';
import type { Caller } from '../../core/call.ts';
import type { Handler } from '../../core/handler.ts';

/** Returns a hint for paths that start with `manage`, which look like a calendar's. Tools have no paths, so they need no hint. */
const manageHint = ({ source }: Caller): string =>
  source === 'public_mcp' ? '' : ' A manage token goes to GET /api/v1/public/manage/booking?token=.';

export const listEventTypes: Handler<typeof bookable.listEventTypes> = async ({ sql, caller }, input) => {
  const found = await readCalendar(sql, input);
  if (!found) {
    throw new AppError(
      'resource.not_found',
      `No such calendar. Check workspace and username, the first two parts of the public link.${manageHint(caller)}`,
      {
        reason: 'unknown_calendar',
      },
    );
  }
  const { calendar, events } = found;
  return {
    calendar: {
      organization: { slug: calendar.workspaceSlug, name: calendar.workspaceName },
      owner: { username: calendar.username },
      hostTimezone: calendar.hostTimezone,
    },
    invitee: { fields: [...inviteeFields] },
    eventTypes: events.map((event) => ({ ...eventTypeView(event), description: event.eventType.description })),
  };
};
