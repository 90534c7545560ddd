import type { PageProps } from '../../../../web/server.tsx';
import { alternatives, done, html, moveTaken, START, time } from './base.ts';
import { path, picker, zoneGroups } from './event.ts';

export const meeting: PageProps<'manage'>['meeting'] = {
  status: 'confirmed',
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  time: time(START),
  place: 'Google Meet',
  joinUrl: 'https://meet.example/abc-defg-hij',
  guest: { name: 'Mira Okafor', email: 'mira@example.com' },
  guests: ['sam@example.com', 'lee@example.com'],
  agentEmail: null,
  cancelReason: null,
  decideBy: null,
};
export const manage: PageProps<'manage'> = {
  meeting,
  notice: null,
  rescheduleHref: '/manage/token/reschedule',
  cancelHref: '/manage/token/cancel',
  notMeHref: null,
  waitingGuests: null,
  calendar: {
    fileHref: '/api/v1/public/manage/booking.ics?token=token',
    googleHref: 'https://calendar.google.com/calendar/render?action=TEMPLATE',
    outlookHref: 'https://outlook.live.com/calendar/0/deeplink/compose',
    officeHref: 'https://outlook.office.com/calendar/0/deeplink/compose',
  },
  bookAgainHref: null,
};

const move: PageProps<'move'> = {
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  isRequest: false,
  asksAgain: false,
  from: time(START),
  to: time('2026-11-26T12:00:00.000Z'),
  alternatives: [],
  notice: null,
  action: '/manage/token/reschedule',
  timesHref: '/manage/token/reschedule',
  timezone: 'Europe/Berlin',
  pageToken: 'token',
};
const ending = {
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  time: time(START),
  notice: null,
  action: '/manage/token/cancel',
  backHref: '/manage/token',
  pageToken: 'token',
};
/** A meeting of one's own: look, move, cancel. */
export const meetingStates: Readonly<Record<string, string>> = {
  'manage-guests-wait': html('manage', {
    ...manage,
    waitingGuests: { action: '/manage/token/guests', pageToken: 'x' },
  }),
  // /invited/{token}: for a further guest.
  invited: html('invited', {
    eventName: 'Deep dive',
    hostName: 'Ada Lovelace',
    when: 'Wednesday, 25 November 2026, 13:00 (Europe/Berlin)',
    place: 'Google Meet',
    joinUrl: 'https://meet.example/abc-defg-hij',
    isCanceled: false,
  }),
  'no-mail': html('noMail', { state: 'asks', action: '/no-mail/token' }),
  'no-mail-refused': html('noMail', { state: 'refused', action: '/no-mail/token' }),
  'no-mail-allowed': html('noMail', { state: 'allowed', action: '/no-mail/token' }),
  manage: html('manage', { ...manage, meeting: { ...meeting, status: 'rescheduled' }, notice: done }),
  'manage-agent': html('manage', {
    ...manage,
    meeting: {
      ...meeting,
      agentEmail: 'bot@agents.example',
      status: 'pending_confirmation',
      decideBy: 'Monday, 23 November 2026, 14:00 (Europe/Berlin)',
      joinUrl: null,
    },
    calendar: null,
    notMeHref: '/manage/token/not-me',
  }),
  'manage-canceled': html('manage', {
    ...manage,
    meeting: { ...meeting, status: 'canceled', cancelReason: 'Fell ill, sorry.' },
    rescheduleHref: null,
    cancelHref: null,
    calendar: null,
    bookAgainHref: path,
  }),
  'manage-over': html('manage', {
    ...manage,
    meeting: { ...meeting, status: 'completed' },
    rescheduleHref: null,
    cancelHref: null,
    calendar: null,
    bookAgainHref: path,
  }),
  'manage-missed': html('manage', {
    ...manage,
    meeting: { ...meeting, status: 'no_show' },
    rescheduleHref: null,
    cancelHref: null,
    calendar: null,
    bookAgainHref: path,
  }),
  'manage-wild': html('manage', {
    ...manage,
    meeting: {
      ...meeting,
      status: 'canceled',
      guest: {
        name: 'مروة <b>حسن</b> 🌵',
        email: `${'mira.'.repeat(10)}okafor@${'long-domain-'.repeat(4)}name.example`,
      },
      guests: ['שרה@example.com'],
      cancelReason: `${'Sehr'.repeat(60)}\n<script>alert(1)</script>\nمرحبا 🙈`,
    },
    rescheduleHref: null,
    cancelHref: null,
    calendar: null,
  }),
  reschedule: html('reschedule', {
    eventName: 'Deep dive',
    hostName: 'Ada Lovelace',
    isRequest: false,
    asksAgain: true,
    now: time(START),
    picker: {
      ...picker,
      asked: '2026-11-24',
      zoneSource: 'guest',
      place: { ...picker.place, token: 'token' },
    },
    zoneGroups,
    notice: null,
    backHref: '/manage/token',
  }),
  move: html('move', move),
  'move-asks-again': html('move', { ...move, asksAgain: true }),
  unmoved: html('unmoved', {
    eventName: 'Deep dive',
    hostName: 'Ada Lovelace',
    time: time(START),
    meetingHref: '/manage/token',
    timesHref: '/manage/token/reschedule',
  }),
  'move-taken': html('move', { ...move, to: null, alternatives, notice: moveTaken }),
  cancel: html('cancel', { ...ending, isRequest: false, reason: '', problem: undefined }),
  'cancel-request': html('cancel', { ...ending, isRequest: true, reason: '', problem: undefined }),
  'cancel-wrong': html('cancel', {
    ...ending,
    isRequest: false,
    reason: 'x',
    problem: 'Use plain text with at most 500 characters.',
  }),
  'not-me': html('notMe', { ...ending, agentEmail: 'bot@agents.example' }),
};
