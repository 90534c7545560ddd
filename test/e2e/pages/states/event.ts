import type { Picker } from '../../../../web/parts/picker-props.ts';
import type { OpenDay, OpenMonth } from '../../../../web/picker/open-month.ts';
import type { PageProps } from '../../../../web/server.tsx';
import { html, local, MINUTE_MS, taken } from './base.ts';

const day = (date: string, count: number, firstHour = 8): OpenDay => ({
  date,
  times: Array.from({ length: count }, (_, index) => {
    const startUtc = new Date(Date.parse(`${date}T00:00Z`) + (firstHour * 60 + index * 30) * MINUTE_MS).toISOString();
    return { startUtc, clock: local(startUtc).startLocal };
  }),
});
export const path = '/acme/ada/deep-dive-60';

const open: OpenMonth = {
  month: '2026-11',
  timezone: 'Europe/Berlin',
  days: [day('2026-11-23', 3, 14), day('2026-11-24', 14), day('2026-11-26', 11), day('2026-11-27', 1)],
  lastMonth: '2027-01',
  lastDate: '2027-01-22',
  emptyReason: null,
  nextDate: null,
};
const emptyMonth: OpenMonth = { ...open, month: '2026-12', days: [], emptyReason: 'no_slots', nextDate: '2027-01-04' };

/** A few: axe looks at each of them. */
export const zoneGroups = [
  { region: 'Africa', zones: [{ value: 'Africa/Lagos', label: 'Lagos' }] },
  { region: 'Europe', zones: [{ value: 'Europe/Berlin', label: 'Berlin' }] },
];

export const picker: Picker = {
  open,
  asked: null,
  place: {
    path,
    keep: {},
    slotsPath: `/api/v1/public${path}/slots`,
    token: null,
    hostName: 'Ada Lovelace',
    organizationName: 'Acme',
  },
  view: 'month',
  beside: null,
  hostTimezone: 'Europe/Berlin',
  zoneSource: 'host',
  mayDetectZone: true,
  weekStartsOn: 1,
  now: Date.parse('2026-11-23T13:05:00Z'),
};

export const event: PageProps<'event'> = {
  event: {
    name: 'Deep dive',
    description: 'An hour on one question of yours. Bring an example; we will leave with a plan.',
    durationMinutes: 60,
    locationType: 'google_meet',
    hostName: 'Ada Lovelace',
    organizationName: 'Acme',
    hostHref: '/acme/ada',
  },
  faces: {
    isTeam: false,
    people: [{ name: 'Ada Lovelace', photoHref: null }],
    more: 0,
    bio: 'I lead the analytical engine’s software. Ask me about anything that repeats.',
  },
  picker,
  zoneGroups,
  notice: null,
};

/** Six people, of whom five are shown. */
export const team: PageProps<'event'>['faces'] = {
  isTeam: true,
  people: ['Ada Lovelace', 'Grace Hopper', 'Hedy Lamarr', 'Katherine Johnson', '林 美玲'].map((name) => ({
    name,
    photoHref: null,
  })),
  more: 1,
  bio: null,
};

const showing = (month: OpenMonth, more: Partial<PageProps<'event'>> = {}): string =>
  html('event', { ...event, picker: { ...picker, open: month }, ...more });

/** The event page: picking a time. */
export const eventStates: Readonly<Record<string, string>> = {
  event: html('event', event),
  'event-own-zone': html('event', { ...event, picker: { ...picker, zoneSource: 'guest' } }),
  'event-long-zone': showing({ ...open, timezone: 'America/Argentina/ComodRivadavia' }),
  'event-other-day': html('event', { ...event, picker: { ...picker, asked: '2026-11-25' } }),
  'event-week': html('event', { ...event, picker: { ...picker, view: 'week', asked: '2026-11-24' } }),
  'event-week-of-two-months': html('event', {
    ...event,
    picker: {
      ...picker,
      view: 'week',
      asked: '2026-11-30',
      beside: { ...open, month: '2026-12', days: [day('2026-12-01', 6)] },
    },
  }),
  'event-empty-month': showing(emptyMonth),
  'event-nothing-later': showing({ ...emptyMonth, nextDate: null }),
  'event-too-far': showing({ ...emptyMonth, month: '2028-11', nextDate: null }),
  'event-team': html('event', { ...event, faces: team }),
  'event-taken': html('event', { ...event, notice: taken }),
  'event-locked': showing({ ...emptyMonth, emptyReason: 'workspace_locked', nextDate: null }),
  'event-no-hours': showing({ ...emptyMonth, emptyReason: 'no_rules', nextDate: null }),
  'event-no-calendar': showing({ ...emptyMonth, emptyReason: 'no_calendar', nextDate: null }),
};
