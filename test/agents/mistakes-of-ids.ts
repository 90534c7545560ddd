import { event, leftOut, looksUp, type Mistake, meant, propose, said, without } from './mistake.ts';

/** Ids of other things, of other workspaces, or none. */
export const ofIds: readonly Mistake[] = [
  {
    title: 'a slug for an id',
    wrong: () => ['get_event_type', { eventTypeId: 'call' }],
    next: meant('eventTypeId'),
    finds: ({ eventTypeId }) => eventTypeId,
  },
  { title: 'no id', wrong: () => ['cancel_booking', {}], ...looksUp((world) => world.bookingId) },
  {
    title: 'the id of a meeting for that of an event',
    wrong: ({ bookingId }) => ['propose_slots', { eventTypeId: bookingId }],
    ...looksUp((world) => world.eventTypeId),
  },
  {
    title: 'the id of an event for that of a meeting',
    wrong: ({ eventTypeId }) => ['cancel_booking', { bookingId: eventTypeId }],
    ...looksUp((world) => world.bookingId),
  },
  {
    title: 'an event of another workspace',
    wrong: ({ foreign }) => ['update_event_type', { eventTypeId: foreign.eventTypeId, name: 'Mine' }],
    ...looksUp((world) => world.eventTypeId),
  },
  {
    title: 'a person of another workspace',
    wrong: ({ foreign }) => ['create_event_type', { ...event(), hostUserId: foreign.userId }],
    ...looksUp((world) => world.hostUserId),
  },
  {
    title: 'a team that is none',
    wrong: ({ eventTypeId, member }) => ['add_team_member', { id: eventTypeId, userId: member.userId }],
    ...looksUp((world) => world.teamId),
  },
  {
    title: 'an event for a schedule',
    wrong: ({ eventTypeId }) => ['update_schedule', { scheduleId: eventTypeId, name: 'New' }],
    ...looksUp((world) => world.scheduleId),
  },
  {
    title: 'an event for a member',
    wrong: ({ eventTypeId }) => ['update_member_role', { id: eventTypeId, role: 'member' }],
    ...looksUp((world) => world.member.userId),
  },
  {
    title: 'a member is invited',
    wrong: ({ member }) => ['invite_member', { email: member.email, role: 'manager' }],
    next: ({ message, details }, [, { role }]) => [
      said({ message, details }, /(update_member_role)/),
      { id: details.existingId, role },
    ],
  },
  {
    title: 'somebody who has not joined yet',
    wrong: ({ teamId, invitationId }) => ['add_team_member', { id: teamId, userId: invitationId }],
    ...looksUp((world) => world.member.userId),
  },
  {
    title: 'a list by the id of something else',
    wrong: ({ bookingId }) => ['list_meetings', { eventTypeId: bookingId }],
    ...looksUp((world) => world.eventTypeId),
  },
  {
    title: 'a list by a person of another workspace',
    wrong: ({ foreign }) => ['list_meetings', { hostUserId: foreign.userId }],
    ...looksUp((world) => world.member.userId),
  },
  {
    title: 'test mails of an event',
    wrong: ({ eventTypeId }) => ['list_test_mail', { bookingId: eventTypeId }],
    ...looksUp((world) => world.bookingId),
  },
  {
    title: 'a meeting to keep that is none',
    wrong: ({ eventTypeId }) => ['clear_booking_flood', { keep: [eventTypeId] }],
    ...looksUp((world) => world.bookingId),
  },
  {
    title: 'both of two ids',
    wrong: (world) => propose(world, { bookingId: world.bookingId }),
    next: leftOut('bookingId'),
  },
  {
    title: 'a cursor of nowhere',
    wrong: () => ['list_meetings', { cursor: 'abc' }],
    next: (refusal, [tool, input]) => [tool, without(input, refusal.details.issues[0].path)],
  },
];
