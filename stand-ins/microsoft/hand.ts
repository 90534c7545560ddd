import type { Event, ResponseType } from '@microsoft/microsoft-graph-types';
import type { CalendarFacts, Item, Mailbox } from './mailbox.ts';
import { eventOf, type Preferences } from './render.ts';
import { createEvent, deleteEvent, moveEvent, patchEvent, type Writing } from './writing.ts';

const PLAIN: Preferences = { timezone: 'UTC', immutableIds: true, maxPageSize: null, pagesUrl: '' };

/** What a person does in their own calendar, without an app: for the stand-in's page and for tests. Ids are immutable ones. */
export class Hand {
  readonly #mailboxes: ReadonlyMap<string, Mailbox>;
  readonly #writing: (mailbox: Mailbox) => Writing;

  constructor(mailboxes: ReadonlyMap<string, Mailbox>, writing: (mailbox: Mailbox) => Writing) {
    this.#mailboxes = mailboxes;
    this.#writing = writing;
  }

  /** @throws Error an unknown calendar */
  #calendar(id: string): { readonly writing: Writing; readonly calendar: CalendarFacts } {
    for (const mailbox of this.#mailboxes.values()) {
      const calendar = mailbox.calendars.get(id);
      if (calendar) return { calendar, writing: this.#writing(mailbox) };
    }
    throw new Error(`no calendar ${id}`);
  }

  /**
   * Puts an event, in Graph's own form, into a calendar.
   * @param organizer somebody else who invites: the calendar's owner is a guest who has not answered
   */
  put(calendarId: string, event: Event, organizer?: string): Event & { readonly id: string } {
    const { calendar, writing } = this.#calendar(calendarId);
    const { attendees, ...own } = event;
    const made = createEvent(writing, calendar, organizer === undefined ? event : own);
    if (organizer === undefined) return shown(made);
    const invited: Event = {
      ...made.event,
      ...{
        isOrganizer: false,
        organizer: { emailAddress: { address: organizer, name: organizer } },
        showAs: 'tentative',
      },
      attendees: attendees ?? [{ type: 'required', emailAddress: { address: writing.mailbox.person.email } }],
      responseStatus: { response: 'notResponded', time: '0001-01-01T00:00:00Z' },
    };
    return shown(writing.mailbox.keep({ ...made, event: invited }, 'updated', writing.hiddenMs));
  }

  /** Adds the copy that Exchange makes of a file in a mail, with its UID as `iCalUId`. */
  addFile(calendarId: string, event: Event, iCalUId: string): Event & { readonly id: string } {
    const { id } = this.put(calendarId, event);
    this.#set(calendarId, id, { iCalUId });
    return { ...event, id };
  }

  /** Somebody else invites to one day of a series that is not in this calendar. */
  inviteToOne(calendarId: string, event: Event, organizer: string, masterId: string): Event & { readonly id: string } {
    const { mailbox } = this.#calendar(calendarId).writing;
    const { id } = this.put(calendarId, event, organizer);
    const item = mailbox.find(id);
    if (!item) throw new Error(`no event ${id}`);
    mailbox.forget(id);
    const localMs = item.times.startMs;
    const day = new Date(localMs).toISOString().slice(0, 10).replaceAll('-', '');
    const alone = { ...item, id: `${masterId}.OC${day}`, original: { masterId, localMs } };
    return shown(mailbox.keep({ ...alone, event: { ...item.event, type: 'exception' } }, 'created'));
  }

  change(calendarId: string, eventId: string, changes: Event): Event {
    return shown(patchEvent(this.#calendar(calendarId).writing, eventId, changes));
  }

  remove(calendarId: string, eventId: string): void {
    deleteEvent(this.#calendar(calendarId).writing, eventId, false);
  }

  moveTo(calendarId: string, eventId: string, destination: string): void {
    moveEvent(this.#calendar(calendarId).writing, eventId, destination);
  }

  /** The organizer cancels: the copy of the guest stays, and is free. */
  cancel(calendarId: string, eventId: string): void {
    this.#set(calendarId, eventId, { isCancelled: true });
  }

  /** The answer of a guest; of the calendar's owner, if no guest is named. Exchange shows a declined meeting as free. */
  answer(calendarId: string, eventId: string, response: ResponseType, guest?: string): Event {
    const time = new Date().toISOString();
    if (guest === undefined) {
      const showAs = response === 'declined' ? 'free' : response === 'accepted' ? 'busy' : 'tentative';
      return this.#set(calendarId, eventId, { responseStatus: { response, time }, showAs });
    }
    const event = this.#calendar(calendarId).writing.mailbox.find(eventId)?.event;
    const attendees = (event?.attendees ?? []).map((one) =>
      one.emailAddress?.address?.toLowerCase() === guest.toLowerCase() ? { ...one, status: { response, time } } : one,
    );
    return this.#set(calendarId, eventId, { attendees });
  }

  #set(calendarId: string, eventId: string, changes: Event): Event {
    const { mailbox, hiddenMs } = this.#calendar(calendarId).writing;
    const item = mailbox.find(eventId);
    if (!item) throw new Error(`no event ${eventId}`);
    return shown(mailbox.keep({ ...item, event: { ...item.event, ...changes } }, 'updated', hiddenMs));
  }

  /** Changes a mailbox as somebody may who types while it is read page by page. */
  changeMeanwhile(email: string): void {
    const mailbox = this.#mailboxes.get(email);
    const plain = (mailbox?.visible() ?? []).filter(
      ({ isDeleted, event, original }) => !isDeleted && !event.recurrence && !original,
    );
    const [first, last] = [plain.at(0), plain.at(-1)];
    // One that was shown is shown again with new times, and one that was not shown yet is gone.
    if (first) this.change(first.calendarId, first.id, { subject: `${first.event.subject} (changed)` });
    if (last && last !== first) this.remove(last.calendarId, last.id);
  }
}

const shown = (item: Item): Event & { readonly id: string } => ({ ...eventOf(item, PLAIN), id: item.id });
