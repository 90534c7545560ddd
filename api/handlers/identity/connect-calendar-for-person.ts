import type { agentOperations } from '../../../schemas/operations/identity/agent-operations.ts';
import type { Handler } from '../../core/handler.ts';
import { linkCalendar } from '../calendars/connect-calendar.ts';

/** As connect_calendar, for the person for whom the key acts. */
export const connectCalendarForPerson: Handler<typeof agentOperations.connectCalendarForPerson> = (context, input) =>
  linkCalendar(context, input);
