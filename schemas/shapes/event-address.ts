import { z } from 'zod';
import { LinkPart, line } from './fields.ts';

/** A public calendar: the first two parts of its link. */
export const CalendarAddress = z.object({
  workspace: LinkPart.describe('Workspace slug, the first part of the public link.'),
  username: line(1, 65).describe('Host username, the second part of the public link; for a team `team/{teamSlug}`.'),
});

const LINK = 'the link that you were given, such as https://…/acme/ada, of one event, or short (…/b/…).';

/** A public calendar by its two parts, or by a link that names both (api/mcp/calendar-link.ts). */
export const CalendarLink = CalendarAddress.partial()
  .extend({ url: line(1, 2_000).optional().describe(`Instead of both: ${LINK}`) })
  .check(({ value: { url, workspace, username }, issues }) => {
    if (url !== undefined || (workspace !== undefined && username !== undefined)) return;
    const path =
      workspace === undefined && username === undefined ? 'url' : workspace === undefined ? 'workspace' : 'username';
    const message =
      path === 'url' ? `is required, or workspace and username: ${LINK}` : `is required, or url alone: ${LINK}`;
    issues.push({ code: 'custom', input: undefined, path: [path], message });
  });

/** An event by all three parts. */
export const EventAddress = CalendarAddress.extend({
  eventSlug: LinkPart.describe('Event slug, the third part of the public link.'),
});
