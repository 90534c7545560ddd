import { z } from 'zod';
import { keyedReadErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';

/** The calendars that hosts connected. */
export const calendars = defineArea({
  listCalendars: {
    title: 'List connected calendars',
    summary: 'Connected calendars, whose busy times prevent double bookings. Empty until one is connected.',
    surface: 'host',
    method: 'GET',
    path: '/cli/calendars',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_calendars',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({
      calendars: z.array(
        z.object({
          id: z.uuid(),
          provider: z.enum(['google', 'microsoft']),
          email: z.string(),
          seatStatus: z.enum(['active', 'unassigned', 'reconnect_required']),
          organizationId: z.uuid().nullable(),
          createdAt: z.iso.datetime(),
        }),
      ),
    }),
  },
});
