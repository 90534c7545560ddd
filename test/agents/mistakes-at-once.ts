import { v7 as uuidv7 } from 'uuid';
import { newGuest } from '../support/drivers/guest.ts';
import { at, event, guest, type Mistake, said, without } from './mistake.ts';

const paths = ({ issues }: { readonly issues: readonly { readonly path: string }[] }) => issues.map(({ path }) => path);

/** Calls that are wrong in several places: one refusal names all of them. */
export const atOnce: readonly Mistake[] = [
  {
    title: 'two zones and a name',
    wrong: ({ eventTypeId }) => [
      'create_booking',
      {
        ...{ eventTypeId, startAt: at(13).replace(':00Z', ''), timeZone: 'BST' },
        ...{ invitee: { email: newGuest(), timezone: 'CST' }, notes: 'Hi' },
      },
    ],
    next: ({ details }, [tool, { invitee, notes: _, ...input }]) => {
      const meant = (path: string) =>
        details.issues.find((issue: { path: string }) => issue.path === path).didYouMean[0];
      const told = { ...(invitee as object), timezone: meant('invitee.timezone') };
      return [tool, { ...input, timeZone: meant('timeZone'), invitee: told }];
    },
  },
  {
    title: 'two ids of a list',
    wrong: ({ bookingId, foreign }) => ['list_meetings', { eventTypeId: bookingId, hostUserId: foreign.userId }],
    next: ({ details }) => [
      /list_\w+/.exec(details.issues.find(({ path }: { path: string }) => path === 'hostUserId').message)?.[0] ?? '',
      {},
    ],
    finds: ({ member }) => member.userId,
  },
  {
    title: 'two ids of an event',
    wrong: ({ bookingId, foreign }) => [
      'create_event_type',
      { ...event(), hostUserId: foreign.userId, scheduleId: bookingId },
    ],
    next: ({ details }, [tool, input]) => [tool, without(input, ...paths(details))],
  },
  {
    title: 'two members who are none',
    wrong: ({ bookingId, foreign }) => [
      'create_team',
      { name: `Team ${uuidv7()}`, timezone: 'UTC', members: [foreign.userId, bookingId] },
    ],
    next: ({ details, message }, [tool, { members, ...input }]) => [
      tool,
      { ...input, members: (members as string[]).filter((id) => !message.includes(id) || details.issues.length < 2) },
    ],
  },
  {
    title: 'an owner and a form that do not fit',
    wrong: () => [
      'create_event_type',
      {
        ...{ ...event(), assignment: 'collective' },
        form: { fields: [{ key: 'size', type: 'single_select', label: 'Size' }] },
      },
    ],
    next: ({ details }, [tool, input]) => [
      tool,
      without(input, ...paths(details).map((path) => path.split('.')[0] ?? '')),
    ],
  },
  {
    title: 'a name for an event',
    wrong: () => ['get_event_type', { eventTypeId: 'phone CALL' }],
    next: ({ details }, [tool]) => [tool, { eventTypeId: details.issues[0].didYouMean[0] }],
    finds: ({ phoneEventTypeId }) => phoneEventTypeId,
  },
  {
    title: 'a name for an event in public',
    isPublic: true,
    wrong: ({ address }) => ['get_availability', { ...address, eventSlug: 'Deep dive' }],
    next: ({ details }, [tool, input]) => [tool, { ...input, eventSlug: details.didYouMean[0] }],
    finds: () => 'Deep dive',
  },
  {
    title: 'a link where a code is asked for',
    isPublic: true,
    wrong: ({ address: { workspace, username, eventSlug } }) => [
      'request_booking_code',
      { url: `${workspace}/${username}/${eventSlug}`, email: guest().email },
    ],
    next: (refusal, [, { url }]) => [said(refusal, /call (get_availability)/), { [said(refusal, /as (url)/)]: url }],
    finds: ({ address }) => address.eventSlug,
  },
];
