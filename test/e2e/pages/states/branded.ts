import { readFileSync } from 'node:fs';
import { accentSheet } from '../../../../api/pages/shell/branding-files.ts';
import type { Brand } from '../../../../web/parts/frame.ts';
import type { Locale } from '../../../../web/parts/locale.ts';
import { type PageName, type PageProps, renderPage } from '../../../../web/server.tsx';
import { host } from './around.ts';
import { frame, html, START, time } from './base.ts';
import { booked, code, details } from './booking.ts';
import { event } from './event.ts';
import { manage, meeting } from './meeting.ts';

const AVATAR = '/assets/avatar.svg';
const accentHref = (hex: string): string => `/assets/brand-${hex.slice(1)}.css`;
const brandOf = (accentColor: string, more: Partial<Brand> = {}): Brand => ({
  name: 'Northwind Robotics',
  accentColor,
  accentHref: accentHref(accentColor),
  avatarHref: AVATAR,
  isLocked: false,
  ...more,
});

const VIVID = '#c2185b';
const PALE = '#ffe9a8';
const NIGHT = '#10002b';
const LONG_NAME = 'Gesellschaft für angewandte Zusammenarbeitsforschung und Softwareentwicklungsberatung mbH & Co. KG';

/** What the documents ask for besides the style sheet, by its path. */
export const brandedFiles: Readonly<Record<string, { readonly contentType: string; readonly body: string }>> = {
  [AVATAR]: {
    contentType: 'image/svg+xml',
    body: readFileSync(new URL('../../../../web/assets/icon.svg', import.meta.url), 'utf8'),
  },
  ...Object.fromEntries(
    [VIVID, PALE, NIGHT].map((hex) => [accentHref(hex), { contentType: 'text/css', body: accentSheet(hex) }]),
  ),
};

const GERMAN: Locale = { language: 'de', tag: 'de-DE' };
const languages = [
  { tag: 'en', label: 'English', href: '?lang=en' },
  { tag: 'de', label: 'Deutsch', href: '?lang=de' },
];
const german = <Name extends PageName>(name: Name, props: PageProps<Name>): string =>
  renderPage(name, props, { ...frame, locale: GERMAN, languages });
const AMERICAN: Locale = { language: 'en', tag: 'en-US' };
const germanTime = time(START, 60, 'Europe/Berlin', GERMAN);

/** The same pages in a workspace's colours, and in German. */
export const brandedStates: Readonly<Record<string, string>> = {
  'brand-event': html('event', event, { brand: brandOf(VIVID) }),
  'brand-booked': html('booked', booked, { brand: brandOf(VIVID) }),
  'brand-pale-event': html('event', event, { brand: brandOf(PALE) }),
  'brand-pale-details': html('details', details, { brand: brandOf(PALE, { avatarHref: null }) }),
  'brand-night-manage': html('manage', manage, { brand: brandOf(NIGHT) }),
  'brand-long-host': html('host', host, { brand: brandOf(VIVID, { name: LONG_NAME }) }),
  'brand-long-code': html('code', code, { brand: brandOf(NIGHT, { name: LONG_NAME, avatarHref: null }) }),
  'american-event': html(
    'event',
    { ...event, picker: { ...event.picker, asked: '2026-11-24', weekStartsOn: 0 } },
    { locale: AMERICAN },
  ),
  'german-event': german('event', event),
  'german-details': german('details', { ...details, time: germanTime }),
  'german-code': german('code', { ...code, time: germanTime }),
  'german-booked': german('booked', { ...booked, time: germanTime }),
  'german-manage': german('manage', { ...manage, meeting: { ...meeting, time: germanTime } }),
};
