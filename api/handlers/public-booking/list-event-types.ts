import { eventTypeView, inviteeFields } from '../../../domain/slots-answer/calendar-view.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { publicBooking } from '../../../schemas/public-booking.ts';
import { readCalendar } from '../../../store/booking-pages.ts';
import type { Handler } from '../../handler.ts';

export const listEventTypes: Handler<typeof publicBooking.listEventTypes> = async ({ sql }, input) => {
  const found = await readCalendar(sql, input);
  if (!found) {
    throw new AppError(
      'resource.not_found',
      'No such calendar. Check workspace and username, the first two parts of the public link. A manage token goes to /manage/booking?token=.',
      {
        reason: 'unknown_calendar',
      },
    );
  }
  const { calendar, pages } = found;
  return {
    calendar: {
      organization: { slug: calendar.workspace_slug, name: calendar.workspace_name },
      owner: { username: calendar.username },
      hostTimezone: calendar.host_timezone,
    },
    invitee: { fields: [...inviteeFields] },
    eventTypes: pages.map((page) => ({ ...eventTypeView(page), description: page.eventType.description })),
  };
};
