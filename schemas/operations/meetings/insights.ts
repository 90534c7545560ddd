import { z } from 'zod';
import { keyedReadErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { BookingSource, MEMBERS } from '../../shapes/access.ts';
import { LocalDate, Timezone } from '../../shapes/fields.ts';

/** More than a list of a page shows. The answer says how many are left out. */
export const MAX_GROUPS = 200;

const Counts = z.object({
  bookings: z.int().min(0).describe('All that were made for these days, canceled ones too.'),
  pending: z.int().min(0).describe('Requests that wait for approval.'),
  upcoming: z.int().min(0).describe('Confirmed, and not over.'),
  completed: z.int().min(0).describe('Over, and not marked as a no-show.'),
  canceled: z.int().min(0).describe('Canceled, declined or expired.'),
  noShows: z.int().min(0).describe('How many meetings guests missed.'),
});

const CountsAndLead = Counts.extend({
  leadTimeMinutes: z
    .int()
    .nullable()
    .describe('Median time from booking to start, in minutes; null: there are no bookings.'),
});

const leftOut = z.int().min(0).describe('Further ones, with fewer bookings.');

/** Numbers about the meetings of a workspace. */
export const insights = defineArea({
  getInsights: {
    title: 'Get insights',
    summary:
      'Numbers of meetings by their start: bookings, cancellations and no-shows, in all and by event type, host, source (people on pages, or agents) and ISO week; lead time but for hosts and weeks. Members: only their own meetings. Bookings of test keys do not count.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/insights',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'get_insights',
    errors: keyedReadErrors,
    input: z.object({
      fromDate: LocalDate.optional().describe('First day, YYYY-MM-DD. Default: 89 days before toDate.'),
      toDate: LocalDate.optional().describe(
        'Last day, at most a year after fromDate. Default: 89 days after fromDate, else today.',
      ),
      timeZone: Timezone.optional().describe('IANA zone of days and weeks. Default: the workspace’s.'),
    }),
    output: z.object({
      fromDate: z.iso.date().describe('The first date.'),
      toDate: z.iso.date().describe('The last date.'),
      timeZone: z.string().describe('Of the days and weeks.'),
      total: CountsAndLead.describe('Of all meetings in the period.'),
      byEventType: z
        .array(CountsAndLead.extend({ eventType: z.object({ id: z.uuid(), name: z.string() }) }))
        .describe('Most bookings first.'),
      eventTypesLeftOut: leftOut,
      byHost: z
        .array(Counts.extend({ host: z.object({ id: z.uuid(), name: z.string() }) }))
        .describe('Most bookings first. A meeting of several hosts counts for each.'),
      hostsLeftOut: leftOut,
      bySource: z
        .array(
          CountsAndLead.extend({
            source: BookingSource,
            bookedBy: z.enum(['people', 'agents']).describe('Who books there.'),
          }),
        )
        .describe('people: on a page of guests or of the dashboard. agents: a program called.'),
      byWeek: z
        .array(
          Counts.extend({
            week: z.string().describe('ISO week, such as 2026-W48.'),
            monday: z.iso.date().describe('Its first day.'),
          }),
        )
        .describe('Every week that has a day of the period, the first week first.'),
    }),
  },
});
