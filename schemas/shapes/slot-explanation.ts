import { z } from 'zod';
import { CalendarProvider } from './calendars.ts';
import { LocalView, OpenStart } from './when.ts';

/** In the order of the checks. The first four concern the event as a whole, the others are the slot engine's. */
export const SlotRule = z.enum([
  'event_archived',
  'workspace_locked',
  'no_schedule',
  'no_calendar',
  'not_a_slot',
  'too_soon',
  'too_far',
  'time_off',
  'taken',
  'limit_reached',
]);

const Clash = z.object({
  kind: z
    .enum(['meeting', 'hold', 'busy', 'time_off', 'calendar'])
    .describe(
      'hold: kept for a guest who was sent a code. busy: you may not see it. calendar: events of a connected calendar; of them only the time is known.',
    ),
  bookingId: z.uuid().optional().describe('Of a meeting in this workspace that you can see.'),
  startAt: z.iso.datetime().optional(),
  endAt: z.iso.datetime().optional(),
  until: z.iso.datetime().optional().describe('When a hold ends.'),
  buffer: z
    .object({
      side: z.enum(['after', 'before']),
      minutes: z.number(),
      edgeAt: z.iso.datetime(),
      whose: z.enum(['that_meeting', 'this_event']),
    })
    .optional()
    .describe('Where the two do not overlap: minutes that stay free after or before it, and until or from when.'),
  connectionId: z.uuid().optional().describe('Whose calendar it is in; list_calendars has the connections.'),
  provider: CalendarProvider.optional(),
  asOf: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe('The calendar is known as it was then; null: not read to its end yet.'),
});

const Finding = z.object({
  rule: SlotRule.describe('The id of the rule.'),
  passes: z.boolean().describe('true: this rule allows it.'),
  sentence: z.string().describe('The explanation in words.'),
  stepMinutes: z.number().optional().describe('Minutes between starts, from the start of each window.'),
  earliestAt: z.iso.datetime().optional().describe('The earliest allowed time (UTC).'),
  minimumNoticeMinutes: z.int().optional().describe('Minimum notice in minutes.'),
  lastDate: z.string().optional().describe('Last date that can be booked, in the host’s zone.'),
  maxFutureDays: z.int().optional().describe('How far ahead guests can book, in days.'),
  clashes: z.array(Clash).optional().describe('The conflicting meetings and events.'),
  limits: z
    .array(
      z.object({
        per: z.enum(['day', 'week', 'month']),
        fromDate: z.string().describe('The first date of that day, week or month.'),
        booked: z.int(),
        limit: z.int(),
      }),
    )
    .optional()
    .describe('Max meetings in a period.'),
});

const HostFindings = z.object({
  host: z.object({
    id: z.uuid(),
    name: z.string(),
    username: z.string().describe('The person’s part of the address.'),
  }),
  offered: z.boolean().describe('true: guests can book this time.'),
  reason: SlotRule.nullable().describe('The first rule that fails; null: none.'),
  timezone: z.string().nullable().describe('The zone of the host’s schedule; null: they have none.'),
  date: z.string().nullable().describe('The date of the start in that zone.'),
  windows: z
    .array(
      z.object({
        start: z.string().describe('Start, in local time.'),
        end: z.string().describe('End, in local time.'),
        startAt: z.iso.datetime(),
        endAt: z.iso.datetime(),
      }),
    )
    .describe('When the host is open on that date: weekly hours or the date’s override.'),
  findings: z.array(Finding).describe('Every rule, in the order of the checks.'),
  calendarsAsOf: z.iso
    .datetime()
    .nullable()
    .describe('The host’s calendars are known as they were then; null: none counts, or one was not read yet.'),
});

const Candidate = z.object({
  userId: z.uuid(),
  name: z.string(),
  state: z
    .string()
    .describe('chosen; free: available, but later in order; else the rule that failed: taken, time_off, not_a_slot …'),
  weight: z.number().describe('The member’s share of assignments compared with others.'),
  turns: z.number().describe('Meetings before this one, with credit for the time before they joined.'),
  level: z.number().describe('turns / weight; the lowest free one is next.'),
  lastAssignedAt: z.iso.datetime().nullable().describe('When the member last got a meeting (UTC); null: never.'),
});

const Assignment = z.object({
  sentence: z.string().describe('The explanation in words.'),
  decidedAt: z.iso.datetime(),
  hostUserId: z.uuid().describe('The current host.'),
  candidates: z.array(Candidate).describe('Members of the round robin, in order at that time.'),
  moreCandidates: z.int().min(0).describe('Candidates beyond those listed.'),
});

export const SlotExplanation = z.object({
  offered: z.boolean().describe('true: guests can book this time.'),
  reason: SlotRule.nullable().describe('The first rule that fails; null: offered.'),
  summary: z.string().describe('One sentence for people.'),
  eventType: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  local: LocalView.describe('The same time as local time.'),
  hosts: z.array(HostFindings).describe('One entry per host: for a team event every member.'),
  assignment: Assignment.nullable().describe(
    'With bookingId: why a round robin gave the meeting to its host. null: not a turn.',
  ),
  alternatives: z.array(OpenStart).describe('The three nearest offered starts.'),
});

export type SlotExplanation = z.infer<typeof SlotExplanation>;
export type HostFindings = z.infer<typeof HostFindings>;
export type Finding = z.infer<typeof Finding>;
export type Assignment = z.infer<typeof Assignment>;
export type SlotRule = z.infer<typeof SlotRule>;
