import { z } from 'zod';
import { keyedReadErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { BookingSource, MEMBERS } from '../shapes/access.ts';
import { Instant, line } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';

const Facts = z.record(z.string(), z.unknown());

const Entry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  who: z
    .object({
      name: z.string().describe('Username, key or agent; guest, host, system or holdfast where no credential acted.'),
      userId: z.uuid().nullable(),
      apiKeyId: z.uuid().nullable(),
      agentSeatId: z.uuid().nullable(),
    })
    .describe('A person; the key and agent seat they acted through, if any.'),
  source: z.string().describe(`By which way in: ${BookingSource.options.join(', ')}, mail, flow or system.`),
  action: z.string().describe('What was done, as in booking.canceled.'),
  subject: z.object({ type: z.string(), id: z.uuid() }).nullable().describe('To what.'),
  before: Facts.nullable().describe('The fields that a change touched, as they were.'),
  after: Facts.nullable().describe('The same, as they are since.'),
  data: Facts.describe('Other facts of the moment.'),
});

/** What was done in a workspace. */
export const activity = defineArea({
  listActivity: {
    title: 'List activity',
    summary:
      'Who did what, from which surface, to what, with before and after; newest first. Members see their own doings and meetings, others everything. Filters add up, e.g. {"subjectType": "booking", "action": "booking.canceled", "from": "2026-11-01T00:00:00Z"}.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/activity',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_activity',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      subjectType: line(1, 40).optional().describe('Only what was done to things of this type: booking, event_type, …'),
      subjectId: z.uuid().optional().describe('Only what was done to this one thing, such as a booking.'),
      actor: z.uuid().optional().describe('Only the doings of this user, API key or agent seat, by id.'),
      action: line(1, 80).optional().describe('Only actions that begin so: "booking." or "api_key.revoked".'),
      from: Instant.optional().describe('Not before this instant.'),
      to: Instant.optional().describe('Before this instant.'),
      limit: z.int().min(1).max(100).default(20).describe('Entries in this answer, 1 to 100; default 20.'),
    }),
    output: z.object({ entries: z.array(Entry), nextCursor }),
  },
});
