import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors, readErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import { LinkPart, line } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { Calendar } from '../shapes/public-calendar.ts';

const ShortLink = z
  .object({
    id: z.uuid(),
    url: z.url().describe('To share.'),
    token: z.string().describe('The last part of url. Public, no secret.'),
    name: z.string().nullable(),
    standsFor: z.enum(['calendar', 'event_type']).describe('The target of the link.'),
    host: z
      .object({
        id: z.uuid(),
        name: z.string(),
        username: z.string().nullable().describe('The person’s part of booking addresses; null: none yet.'),
      })
      .nullable()
      .describe('Owner of the calendar or event; null: a team’s.'),
    team: z
      .object({ id: z.uuid(), name: z.string(), slug: z.string() })
      .nullable()
      .describe('The team; null: a single host.'),
    eventType: z
      .object({ id: z.uuid(), name: z.string(), slug: z.string() })
      .nullable()
      .describe('null: the whole calendar of the host.'),
    leadsTo: z
      .url()
      .nullable()
      .describe('The page that it opens now; null: it is revoked, its event is archived or its host has left.'),
    createdAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable().describe('When it was revoked (UTC); null: it is valid.'),
  })
  .meta({ id: 'ShortLink' });

const forReading = { surface: 'host', rateClass: 'keyed', auth: { scope: 'workspace.read', roles: MEMBERS } } as const;
const forActing = { ...forReading, auth: { scope: 'workspace.act', roles: MEMBERS } } as const;

/** Links to a calendar or event that can be revoked. */
export const links = defineArea({
  listShortLinks: {
    title: 'List short links',
    summary:
      'Short links of this workspace with what each opens now, newest first; members see those to their own calendar and events.',
    ...forReading,
    method: 'GET',
    path: '/workspace/short-links',
    effect: 'read',
    tool: 'list_short_links',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      status: z.enum(['active', 'revoked', 'all']).default('active').describe('Default active: not revoked.'),
    }),
    output: z.object({ shortLinks: z.array(ShortLink), nextCursor }),
  },
  createShortLink: {
    title: 'Create a short link',
    summary:
      'Creates a link that you can share and later revoke, and that keeps working when slugs change. It opens one event (eventTypeId) or a host’s whole calendar (hostUserId; without both: yours). Each call creates another link: one for each place, revoked alone. Example: {"eventTypeId": "…", "name": "Newsletter"}.',
    ...forActing,
    method: 'POST',
    path: '/workspace/short-links',
    effect: 'write',
    makesAnother: true,
    tool: 'create_short_link',
    errors: keyedWriteErrors,
    input: z.object({
      eventTypeId: z.uuid().optional().describe('The event that it opens; list_event_types has ids.'),
      hostUserId: z
        .uuid()
        .optional()
        .describe('The member (list_members) whose calendar it opens. Default: you. Not with eventTypeId.'),
      name: line(1, 80).optional().describe('Your note, such as where you share it. Guests do not see it.'),
    }),
    output: z.object({ shortLink: ShortLink }),
  },
  revokeShortLink: {
    title: 'Revoke a short link',
    summary:
      'Ends a short link at once, permanently: it returns 404. Its page and bookings made through it stay. Repeating returns the same.',
    ...forActing,
    method: 'DELETE',
    path: '/workspace/short-links/{shortLinkId}',
    effect: 'destroy',
    tool: 'revoke_short_link',
    errors: keyedReadErrors,
    input: z.object({ shortLinkId: z.uuid().describe('From list_short_links.') }),
    output: z.object({
      id: z.uuid(),
      status: z.literal('revoked'),
      revokedAt: z.iso.datetime().describe('When it was revoked (UTC).'),
    }),
  },
  followShortLink: {
    title: 'Follow a short link',
    summary:
      'What {public_url}/b/{token} opens: the calendar, the event if it has one, and the next addresses. 404 once it is revoked.',
    surface: 'public',
    method: 'GET',
    path: '/links/{token}',
    auth: 'none',
    effect: 'read',
    rateClass: 'publicRead',
    errors: readErrors,
    input: z.object({ token: LinkPart.describe('The last part of the short link.') }),
    output: z.object({
      calendar: Calendar,
      eventSlug: z.string().nullable().describe('null: the whole calendar; urls.eventTypes lists its events.'),
      urls: z
        .object({
          page: z.url().describe('For people.'),
          eventTypes: z.url().describe('GET: all public event types of the calendar.'),
          slots: z.url().nullable().describe('GET: open times of the event; null without an event.'),
        })
        .describe('The addresses that the link stands for.'),
    }),
  },
});

export type ShortLink = z.infer<typeof ShortLink>;
