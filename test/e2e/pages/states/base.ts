import { bookerLocal } from '../../../../domain/time/local.ts';
import { type MeetingTime, meetingTime } from '../../../../web/parts/meeting-time.ts';
import { type PageName, type PageProps, renderPage } from '../../../../web/server.tsx';
import { DEFAULT_LOCALE } from '../../../../web/texts/locale.ts';

export const MINUTE_MS = 60_000;
export const frame = {
  styleHref: '/assets/holdfast.css',
  iconHref: '/assets/icon.svg',
  signInZoneScriptHref: '/assets/sign-in-zone.js',
  locale: DEFAULT_LOCALE,
  languages: [],
  entry: null,
  brand: null,
  framed: null,
  meta: null,
};

export const local = (startUtc: string, minutes = 60, timezone = 'Europe/Berlin') =>
  bookerLocal(Date.parse(startUtc), Date.parse(startUtc) + minutes * MINUTE_MS, timezone);
export const time = (startUtc: string, minutes = 60, timezone = 'Europe/Berlin'): MeetingTime =>
  meetingTime(Date.parse(startUtc), Date.parse(startUtc) + minutes * MINUTE_MS, timezone, DEFAULT_LOCALE);

export const START = '2026-11-24T09:00:00.000Z';
export const alternatives = ['2026-11-24T08:00:00.000Z', '2026-11-24T10:00:00.000Z', '2026-11-25T13:30:00.000Z'].map(
  (startUtc) => ({
    startUtc,
    display: local(startUtc).display,
  }),
);

export const taken = {
  tone: 'error',
  title: 'That time is no longer free',
  text: 'Choose another time and go on.',
} as const;
export const done = {
  tone: 'success',
  title: 'The meeting is moved',
  text: 'Everyone invited gets the new time by mail.',
} as const;
export const waiting = {
  tone: 'warning',
  title: 'That was a lot at once',
  text: 'Please try again in 20 seconds.',
} as const;

export const html = <Name extends PageName>(name: Name, props: PageProps<Name>): string =>
  renderPage(name, props, frame);
