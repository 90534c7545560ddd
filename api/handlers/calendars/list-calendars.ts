import type { calendars } from '../../../schemas/operations/calendars.ts';
import type { Handler } from '../../core/handler.ts';

/** Calendars cannot be connected yet, so there are none. */
export const listCalendars: Handler<typeof calendars.listCalendars> = async () => ({ calendars: [] });
