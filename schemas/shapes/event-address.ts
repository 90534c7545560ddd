import { z } from 'zod';
import { LinkPart, line } from './fields.ts';

/** A public calendar by the first two parts of its link. */
export const CalendarAddress = z.object({
  workspace: LinkPart.describe('Workspace slug, the first part of the public link.'),
  username: line(1, 65).describe(
    'Host username, the second part of the public link; of a team `team/{teamSlug}`, as its link has it.',
  ),
});

/** An event of it by all three. */
export const EventAddress = CalendarAddress.extend({
  eventSlug: LinkPart.describe('Event slug, the third part of the public link.'),
});
