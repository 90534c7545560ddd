import type { calendars } from '../../../schemas/operations/calendars.ts';
import type { Handler } from '../../core/handler.ts';

/** Nothing connects calendars so far, so that there are none. */
export const listCalendars: Handler<typeof calendars.listCalendars> = async () => ({ calendars: [] });
