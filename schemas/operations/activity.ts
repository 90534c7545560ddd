import { z } from 'zod';
import { keyedReadErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { BookingSource, MEMBERS } from '../shapes/access.ts';
import { SUBJECT_TYPES } from '../shapes/activity-names.ts';
import { Instant, line } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { fromStranger, Untrusted } from '../shapes/untrusted.ts';

const Facts = z.record(z.string(), z.unknown());

const Entry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  who: z
    .object({
      name: z.string().describe('Username, key or agent; guest, host, system or holdfast if no credential acted.'),
      userId: z.uuid().nullable(),
      apiKeyId: z.uuid().nullable(),
      agentSeatId: z.uuid().nullable().describe('The seat’s id; null: no agent’s.'),
    })
    .describe('The person, and the key and agent seat they used, if any.'),
  source: z
    .string()
    .describe(`From which surface: ${BookingSource.options.join(', ')}, mail, calendar, flow or system.`),
  action: z.string().describe('What was done, such as booking.canceled.'),
  subject: z.object({ type: z.string(), id: z.uuid() }).nullable().describe('What it was done to.'),
  names: fromStranger(
    z
      .record(z.string(), z.string())
      .describe('What the ids of this entry are called: people, event types, teams; a meeting by event and guest.'),
  ),
  before: Facts.nullable().describe('Changed fields, before.'),
  after: Facts.nullable().describe('The same fields, after.'),
  data: fromStranger(Facts.describe('Other facts, such as the names that a device gave itself.')),
});

/** What was done in a workspace. */
export const activity = defineArea({
  listActivity: {
    title: 'List activity',
    summary:
      'Who did what, to what, from which surface, with before and after; newest first. Members see their own actions and meetings, others everything. Filters combine, e.g. {"subjectType": "booking", "action": "booking.canceled", "from": "2026-11-01T00:00:00Z"}.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/activity',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    heavy: true,
    rateClass: 'keyed',
    tool: 'list_activity',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      subjectType: z.enum(SUBJECT_TYPES).optional().describe('Only entries about things of this type.'),
      subjectId: z.uuid().optional().describe('Only about this thing, such as a booking of list_meetings.'),
      actor: z.uuid().optional().describe('Only actions of this user (list_members), key or agent seat, by id.'),
      action: line(1, 80).optional().describe('Only actions with this prefix: "booking." or "api_key.revoked".'),
      query: line(2, 80)
        .optional()
        .describe(
          'Only entries with this text: who acted, what it was done to (a guest, an event type), or a value. At most 5,000 entries a page, so an empty one may go on.',
        ),
      from: Instant.optional().describe('From this instant on.'),
      to: Instant.optional().describe('Before this instant.'),
    }),
    output: z.object({ untrusted: Untrusted, entries: z.array(Entry), nextCursor }),
  },
});
