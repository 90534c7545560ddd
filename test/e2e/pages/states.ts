import { bookerLocal } from '../../../domain/time/local.ts';
import type { FormField } from '../../../schemas/forms.ts';
import { type MeetingTime, meetingTime } from '../../../web/parts/meeting-time.ts';
import type { Picker, PickerDay } from '../../../web/parts/slot-picker.tsx';
import { type PageName, type PageProps, renderPage } from '../../../web/server.tsx';
import { DEFAULT_LOCALE } from '../../../web/texts/locale.ts';

const MINUTE_MS = 60_000;
export const frame = {
  styleHref: '/assets/holdfast.css',
  iconHref: '/assets/icon.svg',
  zoneScriptHref: '/assets/zone.js',
  signInZoneScriptHref: '/assets/sign-in-zone.js',
  locale: DEFAULT_LOCALE,
  languages: [],
  entry: null,
  brand: null,
  meta: null,
};

const local = (startUtc: string, minutes = 60, timezone = 'Europe/Berlin') =>
  bookerLocal(Date.parse(startUtc), Date.parse(startUtc) + minutes * MINUTE_MS, timezone);
const time = (startUtc: string, minutes = 60, timezone = 'Europe/Berlin'): MeetingTime =>
  meetingTime(Date.parse(startUtc), Date.parse(startUtc) + minutes * MINUTE_MS, timezone, DEFAULT_LOCALE);

const day = (date: string, count: number, firstHour = 8): PickerDay => ({
  date,
  times: Array.from({ length: count }, (_, index) => {
    const startUtc = new Date(Date.parse(`${date}T00:00Z`) + (firstHour * 60 + index * 30) * MINUTE_MS).toISOString();
    return { startUtc, label: local(startUtc).startLocal };
  }),
});
const days = [
  day('2026-11-23', 3, 14),
  day('2026-11-24', 14),
  day('2026-11-25', 0),
  day('2026-11-26', 11),
  day('2026-11-27', 1),
  day('2026-11-28', 0),
  day('2026-11-29', 0),
];
const emptyDays = days.map(({ date }) => ({ date, times: [] }));
const path = '/acme/ada/deep-dive-60';

/** A few: axe looks at each of them. */
const zones = [
  { region: 'Africa', zones: [{ value: 'Africa/Lagos', label: 'Lagos' }] },
  { region: 'Europe', zones: [{ value: 'Europe/Berlin', label: 'Berlin' }] },
];

const picker: Picker = {
  zone: {
    current: 'Europe/Berlin',
    source: 'host',
    clock: '14:05',
    groups: zones,
    action: path,
    keep: {},
  },
  days,
  earlierHref: `${path}?from=2026-11-16`,
  laterHref: `${path}?from=2026-11-30`,
  empty: { title: '', text: '' },
  action: path,
  keep: { timezone: 'Europe/Berlin' },
};

const event: PageProps<'event'> = {
  event: {
    name: 'Deep dive',
    description: 'An hour on one question of yours. Bring an example; we will leave with a plan.',
    durationMinutes: 60,
    locationType: 'google_meet',
    hostName: 'Ada Lovelace',
    organizationName: 'Acme',
    hostHref: '/acme/ada',
  },
  picker,
  notice: null,
  slotsUrl: '/api/v1/public/acme/ada/deep-dive-60/slots',
  openapiUrl: '/api/v1/openapi',
};

const options = (...labels: string[]) => ({ options: labels.map((label, index) => ({ value: `o${index}`, label })) });
const fields: FormField[] = [
  {
    key: 'topic',
    type: 'short_text',
    label: 'What would you like to talk about?',
    required: true,
    helpText: 'One line is enough.',
  },
  {
    key: 'size',
    type: 'single_select',
    label: 'Team size',
    required: true,
    config: options('Just me', '2–10', '11–50'),
  },
  {
    key: 'country',
    type: 'single_select',
    label: 'Country',
    required: false,
    config: options('A', 'B', 'C', 'D', 'E', 'F', 'G'),
  },
  { key: 'customer', type: 'boolean', label: 'Are you a customer already?', required: false },
  {
    key: 'account',
    type: 'short_text',
    label: 'Account name',
    required: true,
    conditionalLogic: { all: [{ key: 'customer', op: 'equals', value: true }] },
  },
  { key: 'areas', type: 'multi_select', label: 'Areas', required: false, config: options('Workflows', 'Databases') },
  { key: 'seats', type: 'number', label: 'Seats', required: false, config: { min: 1, max: 500 } },
  { key: 'phone', type: 'phone', label: 'Phone', required: false },
  { key: 'work_mail', type: 'email', label: 'Billing contact', required: false },
  { key: 'day', type: 'date', label: 'Decision date', required: false },
  { key: 'site', type: 'url', label: 'Website', required: false },
  { key: 'more', type: 'long_text', label: 'Anything else?', required: false },
];

const START = '2026-11-24T09:00:00.000Z';
const alternatives = ['2026-11-24T08:00:00.000Z', '2026-11-24T10:00:00.000Z', '2026-11-25T13:30:00.000Z'].map(
  (startUtc) => ({
    startUtc,
    display: local(startUtc).display,
  }),
);

const details: PageProps<'details'> = {
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  place: 'Google Meet',
  time: time(START),
  alternatives: [],
  timesHref: path,
  form: { slug: 'intake', name: 'Before we meet', fields },
  typed: { name: '', email: '', guests: '', answers: {} },
  problems: [],
  notice: null,
  action: path,
  timezone: 'Europe/Berlin',
  pageToken: 'token',
  codeNext: true,
};
const typed = {
  name: 'Mira Okafor',
  email: 'mira@',
  guests: 'sam@example.com\nsam',
  answers: { size: 'o2', customer: 'true', account: 'Northwind', areas: ['o0'] },
};

const code: PageProps<'code'> = {
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  time: time(START),
  email: 'mira@example.com',
  heldUntil: '14:08 (Europe/Berlin)',
  codeUntil: '14:15 (Europe/Berlin)',
  notice: null,
  problem: undefined,
  codeUsable: true,
  state: 'state',
  timezone: 'Europe/Berlin',
  confirmAction: `${path}/confirm`,
  resendAction: `${path}/resend`,
  editHref: path,
  mailboxHref: null,
};

const booked: PageProps<'booked'> = {
  outcome: 'booked',
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  time: time(START),
  place: 'Google Meet',
  joinUrl: 'https://meet.example/abc-defg-hij',
  email: 'mira@example.com',
  hostHref: '/acme/ada',
};

const meeting: PageProps<'manage'>['meeting'] = {
  status: 'confirmed',
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  time: time(START),
  place: 'Google Meet',
  joinUrl: 'https://meet.example/abc-defg-hij',
  guest: 'Mira Okafor, mira@example.com',
  guests: ['sam@example.com', 'lee@example.com'],
  agentEmail: null,
  cancelReason: null,
};
const manage: PageProps<'manage'> = {
  meeting,
  notice: null,
  rescheduleHref: '/manage/token/reschedule',
  cancelHref: '/manage/token/cancel',
  notMeHref: null,
  inviteHref: '/api/v1/public/manage/booking.ics?token=token',
  bookAgainHref: null,
};

const move: PageProps<'move'> = {
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
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
const decide: PageProps<'decide'> = {
  eventName: 'Office hour',
  guestName: 'Mira Okafor',
  guestEmail: 'mira@example.com',
  guests: ['sam@example.com'],
  agentEmail: 'bot@agents.example',
  place: 'Phone',
  time: time(START, 45),
  guestTime: time(START, 45, 'Asia/Kolkata'),
  answers: [{ label: 'Topic', display: 'Scaling <b>flows</b> to a\nthird region' }],
  status: 'pending_confirmation',
  decideBy: 'Monday, 23 November 2026, 14:00 (Europe/Berlin)',
  notice: null,
  action: '/decide/token',
  pageToken: 'token',
  reason: '',
  problem: undefined,
};
const taken = { tone: 'error', title: 'That time is no longer free', text: 'Choose another time and go on.' } as const;
const done = {
  tone: 'success',
  title: 'The meeting is moved',
  text: 'Everyone invited gets the new time by mail.',
} as const;
const waiting = { tone: 'warning', title: 'That was a lot at once', text: 'Please try again in 20 seconds.' } as const;

const html = <Name extends PageName>(name: Name, props: PageProps<Name>): string => renderPage(name, props, frame);

/** Every page in every state that a guest or host can meet, as whole documents. */
const LONG_EMAIL = `${'mira.'.repeat(10)}okafor@${'long-domain-'.repeat(4)}name.example`;
const link = { email: LONG_EMAIL, action: '/login/link/token', pageToken: 'x' };
const login: PageProps<'login'> = {
  notice: null,
  email: '',
  problem: undefined,
  returnTo: '/device?code=BCDF-GHJK',
  pageToken: 'x',
  providers: [
    { label: 'Continue with Google', href: '/login/google' },
    { label: 'Continue with Microsoft', href: '/login/microsoft' },
  ],
  localPeople: [
    { username: 'ada', name: 'Ada Lovelace' },
    { username: 'grace', name: 'Grace Hopper' },
    { username: 'linus', name: 'Linus Pauling' },
  ],
};

export const states: Readonly<Record<string, string>> = {
  host: html('host', {
    hostName: 'Ada Lovelace',
    organizationName: 'Acme',
    hostTimezone: 'Europe/Berlin',
    events: [
      { name: 'Intro', description: null, durationMinutes: 30, locationType: 'google_meet', href: '/acme/ada/intro' },
      {
        name: 'Deep dive',
        description: event.event.description,
        durationMinutes: 90,
        locationType: 'phone',
        href: path,
      },
    ],
  }),
  'host-empty': html('host', { hostName: 'Ada Lovelace', organizationName: 'Acme', hostTimezone: null, events: [] }),
  landing: html('landing', {
    openapiUrl: '/api/v1/openapi',
    mcpUrl: 'https://book.holdfast.example/api/mcp/public/mcp',
    healthUrl: '/api/v1/health',
    demo: { hostUrl: '/acme/ada', mailboxUrl: '/dev/mailbox' },
  }),
  event: html('event', event),
  'event-own-zone': html('event', { ...event, picker: { ...picker, zone: { ...picker.zone, source: 'guest' } } }),
  'event-next-day': html('event', {
    ...event,
    picker: {
      ...picker,
      days: emptyDays,
      empty: {
        title: 'No open times from Monday to Sunday.',
        text: 'Ada is busy.',
        nextHref: path,
        nextDay: 'Monday, 30 November',
      },
    },
  }),
  'event-locked': html('event', {
    ...event,
    picker: {
      ...picker,
      days: emptyDays,
      laterHref: null,
      empty: { title: 'Acme takes no bookings right now.', text: 'Ask Ada directly.' },
    },
    notice: taken,
  }),
  details: html('details', details),
  'details-errors': html('details', {
    ...details,
    typed,
    problems: [
      { fieldId: 'email', message: 'Enter your email address, such as you@example.com.' },
      { fieldId: 'field-topic', message: 'Please answer: What would you like to talk about?' },
      { fieldId: 'field-size', message: 'Choose one of the answers.' },
      { fieldId: 'guests', message: 'sam is not an email address.' },
    ],
  }),
  'details-taken': html('details', { ...details, time: null, alternatives, typed, notice: taken }),
  'details-nothing-near': html('details', { ...details, time: null, typed, notice: taken }),
  code: html('code', { ...code, mailboxHref: '/dev/mailbox' }),
  'code-wrong': html('code', { ...code, problem: 'That is not the code we mailed you. 3 tries are left.' }),
  'code-resent': html('code', { ...code, heldUntil: null, notice: { ...done, title: 'A new code is on its way' } }),
  'code-busy': html('code', { ...code, notice: waiting }),
  'code-burned': html('code', { ...code, codeUsable: false, notice: { ...taken, title: 'Too many wrong codes' } }),
  booked: html('booked', booked),
  pending: html('booked', { ...booked, outcome: 'pending', joinUrl: null, place: 'Phone call' }),
  'booked-canceled': html('booked', { ...booked, outcome: 'canceled' }),
  manage: html('manage', { ...manage, notice: done }),
  'manage-agent': html('manage', {
    ...manage,
    meeting: { ...meeting, agentEmail: 'bot@agents.example', status: 'pending_confirmation' },
    notMeHref: '/manage/token/not-me',
  }),
  'manage-canceled': html('manage', {
    ...manage,
    meeting: { ...meeting, status: 'canceled', cancelReason: 'Fell ill, sorry.' },
    rescheduleHref: null,
    cancelHref: null,
    inviteHref: null,
    bookAgainHref: path,
  }),
  'manage-over': html('manage', {
    ...manage,
    meeting: { ...meeting, status: 'completed' },
    rescheduleHref: null,
    cancelHref: null,
    bookAgainHref: path,
  }),
  reschedule: html('reschedule', {
    eventName: 'Deep dive',
    hostName: 'Ada Lovelace',
    now: time(START),
    picker,
    notice: null,
    backHref: '/manage/token',
  }),
  move: html('move', move),
  'move-taken': html('move', { ...move, to: null, alternatives, notice: taken }),
  cancel: html('cancel', { ...ending, reason: '', problem: undefined }),
  'cancel-wrong': html('cancel', { ...ending, reason: 'x', problem: 'Use plain text with at most 500 characters.' }),
  'not-me': html('notMe', { ...ending, agentEmail: 'bot@agents.example' }),
  decide: html('decide', decide),
  'decide-done': html('decide', {
    ...decide,
    status: 'confirmed',
    decideBy: null,
    notice: { ...done, title: 'Approved' },
  }),
  login: html('login', login),
  'login-wrong': html('login', {
    ...login,
    email: 'mira@',
    problem: 'Enter your email address, such as you@example.com.',
  }),
  'login-signed-out': html('login', {
    ...login,
    providers: [],
    localPeople: [],
    notice: { tone: 'success', title: 'You are signed out' },
  }),
  'link-sent': html('linkSent', { email: LONG_EMAIL, mailboxHref: '/dev/mailbox', againHref: '/login' }),
  link: html('link', { ...link, elsewhere: false }),
  'link-elsewhere': html('link', { ...link, elsewhere: true }),
  problem: html('problem', {
    title: 'Something went wrong on our side',
    text: 'We could not finish this.',
    link: { href: path, label: 'Try again' },
    requestId: '0199-aa',
  }),
};
