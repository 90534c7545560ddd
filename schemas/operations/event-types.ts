import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import { BookingTimes } from '../shapes/booking-times.ts';
import { definedIn } from '../shapes/defined-in.ts';
import { EVENT_TYPE_CAPS } from '../shapes/event-type-caps.ts';
import { line, lines, Slug } from '../shapes/fields.ts';
import { FormInput, PublicForm } from '../shapes/forms.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { PrepTemplate } from '../shapes/prep.ts';
import { LocationType } from '../shapes/public-calendar.ts';
import { Reminders, RemindersInput } from '../shapes/reminders.ts';
import { BookingPolicy } from '../shapes/slots.ts';
import { ExpectedVersion, Version } from '../shapes/versions.ts';

const eventTypeId = z.uuid().describe('From list_event_types.');

const perPeriod = z.int().min(1).max(1_000).nullable().optional();

const flag = (words: string) => z.boolean().optional().describe(words);

/** All settings, none required. `CreateInput` adds the defaults. */
const settings = {
  name: line(1, 120).describe('What guests see, such as "Intro call".'),
  slug: Slug.describe('Last part of the link, such as intro-30: a–z, 0–9, single hyphens; unique for the host.'),
  description: lines(2_000).nullable().describe('Text for guests; null: none.'),
  durationMinutes: BookingTimes.durationMinutes.describe('Length of a meeting in minutes, 5 to 720.'),
  locationType: LocationType.describe('custom_link and in_person need locationDetail; the others may have it.'),
  locationDetail: line(1, 500)
    .nullable()
    .describe(
      'in_person: the place. phone: who calls which number. Others: the https:// address to join at. null: guests get no link.',
    ),
  maxFutureDays: BookingTimes.maxFutureDays.describe('How many days ahead it can be booked, 1 to 730.'),
  minimumNoticeMinutes: BookingTimes.minimumNoticeMinutes.describe(
    'Fewest minutes between booking and start, 0 to 525,600.',
  ),
  slotIntervalMinutes: BookingTimes.slotIntervalMinutes.describe(
    'Minutes from one offered start to the next, 5 to 720; null: durationMinutes.',
  ),
  bufferBeforeMinutes: BookingTimes.bufferBeforeMinutes.describe('Minutes kept free before a meeting, 0 to 720.'),
  bufferAfterMinutes: BookingTimes.bufferAfterMinutes.describe('Minutes kept free after a meeting, 0 to 720.'),
  buffersAroundCalendarEvents: z.boolean().describe('false: buffers ignore calendar events.'),
  limits: z
    .object({ perDay: perPeriod, perWeek: perPeriod, perMonth: perPeriod })
    .describe('Most meetings of this event per period, in the zone of the schedule, 1 to 1000; null: no limit.'),
  requiresApproval: z.boolean().describe('true: each booking waits for the host to approve it.'),
  reapproveOnReschedule: z
    .boolean()
    .describe(
      'Only with requiresApproval. true: if a guest moves an approved meeting, the host must approve the new time; the old one is free at once. false: it stays approved.',
    ),
  bookingPolicy: z
    .object({
      requireOtpHuman: flag('Guests on the web page need a code by mail. Default true.'),
      requireOtpAgent: flag('Agents and API calls need one. Default true.'),
      requireBusinessEmail: flag('Refuse personal mail providers. Default false.'),
      blockRestrictedEmailDomains: flag('Refuse disposable mail domains. Default false.'),
    })
    .describe('Who can book.'),
  hidden: z.boolean().describe('true: left out of the public list; the link works.'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #3366ff')
    .nullable()
    .describe('Color in the host’s calendar, such as #3366ff; null: none.'),
  scheduleId: z.uuid().describe('One of the host’s schedules (list_schedules).'),
  prep: z.boolean().describe('true: hosts get a prep pack for each meeting (get_prep_pack).'),
  prepTemplate: PrepTemplate.describe('The questions and words of its packs.'),
  prepMailMinutes: z
    .int()
    .min(5)
    .max(10_080)
    .nullable()
    .describe('Hosts get the pack by mail so many minutes before the start, 5 to 10,080; null: no mail.'),
  reminders: RemindersInput.describe(
    'Mails, for later bookings and moves. when: "24h before", "1d before 09:00", "30m after" or "1h after no-show". {guest_name}, {host_name}, {event_name}, {workspace_name}, {start}, {location} are filled in.',
  ),
};

const Assignment = z.enum(['round_robin', 'collective']);

const CreateInput = z.object({
  hostUserId: z.uuid().optional().describe('The host (list_members). Default: you; members may name only themselves.'),
  teamId: z
    .uuid()
    .optional()
    .describe('An event of this team (list_teams) instead of one host; for managers and above. Needs assignment.'),
  assignment: Assignment.optional().describe(
    'Only with teamId. round_robin: one member in turn, by weight, and all fixed ones. collective: all members together.',
  ),
  ...settings,
  slug: settings.slug.optional().describe(`${settings.slug.description} Default: made from the name.`),
  description: settings.description.default(null),
  locationDetail: settings.locationDetail.default(null),
  durationMinutes: settings.durationMinutes.optional(),
  maxFutureDays: settings.maxFutureDays.optional(),
  minimumNoticeMinutes: settings.minimumNoticeMinutes.optional(),
  slotIntervalMinutes: settings.slotIntervalMinutes.optional(),
  bufferBeforeMinutes: settings.bufferBeforeMinutes.optional(),
  bufferAfterMinutes: settings.bufferAfterMinutes.optional(),
  buffersAroundCalendarEvents: settings.buffersAroundCalendarEvents.default(true),
  limits: settings.limits.default({}),
  requiresApproval: settings.requiresApproval.default(false),
  reapproveOnReschedule: settings.reapproveOnReschedule.default(true),
  bookingPolicy: settings.bookingPolicy.default({}),
  hidden: settings.hidden.default(false),
  color: settings.color.default(null),
  prep: settings.prep.default(true),
  prepTemplate: settings.prepTemplate.default('general'),
  prepMailMinutes: settings.prepMailMinutes
    .optional()
    .describe(`${settings.prepMailMinutes.description} Default 60; null for a hidden event.`),
  reminders: settings.reminders.optional().describe(`${settings.reminders.description} Default: "24h before" to both.`),
  scheduleId: settings.scheduleId
    .optional()
    .describe('One of the host’s schedules (list_schedules). Default: their oldest.'),
  form: FormInput.optional().describe('Questions for guests. Default: only address, name and time zone.'),
});

const UpdateInput = z
  .object({
    ...settings,
    limits: settings.limits.describe(`${settings.limits.description} Omitted ones stay unchanged.`),
    bookingPolicy: settings.bookingPolicy.describe(
      `${settings.bookingPolicy.description} Omitted ones stay unchanged.`,
    ),
  })
  .partial()
  .extend({
    eventTypeId,
    assignment: Assignment.optional().describe('Only of a team’s event: round_robin or collective. The team stays.'),
    form: FormInput.nullable().optional().describe('Replaces all questions; null: asks none.'),
    expectedVersion: ExpectedVersion,
  });

const Host = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string().nullable().describe('null: has left the workspace, or the team was deleted.'),
});

/** An entry of the list. */
const EventTypeLine = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  durationMinutes: z.int().describe('Duration in minutes.'),
  locationType: LocationType,
  requiresApproval: z.boolean().describe('true: the host decides on each request.'),
  hidden: z.boolean().describe('true: not shown in lists; its link works.'),
  host: Host.describe('For a team’s event the team: id, name and team/{slug}.'),
  team: z
    .object({
      id: z.uuid(),
      assignment: Assignment.describe('How hosts are chosen: one by rotation, or all together.'),
    })
    .nullable()
    .describe('null: one host’s event.'),
  bookingUrl: z.url().nullable().describe('Link for guests; null: no longer bookable.'),
  upcomingMeetingCount: z.int().min(0).describe('Meetings and requests that are not over.'),
  archivedAt: z.iso.datetime().nullable().describe('When it was archived (UTC); null: it is not.'),
});

const Limit = z.int().nullable();

/** An event type with all its settings. */
export const EventTypeDetail = EventTypeLine.extend({
  description: z.string().nullable().describe('A description in words; null: none.'),
  locationDetail: z.string().nullable().describe('The address, number or link; null: none is set.'),
  maxFutureDays: z.int().describe('How far ahead guests can book, in days.'),
  minimumNoticeMinutes: z.int().describe('Minimum notice in minutes.'),
  slotIntervalMinutes: z.int().nullable().describe('Minutes between starts; null: the duration.'),
  reapproveOnReschedule: z.boolean().describe('true: the host decides on moves too.'),
  bufferBeforeMinutes: z.int().describe('Minutes kept free before each meeting.'),
  bufferAfterMinutes: z.int().describe('Minutes kept free after each meeting.'),
  buffersAroundCalendarEvents: z.boolean().describe('true: the buffers also apply to events of connected calendars.'),
  limits: z
    .object({
      perDay: Limit.describe('Max per day; null: no limit.'),
      perWeek: Limit.describe('Max per week; null: no limit.'),
      perMonth: Limit.describe('Max per month; null: no limit.'),
    })
    .describe('Max meetings in a period.'),
  bookingPolicy: BookingPolicy,
  color: z.string().nullable().describe('Its color; null: none.'),
  scheduleId: z.uuid().nullable().describe('null: the host has no schedule yet, so nothing is offered.'),
  prep: z.boolean().describe('true: its meetings get prep packs.'),
  prepTemplate: PrepTemplate.describe('The template of its prep packs.'),
  prepMailMinutes: z.int().nullable().describe('Minutes before the meeting when the pack is mailed; null: not mailed.'),
  reminders: Reminders.describe('The mails before and after each meeting.'),
  form: definedIn('get_event_type', PublicForm.nullable()).describe('The questions for guests; null: none.'),
  createdAt: z.iso.datetime(),
  version: Version,
}).meta({ id: 'EventTypeDetail' });

const EventTypeAnswer = z.object({
  eventType: EventTypeDetail,
  notice: z.string().optional().describe('What guests lack, and how to fix it; absent if nothing is missing.'),
});

const forReading = { surface: 'host', rateClass: 'keyed', auth: { scope: 'workspace.read', roles: MEMBERS } } as const;
const forActing = { ...forReading, auth: { scope: 'workspace.act', roles: MEMBERS } } as const;

/** Event types: what can be booked, with whom and by which rules (contract, Event type settings). */
export const eventTypes = defineArea({
  listHostEventTypes: {
    title: 'List event types',
    summary:
      'Event types of this workspace, newest first: hidden ones too, archived ones by status. Members see their own and those of their teams. get_event_type has all settings of one.',
    ...forReading,
    method: 'GET',
    path: '/workspace/event-types',
    effect: 'read',
    tool: 'list_event_types',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      hostUserId: z.uuid().optional().describe('Only this member’s (list_members). Default: all that you can see.'),
      status: z.enum(['active', 'archived', 'all']).default('active').describe('Default active.'),
    }),
    output: z.object({ eventTypes: z.array(EventTypeLine), nextCursor }),
  },
  getEventType: {
    title: 'Get an event type',
    summary:
      'One event type with all settings, its form, link and number of upcoming meetings. Archived ones too. Call it before update_event_type.',
    ...forReading,
    method: 'GET',
    path: '/workspace/event-types/{eventTypeId}',
    effect: 'read',
    tool: 'get_event_type',
    errors: keyedReadErrors,
    input: z.object({ eventTypeId }),
    output: EventTypeAnswer,
  },
  createEventType: {
    title: 'Create an event type',
    summary: `Creates an event that guests can book at once, at bookingUrl in the answer. Times left out are the workspace's (get_workspace). If the host has the slug already: 409 with existingId, so repeating creates no second one. At most ${EVENT_TYPE_CAPS.perOwner} active ones per host or team. Example: {"name": "Intro call", "durationMinutes": 30, "locationType": "phone", "form": {"fields": [{"key": "topic", "type": "short_text", "label": "What about?", "required": true}]}}.`,
    ...forActing,
    method: 'POST',
    path: '/workspace/event-types',
    effect: 'write',
    tool: 'create_event_type',
    errors: keyedWriteErrors,
    input: CreateInput,
    output: EventTypeAnswer,
  },
  updateEventType: {
    title: 'Update an event type',
    summary:
      'Changes the settings that you send and no others; they mean what they do in create_event_type. Booked meetings keep their time, length and place. A new slug ends the old link. form replaces all questions, null removes them; reminders likewise, [] none. Another locationType drops the old locationDetail. Example: {"eventTypeId": "…", "bufferAfterMinutes": 10, "limits": {"perDay": 3}}.',
    ...forActing,
    method: 'PATCH',
    path: '/workspace/event-types/{eventTypeId}',
    effect: 'write',
    tool: 'update_event_type',
    errors: keyedWriteErrors,
    input: UpdateInput,
    output: EventTypeAnswer,
  },
  archiveEventType: {
    title: 'Archive an event type',
    summary:
      'Switches an event type off: no new bookings, its link returns 404, its slug is free for another. restore_event_type switches it on again. Booked meetings stay and can be moved or canceled: upcomingMeetingCount counts them. To only take it off the list, set hidden. Repeating returns the same.',
    ...forActing,
    method: 'DELETE',
    path: '/workspace/event-types/{eventTypeId}',
    effect: 'destroy',
    tool: 'archive_event_type',
    errors: keyedReadErrors,
    input: z.object({ eventTypeId }),
    output: z.object({
      id: z.uuid(),
      status: z.literal('archived'),
      archivedAt: z.iso.datetime().describe('When it was archived (UTC).'),
      upcomingMeetingCount: z.int().min(0).describe('Meetings and requests that stay; list_meetings shows them.'),
    }),
  },
  restoreEventType: {
    title: 'Restore an event type',
    summary:
      'Switches an archived event type on again, with its settings, link and short links. Repeating returns the same.',
    ...forActing,
    method: 'POST',
    path: '/workspace/event-types/{eventTypeId}/restore',
    effect: 'write',
    tool: 'restore_event_type',
    repeatable: true,
    errors: keyedWriteErrors,
    input: z.object({ eventTypeId }),
    output: EventTypeAnswer,
  },
});

export type EventTypeDetail = z.infer<typeof EventTypeDetail>;
export type EventTypeLine = z.infer<typeof EventTypeLine>;
