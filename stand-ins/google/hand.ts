import type { Accounts } from './accounts.ts';
import type { StandInCalendar } from './calendar.ts';
import type { Event } from './times.ts';
import { deleteEvent, insertEvent, moveEvent, patchEvent, type Writing } from './writing.ts';

type Answered = 'accepted' | 'declined' | 'tentative' | 'needsAction';

/** What a person does in their own calendar, without an app: for the stand-in's page and for tests. */
export class Hand {
  readonly #accounts: Accounts;
  readonly #writing: (calendar: StandInCalendar) => Writing;

  constructor(accounts: Accounts, writing: (calendar: StandInCalendar) => Writing) {
    this.#accounts = accounts;
    this.#writing = writing;
  }

  /** @throws Error an unknown calendar */
  calendar(id: string): StandInCalendar {
    const found = this.#accounts.calendars.get(id);
    if (!found) throw new Error(`no calendar ${id}`);
    return found;
  }

  /**
   * With `iCalUID`, the copy that a calendar makes of a file in a mail.
   * @param organizer somebody else who invites: the calendar's owner is a guest who has not answered
   */
  put(calendarId: string, event: Event, organizer?: string): Event {
    const writing = this.#writing(this.calendar(calendarId));
    if (organizer === undefined) return insertEvent(writing, event);
    const { iCalUID: _, ...own } = insertEvent(writing, {
      attendees: [
        { email: organizer, organizer: true, responseStatus: 'accepted' },
        { email: calendarId, responseStatus: 'needsAction' },
      ],
      ...event,
    });
    const invited = { ...own, id: own.id ?? '', organizer: { email: organizer }, creator: { email: organizer } };
    return writing.calendar.keep(
      { ...invited, iCalUID: event.iCalUID ?? `${own.id}@elsewhere.test` },
      writing.hiddenMs,
    );
  }

  change(calendarId: string, eventId: string, changes: Event): Event {
    return patchEvent(this.#writing(this.calendar(calendarId)), eventId, changes);
  }

  remove(calendarId: string, eventId: string): void {
    deleteEvent(this.#writing(this.calendar(calendarId)), eventId);
  }

  moveTo(calendarId: string, eventId: string, destination: string): void {
    moveEvent(this.#writing(this.calendar(calendarId)), eventId, this.calendar(destination));
  }

  /** The answer of a guest; of the owner, if no guest is named. */
  answer(calendarId: string, eventId: string, answered: Answered, guest = calendarId): Event {
    const event = this.calendar(calendarId).find(eventId);
    const attendees = (event?.attendees ?? []).map((one) =>
      one.email === guest ? { ...one, responseStatus: answered } : one,
    );
    return this.change(calendarId, eventId, { attendees });
  }

  /** Changes a calendar as somebody may who types while it is read page by page. */
  changeMeanwhile(calendarId: string): void {
    const { calendar } = this.#writing(this.calendar(calendarId));
    const plain = calendar
      .visible()
      .map(({ event }) => event)
      .filter(
        ({ status, recurrence, recurringEventId, start }) =>
          status !== 'cancelled' && !recurrence && !recurringEventId && start?.dateTime,
      );
    const [first, last] = [plain.at(0), plain.at(-1)];
    if (first?.id && first.start && first.end) {
      // One that was shown comes again under an id before the first page, and one that was not shown is gone.
      const { id: _, iCalUID: __, conferenceData: ___, ...copy } = first;
      this.put(calendarId, { ...copy, id: `00${first.id.slice(0, 60)}` });
    }
    if (last?.id && last !== first) this.remove(calendarId, last.id);
  }
}
