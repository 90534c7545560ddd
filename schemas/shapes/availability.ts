import { z } from 'zod';
import { LocalView } from './when.ts';

export const Person = z.object({ id: z.uuid(), name: z.string(), username: z.string().nullable() });

/** The `userId` of an input. @param what is owned, as in "schedule" */
export const userId = (what: string) =>
  z
    .uuid()
    .optional()
    .describe(`Whose ${what}: a member of the workspace. Default: you. Members may name only themselves.`);

export const TimeOff = z.object({
  id: z.uuid(),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  local: LocalView,
  reason: z
    .string()
    .nullable()
    .describe('null: none was given, or it was entered in another workspace, which alone sees it.'),
  isEnteredHere: z
    .boolean()
    .describe('false: entered in another workspace; only its own person sees and removes it here.'),
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
          local: LocalView,
          eventName: z.string(),
          invitee: z.string(),
        }),
      )
      .describe('The first five.'),
  })
  .describe(
    'Upcoming meetings of this workspace that now lie outside the hours, or in the time off. They stand; cancel or reschedule them if they must not.',
  );
