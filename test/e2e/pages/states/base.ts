import { alternativeOf } from '../../../../api/pages/booking/booking-state.ts';
import { slotNotice } from '../../../../api/pages/booking/slot-notice.ts';
import { bookerLocal } from '../../../../domain/time/local.ts';
import { problemWords } from '../../../../texts/en/pages/frame.ts';
import { manageWords } from '../../../../texts/en/pages/meeting.ts';
import { translated } from '../../../../texts/translated.ts';
import type { Frame as PageFrame } from '../../../../web/parts/frame.ts';
import { DEFAULT_LOCALE } from '../../../../web/parts/locale.ts';
import { type MeetingTime, meetingTime } from '../../../../web/parts/meeting-time.ts';
import { type PageName, type PageProps, renderPage } from '../../../../web/server.tsx';

export const MINUTE_MS = 60_000;
export const frame: PageFrame = {
  styleHref: '/assets/holdfast.css',
  iconHref: '/assets/icon.svg',
  signInZoneScriptHref: '/assets/sign-in-zone.js',
  docsHref: 'https://holdfast.example/docs',
  copyCodeScriptHref: '/assets/copy-code.js',
  locale: DEFAULT_LOCALE,
  languages: [],
  entry: null,
  brand: null,
  framed: null,
  meta: null,
};

export const local = (startUtc: string, minutes = 60, timezone = 'Europe/Berlin') =>
  bookerLocal(Date.parse(startUtc), Date.parse(startUtc) + minutes * MINUTE_MS, timezone);
export const time = (
  startUtc: string,
  minutes = 60,
  timezone = 'Europe/Berlin',
  locale = DEFAULT_LOCALE,
): MeetingTime => meetingTime(Date.parse(startUtc), Date.parse(startUtc) + minutes * MINUTE_MS, timezone, locale);

export const START = '2026-11-24T09:00:00.000Z';
export const alternatives = ['2026-11-24T08:00:00.000Z', '2026-11-24T10:00:00.000Z', '2026-11-25T13:30:00.000Z'].map(
  (startUtc) => alternativeOf(startUtc, 60, 'Europe/Berlin', DEFAULT_LOCALE),
);

/** Words as the routes say them: a picture with others would mislead. */
export const taken = slotNotice('slot_taken', DEFAULT_LOCALE, true);
export const moveTaken = {
  ...slotNotice('slot_taken', DEFAULT_LOCALE),
  text: translated(manageWords, DEFAULT_LOCALE.language).staysThere,
};
const { moved, movedHint } = translated(manageWords, DEFAULT_LOCALE.language);
export const done = { tone: 'success', title: moved, text: movedHint } as const;
const { tooMuch, nothingLost, inSeconds } = translated(problemWords, DEFAULT_LOCALE.language);
export const waiting = { tone: 'warning', title: tooMuch, text: nothingLost(inSeconds(20)) } as const;

export const html = <Name extends PageName>(
  name: Name,
  props: PageProps<Name>,
  around: Partial<PageFrame> = {},
): string => renderPage(name, props, { ...frame, ...around });
