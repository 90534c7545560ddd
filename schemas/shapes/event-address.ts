import { z } from 'zod';
import { LinkPart, line } from './fields.ts';

/** A public calendar: the first two parts of its link. */
export const CalendarAddress = z.object({
  workspace: LinkPart.describe('Workspace slug, the first part of the public link.'),
  username: line(1, 65).describe('Host username, the second part of the public link; for a team `team/{teamSlug}`.'),
});

/** An event by all three parts. */
export const EventAddress = CalendarAddress.extend({
  eventSlug: LinkPart.describe('Event slug, the third part of the public link.'),
});
