import type { z } from 'zod';
import type { manage } from '../../../schemas/operations/booking/manage.ts';
import type { BookingStatus } from '../../../schemas/shapes/public-calendar.ts';
import { type Meeting, readMeeting } from '../../../store/meetings/meetings.ts';
import { DEFAULT_LOCALE } from '../../../web/parts/locale.ts';
import { placeWords } from '../../../web/parts/place-words.ts';
import { eventPath } from '../booking/event-address.ts';
import { placeOf } from '../booking/place-of.ts';
import type { Visit } from '../shell/visit.ts';
import { failInMarkdown, sendMarkdown } from './markdown.ts';
import { missingMeeting } from './missing.ts';
import { bullets, curl, FILL_IN, heading, plain } from './text.ts';

type View = z.output<typeof manage.viewBooking.output>;

const STATUS: Readonly<Record<BookingStatus, string>> = {
  pending_confirmation: 'requested: the host has not approved it yet, and the time is kept',
  confirmed: 'confirmed',
  rescheduled: 'confirmed, at a new time',
  canceled: 'canceled',
  completed: 'over',
  no_show: 'over: marked as missed',
};

/** GET /manage/{token}.md: the meeting, and the calls that change it. The token is only in the address. */
export async function showManagedMarkdown(visit: Visit): Promise<void> {
  const answer = await visit.ask('booking', 'viewBooking', { token: visit.part('token') });
  if (!answer.ok) return failInMarkdown(visit, answer, missingMeeting(visit));
  const view = answer.output;
  const meeting = await visit.tryRead(() => readMeeting(visit.kit.services.sql, view.booking.id));
  sendMarkdown(visit, [
    ...heading(1, `${plain(view.eventType.name)} with ${plain(view.host.name)}`),
    ...bullets(facts(view, meeting)),
    ...heading(2, 'What may be done'),
    ...actions(view, visit.kit.services.urls.publicUrl, visit.part('token')),
  ]);
}

/** The place, as on the page for people; if the meeting can't be read, the kind of place and the link. */
function whereIs({ booking, eventType }: View, meeting: Meeting | null): string {
  const known = { place: placeWords(eventType.locationType, DEFAULT_LOCALE), joinUrl: booking.joinUrl ?? null };
  const { place, joinUrl } = meeting === null ? known : placeOf(meeting, DEFAULT_LOCALE);
  return joinUrl === null ? plain(place) : `${plain(place)}, ${joinUrl}`;
}

function facts(view: View, meeting: Meeting | null): string[] {
  const { booking, calendar, local, movedFrom, moveReason, guestsWait, invitee, guests, agentEmail } = view;
  const guest = invitee.name === null ? plain(invitee.email) : `${plain(invitee.name)}, ${plain(invitee.email)}`;
  return [
    `Status: ${booking.endedAs ?? STATUS[booking.status]} (\`${booking.status}\`)`,
    ...(movedFrom === null
      ? []
      : [
          `Before the move: \`${movedFrom.startAt}\`${movedFrom.wasMeeting ? ', approved by the host; the new time must be approved again' : ''}`,
        ]),
    ...(guestsWait
      ? [
          'The other guests have no mail about the latest change: it leaves when the guest presses the button on this page without `.md`',
        ]
      : []),
    `Starts: \`${booking.startAt}\`, ends: \`${booking.endAt}\``,
    `For the guest: ${local.display}`,
    `Where: ${whereIs(view, meeting)}`,
    `Workspace: ${plain(calendar.organization.name)}`,
    `Guest: ${guest}`,
    ...(guests.length === 0 ? [] : [`Also invited: ${guests.map(plain).join(', ')}`]),
    ...(agentEmail === null ? [] : [`Booked by the agent ${plain(agentEmail)}`]),
    ...(moveReason === null ? [] : [`Why it was moved: ${plain(moveReason)}`]),
    ...(booking.cancelReason === null ? [] : [`Why it was canceled: ${plain(booking.cancelReason)}`]),
  ];
}

function actions(view: View, publicUrl: string, token: string): string[] {
  const { canCancel, canReschedule, moveNeedsApproval, slotsUrl, calendar, eventType } = view;
  const api = `${publicUrl}/api/v1/public/manage`;
  if (!canCancel && !canReschedule) {
    const { organization, owner } = calendar;
    const again = eventPath({ workspace: organization.slug, username: owner.username, eventSlug: eventType.slug });
    return [`Nothing more: it is over or canceled. To book anew: ${publicUrl}${again}.md`];
  }
  return [
    'TOKEN is the last part of this page’s address, without `.md`. It is the guest’s: show it to nobody else. Ask the guest before you change anything.',
    '',
    FILL_IN,
    '',
    'See it as JSON:',
    '',
    ...curl(`${api}/booking?token=TOKEN`),
    ...(canReschedule ? move(api, slotsUrl.replaceAll(encodeURIComponent(token), 'TOKEN'), moveNeedsApproval) : []),
    ...(canCancel
      ? [
          '',
          'Cancel it. `WHY` is for the host; `reason` may be left out:',
          '',
          ...curl(`${api}/cancel`, { token: 'TOKEN', reason: 'WHY' }),
        ]
      : []),
  ];
}

const ASKS_AGAIN = [
  '',
  'The host must approve the new time. The present time is free at once; if the host declines, the meeting is canceled. Say so to the guest first.',
];

const move = (api: string, slotsUrl: string, asksAgain: boolean): string[] => [
  '',
  'Move it. List the open times, in the guest’s zone, and let the guest choose one. `START_UTC` is its `startUtc`, unchanged:',
  ...(asksAgain ? ASKS_AGAIN : []),
  '',
  ...curl(slotsUrl),
  '',
  ...curl(`${api}/reschedule`, { token: 'TOKEN', startAt: 'START_UTC' }),
  '',
  asksAgain
    ? 'It waits at the new time once the answer carries `booking` with the status pending_confirmation. This page stays at its address.'
    : 'It is moved once the answer carries `booking`. Everyone invited gets a mail; this page stays at its address.',
];
