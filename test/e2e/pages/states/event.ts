import type { Picker, PickerDay } from '../../../../web/parts/slot-picker.tsx';
import type { PageProps } from '../../../../web/server.tsx';
import { html, local, MINUTE_MS, taken } from './base.ts';

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
export const path = '/acme/ada/deep-dive-60';

/** A few: axe looks at each of them. */
const zones = [
  { region: 'Africa', zones: [{ value: 'Africa/Lagos', label: 'Lagos' }] },
  { region: 'Europe', zones: [{ value: 'Europe/Berlin', label: 'Berlin' }] },
];

export const picker: Picker = {
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

/** The event page: picking a time. */
export const eventStates: Readonly<Record<string, string>> = {
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
};
