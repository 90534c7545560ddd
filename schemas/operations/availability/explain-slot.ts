import { z } from 'zod';
import { keyedReadErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS } from '../../shapes/access.ts';
import { SlotExplanation } from '../../shapes/slot-explanation.ts';
import { AnyStart, whenFields } from '../../shapes/when.ts';

/** The explanation of why a time is or is not offered. */
export const slotExplanations = defineArea({
  explainSlot: {
    surface: 'host',
    rateClass: 'keyed',
    auth: { scope: 'workspace.read', roles: MEMBERS },
    title: 'Explain a slot',
    summary:
      'Says whether a start of an event type is offered now, and if not, why: every rule with its numbers, the open windows of that day, the nearest offered starts. With bookingId: why this host got the meeting. Example: {"eventTypeId":"…","startAt":"2026-11-23T10:00","timeZone":"Europe/Berlin"}.',
    method: 'GET',
    path: '/workspace/explain-slot',
    effect: 'read',
    tool: 'explain_slot',
    example: {
      eventTypeId: '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e10',
      startAt: '2026-12-01T10:00',
      timeZone: 'Europe/Berlin',
    },
    errors: [...keyedReadErrors, 'request.unprocessable'],
    input: z
      .object({
        eventTypeId: z.uuid().optional().describe('Id of the event type, with startAt; list_event_types has them.'),
        startAt: AnyStart.optional().describe('The start: an instant, or a local time with timeZone.'),
        bookingId: z
          .uuid()
          .optional()
          .describe(
            'Instead of both: a meeting (list_meetings). `assignment` says why its host got it; the slot is checked as if it did not exist.',
          ),
        ...whenFields,
      })
      .check(({ value: { eventTypeId, startAt, bookingId }, issues }) => {
        const refuse = (path: string, message: string) =>
          issues.push({ code: 'custom', input: undefined, path: [path], message });
        if (bookingId !== undefined && (eventTypeId !== undefined || startAt !== undefined))
          refuse('bookingId', 'cannot go with eventTypeId and startAt: send one or the other');
        else if (bookingId === undefined && eventTypeId === undefined)
          refuse('eventTypeId', 'send eventTypeId and startAt, or bookingId');
        else if (bookingId === undefined && startAt === undefined) refuse('startAt', 'send it with eventTypeId');
      }),
    output: SlotExplanation,
  },
});
