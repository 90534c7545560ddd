import type { InputOf, OutputOf } from '../../data/call.ts';

/** An entry of the list. */
export type EventLine = OutputOf<'listHostEventTypes'>['eventTypes'][number];
export type Answer = OutputOf<'getEventType'>;
/** With all its settings. */
export type EventType = Answer['eventType'];
/** Settings to change. */
export type Patch = Omit<InputOf<'updateEventType'>, 'eventTypeId' | 'expectedVersion'>;
export type Place = EventLine['locationType'];

export const PLACES: readonly Place[] = ['google_meet', 'microsoft_teams', 'phone', 'in_person', 'custom_link'];

/** The key of an event type's answer on all pages. */
export const keyOf = (eventTypeId: string): string => `event type ${eventTypeId}`;

/** Whether the answer is worth reading for `missesLink`. Workspaces of before 28 November 2026 began with an own link without an address. */
export const mayMissLink = ({ locationType }: Pick<EventLine, 'locationType'>): boolean =>
  locationType !== 'in_person' && locationType !== 'phone';

/** Guests would get no link. Of a phone call nothing is missing for people: its page asks for the guest's number (docs/decisions/booking.md#a-way-to-join). */
export const missesLink = ({ eventType, notice }: Answer): boolean =>
  notice !== undefined && eventType.locationType !== 'phone';

export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/** The page that makes a website button for a booking link. */
export const embedUrl = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}/embed${pathname}`;
};

/** People leave out https:// in web addresses. */
export const withScheme = (typed: string): string => (/^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`);

/** What a place needs to be known by guests, as typed; null: nothing is typed. */
export function detailOf(place: Place, typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  return place === 'phone' || place === 'in_person' ? text : withScheme(text);
}
