import type { FormField } from '../../../../schemas/shapes/forms.ts';
import { codeWords } from '../../../../texts/en/pages/booking.ts';
import { translated } from '../../../../texts/translated.ts';
import { DEFAULT_LOCALE } from '../../../../web/parts/locale.ts';
import type { PageProps } from '../../../../web/server.tsx';
import { alternatives, html, START, taken, time, waiting } from './base.ts';
import { path } from './event.ts';

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

export const details: PageProps<'details'> = {
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
  country: 'DE',
  pageToken: 'token',
  byApproval: false,
  codeNext: true,
};
const typed = {
  name: 'Mira Okafor',
  email: 'mira@',
  guests: 'sam@example.com\nsam',
  answers: { size: 'o2', customer: 'true', account: 'Northwind', areas: ['o0'] },
};

export const code: PageProps<'code'> = {
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  time: time(START),
  email: 'mira@example.com',
  byApproval: false,
  codeUntil: '14:15 (Berlin, Central European Time)',
  notice: null,
  problem: undefined,
  code: '',
  codeUsable: true,
  resendInSeconds: 20,
  state: 'state',
  timezone: 'Europe/Berlin',
  confirmAction: `${path}/confirm`,
  resendAction: `${path}/resend`,
  editHref: path,
  mailboxHref: null,
};

export const booked: PageProps<'booked'> = {
  outcome: 'booked',
  eventName: 'Deep dive',
  hostName: 'Ada Lovelace',
  time: time(START),
  place: 'Google Meet',
  joinUrl: 'https://meet.example/abc-defg-hij',
  email: 'mira@example.com',
  hostHref: '/acme/ada',
  timesHref: path,
  manageHref: '/manage/token',
  calendar: {
    fileHref: `${path}/booked.ics?r=receipt`,
    googleHref: 'https://calendar.google.com/calendar/render?action=TEMPLATE',
    outlookHref: 'https://outlook.live.com/calendar/0/deeplink/compose?rru=addevent',
    officeHref: 'https://outlook.office.com/calendar/0/deeplink/compose?rru=addevent',
  },
};

/** The steps after the time: details, code, and what was booked. */
export const bookingStates: Readonly<Record<string, string>> = {
  details: html('details', details),
  'details-request': html('details', { ...details, form: null, byApproval: true }),
  'details-errors': html('details', {
    ...details,
    typed,
    problems: [
      { fieldId: 'email', message: 'Enter your email address, such as you@example.com.' },
      { fieldId: 'field-topic', message: 'Please answer: What would you like to talk about?' },
      { fieldId: 'field-size', message: 'Choose one of the answers.', about: 'Team size' },
      { fieldId: 'guests', message: 'sam is not an email address.', about: 'Other people to invite' },
    ],
  }),
  'details-taken': html('details', { ...details, time: null, alternatives, typed, notice: taken }),
  'details-nothing-near': html('details', { ...details, time: null, typed, notice: taken }),
  code: html('code', { ...code, mailboxHref: '/dev/mailbox' }),
  'code-request': html('code', { ...code, byApproval: true }),
  'code-wrong': html('code', { ...code, problem: 'That is not the code we mailed you. 3 tries are left.' }),
  'code-resent': html('code', {
    ...code,
    resendInSeconds: 30,
    notice: {
      tone: 'success',
      title: translated(codeWords, DEFAULT_LOCALE.language).sent,
      text: translated(codeWords, DEFAULT_LOCALE.language).sentHint,
    },
  }),
  'code-busy': html('code', { ...code, notice: waiting }),
  'code-burned': html('code', {
    ...code,
    codeUsable: false,
    resendInSeconds: 0,
    notice: { tone: 'error', ...translated(codeWords, DEFAULT_LOCALE.language).dead.code_burned },
  }),
  booked: html('booked', booked),
  'booked-by-mail': html('booked', { ...booked, manageHref: null, calendar: null, joinUrl: null }),
  pending: html('booked', { ...booked, outcome: 'pending', calendar: null, joinUrl: null, place: 'Phone call' }),
  'booked-canceled': html('booked', { ...booked, outcome: 'canceled', manageHref: null, calendar: null }),
};
