import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookableEvent } from '../bookable/bookable-event.ts';
import { bookingProtocol } from './booking-protocol.ts';
import { howToBookSteps, instructions } from './booking-words.ts';
import { calendarView, eventTypeView, inviteeFields } from './calendar-view.ts';
import { type EventLinks, eventLinks } from './event-links.ts';
import { bookerRequirements } from './guest-details.ts';
import { hostSchedule } from './schedule-words.ts';

/** The parts of a slots answer that no query changes: made once per event version. */
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
export function staticAnswer(event: BookableEvent, { publicUrl }: { readonly publicUrl: string }): StaticAnswer {
  const links = eventLinks(event, publicUrl);
  return {
    links,
    calendar: calendarView(event),
    eventType: eventTypeView(event),
    invitee: { fields: [...inviteeFields] },
    bookingProtocol: bookingProtocol(event, links),
    bookingPolicy: event.eventType.policy,
    instructions: instructions(event, links),
    bookerRequirements: bookerRequirements(event),
    hostSchedule: event.schedule && hostSchedule(event.schedule),
    howToBookSteps: howToBookSteps(event, links),
  };
}
