import { z } from 'zod';
import { LinkPart, line } from './fields.ts';

/** A public calendar: the first two parts of its link. */
export const CalendarAddress = z.object({
  workspace: LinkPart.describe('Workspace slug, the first part of the public link.'),
  username: line(1, 65).describe('Host username, the second part of the public link; for a team `team/{teamSlug}`.'),
});

const LINK = 'the link that you were given, such as https://…/acme/ada, of one event, or short (…/b/…).';

/**
 * An input of a tool in which a link may stand in place of the parts of a public link (api/mcp/calendar-link.ts).
 * @param parts the fields that the link stands for
 */
const orLink = (input: z.ZodObject, parts: readonly string[], said: string): z.ZodObject =>
  input
    .extend({
      ...Object.fromEntries(parts.map((part) => [part, z.optional(input.shape[part] as z.ZodType)])),
      url: line(1, 2_000).optional().describe(said),
    })
    .check(({ value, issues }) => {
      const missing = parts.filter((part) => value[part] === undefined);
      if (value.url !== undefined || missing.length === 0) return;
      const isNoneGiven = missing.length === parts.length;
      const path = isNoneGiven ? 'url' : (missing[0] ?? 'url');
      const message = isNoneGiven
        ? `is required, or ${parts.join(' and ')}: ${LINK}`
        : `is required, or url alone: ${LINK}`;
      issues.push({ code: 'custom', input: undefined, path: [path], message });
    });

/** A public calendar by its two parts, or by a link that names both. */
export const CalendarLink = orLink(CalendarAddress, ['workspace', 'username'], `Instead of both: ${LINK}`);

/** The input of an event's tool, with a link in place of the event's three parts. */
export const orEventLink = (input: z.ZodObject): z.ZodObject =>
  orLink(
    input,
    ['workspace', 'username', 'eventSlug'],
    'Instead of these three: the link of the event, or a short one.',
  );

/** An event by all three parts. */
export const EventAddress = CalendarAddress.extend({
  eventSlug: LinkPart.describe('Event slug, the third part of the public link.'),
});
