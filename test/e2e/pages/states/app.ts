import { rolePowers } from '../../../../texts/en/access.ts';
import { decideWords } from '../../../../texts/en/pages/meeting.ts';
import { translated } from '../../../../texts/translated.ts';
import { DEFAULT_LOCALE } from '../../../../web/parts/locale.ts';
import type { PageProps } from '../../../../web/server.tsx';
import { html, START, time } from './base.ts';
import { claimStates } from './claims.ts';

const decide: PageProps<'decide'> = {
  eventName: 'Office hour',
  guestName: 'Mira Okafor',
  guestEmail: 'mira@example.com',
  guests: ['sam@example.com'],
  agentEmail: 'bot@agents.example',
  place: 'Phone call',
  time: time(START, 45),
  before: null,
  wasMeeting: false,
  guestTime: time(START, 45, 'Asia/Kolkata'),
  answers: [{ label: 'Topic', display: 'Scaling <b>flows</b> to a\nthird region' }],
  status: 'pending_confirmation',
  decideBy: 'Monday, 23 November 2026, 14:00 (Berlin, Central European Time)',
  notice: null,
  clash: null,
  action: '/decide/token',
  pageToken: 'token',
  startAt: new Date(START).toISOString(),
  reason: '',
  problem: undefined,
  prepHref: null,
  meetingHref: null,
};
const LONG_EMAIL = `${'mira.'.repeat(10)}okafor@${'long-domain-'.repeat(4)}name.example`;
const link = { email: LONG_EMAIL, action: '/login/link/token', pageToken: 'x' };
const login: PageProps<'login'> = {
  notice: null,
  email: '',
  problem: undefined,
  returnTo: '/device?code=BCDF-GHJK',
  pageToken: 'x',
  isPasskeyRefused: false,
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

const stopAgent: PageProps<'stopAgent'> = {
  agentLabel: 'Ada’s travel assistant, with a long and <b>strange</b> name',
  workspaceName: 'Acme',
  prospectEmail: LONG_EMAIL,
  status: 'verified',
  may: ['read your meetings', 'book, move and cancel meetings in your name'],
  askedAt: new Date(START).toISOString(),
  since: new Date(START).toISOString(),
  action: '/agents/stop/token',
};

const stopAccess: PageProps<'stopAccess'> = {
  ...({
    kind: 'passkey',
    name: 'Ada’s laptop',
    workspaceName: null,
    madeWith: null,
    source: 'dashboard',
    app: null,
  } as const),
  ...{ clientIp: '2001:db8:85a3:1234:5678:8a2e:370:7334', createdAt: new Date(START).toISOString(), isWorking: true },
  may: [],
  action: '/access/stop/token',
};

/** Pages for the host, of the app origin. */
export const appStates: Readonly<Record<string, string>> = {
  decide: html('decide', decide),
  'decide-moved': html('decide', {
    ...decide,
    before: time('2026-11-23T13:00:00.000Z', 45),
    wasMeeting: true,
    notice: {
      tone: 'warning',
      title: translated(decideWords, DEFAULT_LOCALE.language).hasMoved,
      text: translated(decideWords, DEFAULT_LOCALE.language).hasMovedHint,
    },
  }),
  'decide-clash': html('decide', {
    ...decide,
    clash: {
      tone: 'warning',
      title: translated(decideWords, DEFAULT_LOCALE.language).clash,
      text: translated(decideWords, DEFAULT_LOCALE.language).clashHint(
        'Ada Lovelace: Monday, 23 November 2026, 09:00 – 10:00',
      ),
    },
  }),
  'decide-done': html('decide', {
    ...decide,
    status: 'confirmed',
    decideBy: null,
    prepHref: '/meetings/id/prep',
    meetingHref: '/meetings/id',
    notice: {
      tone: 'success',
      title: translated(decideWords, DEFAULT_LOCALE.language).approved,
      text: translated(decideWords, DEFAULT_LOCALE.language).approvedHint('Mira Okafor'),
    },
  }),
  'stop-passkey': html('stopAccess', stopAccess),
  'stop-key': html('stopAccess', {
    ...stopAccess,
    ...({ kind: 'key', name: 'Fresh key', workspaceName: 'Acme', madeWith: 'holdfast on ada’s laptop' } as const),
    may: translated(rolePowers, DEFAULT_LOCALE.language).owner,
  }),
  'stop-seat-stopped': html('stopAccess', { ...stopAccess, kind: 'seat', name: 'Scout', isWorking: false }),
  'stop-linked-account': html('stopAccess', { ...stopAccess, kind: 'linked_account', name: 'Google', source: 'web' }),
  'stop-agent-unnamed': html('stopAgent', { ...stopAgent, agentLabel: null, workspaceName: null }),
  'stop-agent': html('stopAgent', stopAgent),
  'stop-agent-pending': html('stopAgent', { ...stopAgent, status: 'pending', may: [], since: null }),
  'stop-agent-stopped': html('stopAgent', { ...stopAgent, status: 'revoked' }),
  ...claimStates,
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
  'calendar-connect': html('connectCalendar', {
    step: { kind: 'connect', provider: 'google', label: 'Google', reconnects: null, href: '/calendars/connect/x/go' },
  }),
  'calendar-reconnect': html('connectCalendar', {
    step: {
      kind: 'connect',
      provider: 'microsoft',
      label: 'Microsoft (local stand-in)',
      reconnects: LONG_EMAIL,
      href: '/calendars/connect/x/go',
    },
  }),
  'calendar-wrong-person': html('connectCalendar', {
    step: { kind: 'wrong person', signedInAs: LONG_EMAIL, csrfToken: 'x' },
  }),
  'calendar-connected': html('calendarConnected', {
    label: 'Google',
    email: LONG_EMAIL,
    blocking: [LONG_EMAIL, 'Family'],
    counts: true,
    written: null,
  }),
  'calendar-connected-counts-not': html('calendarConnected', {
    ...{ label: 'Google', email: 'ada@acme.test', blocking: ['Calendar'], counts: false, written: 'Calendar' },
  }),
  'link-elsewhere': html('link', { ...link, elsewhere: true }),
};
