import { z } from 'zod';
import { fromStranger } from './untrusted.ts';
import { LocalView } from './when.ts';

export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string().nullable().describe('The person’s part of booking addresses; null: none yet.'),
});

/** The `userId` of an input. @param what is owned, as in "schedule" */
export const userId = (what: string) =>
  z
    .uuid()
    .optional()
    .describe(`Whose ${what}: a member (list_members). Default: you. Members may name only themselves.`);

export const TimeOff = z.object({
  id: z.uuid(),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  local: LocalView.describe('The same time as local time.'),
  reason: z.string().nullable().describe('null: none, or entered in another workspace; only that one sees it.'),
  isEnteredHere: z.boolean().describe('false: entered in another workspace; here only its owner sees and removes it.'),
});

export const AffectedMeetings = z
  .object({
    count: z.int().min(0),
    meetings: z
      .array(
        z.object({
          id: z.uuid(),
          startAt: z.iso.datetime(),
          endAt: z.iso.datetime(),
          local: LocalView.describe('The same time as local time.'),
          eventName: z.string(),
          invitee: fromStranger(z.string()),
        }),
      )
      .describe('The first five.'),
  })
  .describe(
    'Upcoming meetings of this workspace that are now outside the hours, or in the time off. They stay; cancel or reschedule them if needed.',
  );
