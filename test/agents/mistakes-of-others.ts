import { v7 as uuidv7 } from 'uuid';
import { at, booking, event, guest, looksUp, type Mistake, rename, said, without } from './mistake.ts';

/** Calls of agents that know other products. */
export const ofOthers: readonly Mistake[] = [
  {
    title: 'a guest is read',
    wrong: () => ['get_guest', { email: 'taken@guest.test' }],
    next: ({ message, details }, [, { email }]) => [
      details.didYouMean[0],
      { [said({ message, details }, /(inviteeEmail)/)]: email },
    ],
    finds: ({ bookingId }) => bookingId,
  },
  {
    title: 'bookings of a guest',
    wrong: () => ['get_bookings_by_guest', { guestEmail: 'taken@guest.test' }],
    next: ({ message, details }, [, { guestEmail }]) => [
      details.didYouMean[0],
      { [said({ message, details }, /(inviteeEmail)/)]: guestEmail },
    ],
    finds: ({ bookingId }) => bookingId,
  },
  {
    title: 'questions for a form',
    wrong: () => [
      'create_event_type',
      { ...event(), questions: [{ key: 'topic', type: 'short_text', label: 'Topic' }] },
    ],
    next: ({ details }, [tool, { questions, ...input }]) => {
      const [outer = '', inner = ''] = details.issues[0].didYouMean[0].split('.');
      return [tool, { ...input, [outer]: { [inner]: questions } }];
    },
  },
  { title: 'after for from', wrong: () => ['list_meetings', { after: at(1), before: at(30) }], next: rename },
  {
    title: 'a guest for an invitee',
    wrong: (world) => ['create_booking', { eventTypeId: world.eventTypeId, startAt: at(8), guest: guest() }],
    next: rename,
  },
  {
    title: 'a number of a guest',
    wrong: (world) => [
      'create_booking',
      { eventTypeId: world.phoneEventTypeId, startAt: at(9), invitee: { ...guest(), phone: '+493012345678' } },
    ],
    next: (refusal, [tool, { invitee, ...input }]) => {
      const { phone, ...rest } = invitee as { phone: string };
      return [tool, { ...input, invitee: rest, customFields: { [said(refusal, /customFields\.(\w+)/)]: phone } }];
    },
  },
  {
    title: 'words for a start',
    wrong: (world) => booking(world, 'tomorrow at 3pm'),
    next: (refusal, [, { eventTypeId, startAt }]) => [
      said(refusal, /(propose_slots)/),
      { eventTypeId, [said(refusal, /`(when)`/)]: startAt },
    ],
  },
  {
    title: 'words for a new start',
    wrong: ({ bookingId }) => ['reschedule_booking', { bookingId, when: 'the day after tomorrow at 2pm' }],
    next: (refusal, [, input]) => [said(refusal, /(propose_slots)/), input],
  },
  {
    title: 'a name for a member',
    wrong: () => ['create_team', { name: `Team ${uuidv7()}`, timezone: 'UTC', members: ['linus'] }],
    ...looksUp((world) => world.member.userId),
  },
  {
    title: 'a link under another name',
    isPublic: true,
    wrong: ({ address }) => ['find_bookable_calendar', { link: `${address.workspace}/${address.username}` }],
    next: rename,
  },
  {
    title: 'a link beside another calendar',
    isPublic: true,
    wrong: ({ address }) => [
      'find_bookable_calendar',
      { url: `${address.workspace}/${address.username}`, workspace: 'globex', username: 'bob' },
    ],
    next: (_, [tool, input]) => [tool, without(input, 'workspace', 'username')],
  },
  {
    title: 'a link to an event that is none',
    isPublic: true,
    wrong: ({ address }) => ['find_bookable_calendar', { url: `${address.workspace}/${address.username}/nosuch` }],
    next: ({ details }, [tool, { url }]) => [tool, { url: String(url).replace('nosuch', details.didYouMean[0]) }],
    finds: ({ address }) => address.eventSlug,
  },
  {
    title: 'a tool of hosts in public',
    isPublic: true,
    wrong: ({ address }) => ['list_event_types', without(address, 'eventSlug')],
    next: ({ details }, [, input]) => [details.didYouMean[0], input],
  },
  {
    title: 'a guest moves a meeting by a tool',
    isPublic: true,
    wrong: ({ address }) => ['reschedule_booking', address],
    next: (refusal, [, input]) => [said(refusal, /(get_availability)/), input],
  },
];
