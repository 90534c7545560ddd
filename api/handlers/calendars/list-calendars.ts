import type { workspace } from '../../../schemas/operations/workspaces.ts';
import type { Handler } from '../../core/handler.ts';

/** Nothing connects calendars so far, so that there are none. */
export const listCalendars: Handler<typeof workspace.listCalendars> = async () => ({ calendars: [] });
