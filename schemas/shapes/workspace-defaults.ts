import { z } from 'zod';
import { LANGUAGES } from '../../texts/languages.ts';
import { BookingTimes } from './booking-times.ts';
import { definedIn } from './defined-in.ts';
import { Timezone } from './fields.ts';

export const WeekStart = z.enum(['monday', 'sunday', 'saturday']);
export type WeekStart = z.infer<typeof WeekStart>;

const GuestLanguage = z.enum(LANGUAGES);

/** The settings of a workspace for all of its people. */
export const WorkspaceDefaults = z.object({
  timezone: z.string().describe('IANA time zone.'),
  weekStartsOn: WeekStart.nullable().describe('The first day of the week in calendars; null: by the reader’s region.'),
  language: GuestLanguage.nullable().describe(
    'The language for guests and members who choose none: en or de; null: en.',
  ),
  bookingDefaults: definedIn('update_workspace takes the same', z.object(BookingTimes)).describe(
    'The defaults of new event types.',
  ),
});
export type WorkspaceDefaults = z.infer<typeof WorkspaceDefaults>;

/** Its changes. Short: models pay for it. */
export const workspaceDefaultsChange = {
  timezone: Timezone.optional().describe('IANA; of new schedules and teams, and of insights.'),
  weekStartsOn: WeekStart.nullable().optional().describe('In calendars. null: by the reader’s region.'),
  language: GuestLanguage.nullable().optional().describe('For guests and members who name none. null: en.'),
  bookingDefaults: z
    .object(BookingTimes)
    .partial()
    .optional()
    .describe('What create_event_type takes if left out there: minutes 5 to 720, days to 730, notice to 525,600.'),
};
