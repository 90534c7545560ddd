import { v7 as uuidv7 } from 'uuid';
import { newGuest } from '../support/drivers/guest.ts';
import {
  at,
  booking,
  change,
  day,
  event,
  guest,
  type Mistake,
  meant,
  propose,
  rename,
  said,
  slot,
  without,
} from './mistake.ts';
import { atOnce } from './mistakes-at-once.ts';
import { ofDates } from './mistakes-of-dates.ts';
import { ofIds } from './mistakes-of-ids.ts';
import { ofOthers } from './mistakes-of-others.ts';

const ofNames: readonly Mistake[] = [
  {
    title: 'a tool of another product',
    wrong: () => ['list_bookings', {}],
    next: ({ details }) => [details.didYouMean[0], {}],
  },
  {
    title: 'a tool in the singular',
    wrong: () => ['list_meeting', {}],
    next: ({ details }) => [details.didYouMean[0], {}],
  },
  {
    title: 'a public tool',
    isPublic: true,
    wrong: ({ address }) => ['find_calendar', without(address, 'eventSlug')],
    next: ({ details }, [, input]) => [details.didYouMean[0], input],
  },
  { title: 'the argument of another tool', wrong: () => ['list_meetings', { status: 'pending' }], next: rename },
  {
    title: 'an argument without its unit',
    wrong: () => ['create_event_type', { ...event(), bufferAfter: 10 }],
    next: rename,
  },
  {
    title: 'two misses at once',
    wrong: () => ['create_event_type', { ...without(event(), 'durationMinutes'), duration: 30, minimumNotice: 60 }],
    next: rename,
  },
  {
    title: 'two names of one field',
    wrong: (world) => propose(world, { timezone: 'Europe/Berlin', tz: 'Europe/Berlin' }),
    next: (refusal, [tool, input]) => [tool, without(input, refusal.details.issues[0].path)],
  },
  {
    title: 'a page by number',
    wrong: () => ['list_meetings', { page: 2 }],
    next: (refusal, [tool, input]) => [tool, without(input, refusal.details.issues[0].path)],
  },
  { title: 'an argument of a wait', wrong: ({ bookingId }) => ['get_prep_pack', { bookingId, wait: 1 }], next: rename },
  {
    title: 'fields of an inner object outside of it',
    wrong: (world) => ['create_booking', { eventTypeId: world.eventTypeId, startAt: at(3), ...guest() }],
    next: ({ details, message }, [tool, { email, timeZone, timezone, ...input }]) => [
      tool,
      {
        ...input,
        [details.issues[0].path]: {
          [said({ message, details }, /fields: (email)/)]: email,
          timezone: timeZone ?? timezone,
        },
      },
    ],
  },
  {
    title: 'a name below the top',
    wrong: () => [
      'create_event_type',
      { ...event(), form: { fields: [{ key: 'topic', type: 'short_text', lable: 'Topic' }] } },
    ],
    next: ({ details }, [tool, input]) => [
      tool,
      {
        ...input,
        form: {
          fields: [
            {
              key: 'topic',
              type: 'short_text',
              [details.issues.find((one: { didYouMean?: string[] }) => one.didYouMean).didYouMean[0]]: 'Topic',
            },
          ],
        },
      },
    ],
  },
];

const ofTimes: readonly Mistake[] = [
  { title: 'an abbreviation of zones', wrong: (world) => propose(world, { timeZone: 'BST' }), next: meant('timeZone') },
  { title: 'a city for a zone', wrong: (world) => propose(world, { timezone: 'Berlin' }), next: meant('timezone') },
  {
    title: 'a date for a time',
    wrong: (world) => propose(world, { from: day(3) }),
    next: change((refusal) => ({ from: said(refusal, /in UTC (\S+Z)/) })),
  },
  {
    title: 'dates for times of a list',
    wrong: () => ['list_activity', { from: day(-30) }],
    next: change((refusal, { from }) => ({ from: `${from}${said(refusal, /(T00:00:00Z)/)}` })),
  },
  {
    title: 'a local time alone',
    wrong: (world) => booking(world, at(4).slice(0, -1)),
    next: change((refusal, { startAt }) => ({ startAt: `${startAt}${said(refusal, /with (Z) or/)}` })),
  },
  { title: 'a time that has passed', wrong: (world) => booking(world, at(-1)), next: slot },
  { title: 'a time beside the grid', wrong: (world) => booking(world, at(5).replace('10:00', '10:07')), next: slot },
  { title: 'a time too far ahead', wrong: (world) => booking(world, at(700)), next: slot },
  { title: 'a time that is taken', wrong: (world) => booking(world, world.takenAt), next: slot },
  {
    title: 'a meeting moved to the past',
    wrong: ({ bookingId }) => ['reschedule_booking', { bookingId, startAt: at(-2) }],
    next: slot,
  },
  {
    title: 'the end before the start',
    wrong: () => ['add_time_off', { fromDate: day(51), toDate: day(50) }],
    next: change((_, { fromDate }) => ({ toDate: fromDate })),
  },
];

const ofValues: readonly Mistake[] = [
  { title: 'British spelling', wrong: () => ['list_meetings', { filter: 'cancelled' }], next: meant('filter') },
  {
    title: 'British spelling in the log',
    wrong: () => ['list_activity', { action: 'booking.cancelled' }],
    next: meant('action'),
  },
  {
    title: 'a type in the plural',
    wrong: () => ['list_activity', { subjectType: 'bookings' }],
    next: meant('subjectType'),
  },
  {
    title: 'a near miss of a choice',
    wrong: () => ['create_event_type', { ...event(), locationType: 'meet' }],
    next: meant('locationType'),
  },
  {
    title: 'a choice of other products',
    wrong: () => ['invite_member', { email: newGuest(), role: 'editor' }],
    next: change((refusal) => ({ role: said(refusal, /(member)/) })),
  },
  {
    title: 'a word for a number',
    wrong: (world) => propose(world, { limit: 'ten' }),
    next: change((refusal) => ({ limit: Number(said(refusal, /Default (\d+)/)) })),
  },
  {
    title: 'a number that is too high',
    wrong: (world) => propose(world, { limit: 500 }),
    next: change((refusal) => ({ limit: Number(said(refusal, /at most (\d+)/)) })),
  },
  {
    title: 'a slug with a space',
    wrong: () => ['create_event_type', { ...event(), slug: `Deep dive ${uuidv7().slice(-6)}` }],
    next: change((_, { slug }) => ({ slug: String(slug).toLowerCase().replaceAll(' ', '-') })),
  },
  {
    title: 'a state that is over',
    wrong: ({ bookingId }) => ['approve_booking', { bookingId }],
    next: ({ message }, [, { bookingId }]) => [/get_meeting/.exec(message)?.[0] ?? '', { bookingId }],
  },
  {
    title: 'a guest who still comes',
    wrong: () => ['delete_guest', { email: 'taken@guest.test' }],
    next: ({ message, details }) => [
      said({ message, details }, /(cancel_booking)/),
      { bookingId: details.bookingIds[0] },
    ],
  },
];

const inPublic: readonly Mistake[] = [
  {
    title: 'an event that is none',
    isPublic: true,
    wrong: ({ address }) => ['get_availability', { ...address, eventSlug: 'coffee' }],
    next: change(({ details }) => ({ eventSlug: details.didYouMean[0] })),
  },
  {
    title: 'a date for a time in public',
    isPublic: true,
    wrong: ({ address }) => ['get_availability', { ...address, from: day(3) }],
    next: change((refusal, { from }) => ({ from: `${from}${said(refusal, /(T00:00:00Z)/)}` })),
  },
  {
    title: 'a zone in public',
    isPublic: true,
    wrong: ({ address }) => ['get_availability', { ...address, timezone: 'CST' }],
    next: meant('timezone'),
  },
  {
    title: 'no code',
    isPublic: true,
    wrong: ({ address }) => ['confirm_booking', { ...address, startAt: at(3), invitee: { ...guest(), name: 'Grace' } }],
    next: ({ message, details }, [, { invitee, startAt, ...address }]) => [
      said({ message, details }, /(request_booking_code)/),
      { ...address, email: (invitee as { email: string }).email },
    ],
  },
  {
    title: 'an answer that is no choice',
    isPublic: true,
    wrong: ({ address }) => [
      'request_booking_code',
      { ...address, email: newGuest(), customFields: { topic: 'Docks', size: 'huge', has_tool: false, seats: 2 } },
    ],
    next: change((refusal, { customFields }) => ({
      customFields: { ...(customFields as object), size: said(refusal, /must be one of "(\w+)"/) },
    })),
  },
];

export const MISTAKES: readonly Mistake[] = [
  ...[ofOthers, ofNames, atOnce, ofDates, ofIds, ofTimes, ofValues, inPublic].flat(),
];
