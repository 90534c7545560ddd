import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookingPage } from '../bookable/bookable-event.ts';
import { bookingProtocol } from './booking-protocol.ts';
import { howToBookSteps, instructions } from './booking-words.ts';
import { calendarView, eventTypeView, inviteeFields } from './calendar-view.ts';
import { type EventLinks, eventLinks } from './event-links.ts';
import { bookerRequirements } from './guest-details.ts';
import { hostSchedule } from './schedule-words.ts';

/** What a slots answer says of a page whatever is asked: made once per version of the page. */
export interface StaticAnswer {
  readonly links: EventLinks;
  readonly calendar: SlotsResponse['calendar'];
  readonly eventType: SlotsResponse['eventType'];
  readonly invitee: SlotsResponse['invitee'];
  readonly bookingProtocol: SlotsResponse['bookingProtocol'];
  readonly bookingPolicy: SlotsResponse['bookingPolicy'];
  readonly instructions: string[];
  readonly bookerRequirements: SlotsResponse['agentBooking']['bookerRequirements'];
  readonly hostSchedule: SlotsResponse['availability']['hostSchedule'];
  readonly howToBookSteps: string[];
}

/** @param urls the public origin, without a trailing slash */
export function staticAnswer(page: BookingPage, { publicUrl }: { readonly publicUrl: string }): StaticAnswer {
  const links = eventLinks(page, publicUrl);
  return {
    links,
    calendar: calendarView(page),
    eventType: eventTypeView(page),
    invitee: { fields: [...inviteeFields] },
    bookingProtocol: bookingProtocol(page, links),
    bookingPolicy: page.eventType.policy,
    instructions: instructions(page, links),
    bookerRequirements: bookerRequirements(page),
    hostSchedule: page.schedule && hostSchedule(page.schedule),
    howToBookSteps: howToBookSteps(page, links),
  };
}
