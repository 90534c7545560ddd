import type { IconName } from './icon.tsx';

/** A page of the dashboard that its navigation leads to. */
export interface Place {
  readonly path: string;
  readonly name: 'meetings' | 'eventTypes' | 'availability' | 'team' | 'settings';
  readonly icon: IconName;
  /** pages of other addresses that it leads to */
  readonly below?: readonly string[];
}

/** The main navigation, in its order. The first is where a host arrives. */
export const PLACES: readonly Place[] = [
  { path: '/meetings', name: 'meetings', icon: 'calendar', below: ['/insights'] },
  { path: '/event-types', name: 'eventTypes', icon: 'link' },
  { path: '/availability', name: 'availability', icon: 'clock' },
  { path: '/team', name: 'team', icon: 'people' },
  { path: '/settings', name: 'settings', icon: 'settings' },
];

/** What the server answers with the dashboard's document; its script draws the page of the address (contract.md, Dashboard). */
export const DASHBOARD_PATHS: readonly string[] = [
  ...PLACES.map(({ path }) => path),
  '/start',
  '/meetings/:bookingId',
  '/insights',
  '/event-types/:eventTypeId',
  '/availability/:scheduleId',
  '/team/:teamId',
  '/settings/:section',
];

/** The place that an address belongs to; undefined: none. */
export const placeOf = (path: string): Place | undefined =>
  PLACES.find(({ path: its, below = [] }) => [its, ...below].some((one) => path === one || path.startsWith(`${one}/`)));
