import { randomInt } from 'node:crypto';
import type { ChangeType, Event } from '@microsoft/microsoft-graph-types';
import { type Times, touches } from '../wall-clock.ts';
import type { Person } from './people.ts';
import { occurrencesIn } from './recurrence.ts';
import { textOf, timesOf, zoneNamed } from './times.ts';

/** An event as it is kept: a single one, a series, or an exception of a series. Never changed in place. */
export interface Item {
  /** The immutable one. The other form ends with the count of moves. */
  readonly id: string;
  readonly calendarId: string;
  readonly moves: number;
  /** Calendars in which it was before, and the count of changes when it left. */
  readonly left: readonly { readonly calendarId: string; readonly version: number }[];
  /** Without its ids. Start and end are in the zones that their writer named. */
  readonly event: Event;
  readonly times: Times;
  /** Of an exception: its series, and the wall clock's time at which it would be. */
  readonly original: { readonly masterId: string; readonly localMs: number } | null;
  /** Of a series: times of deleted occurrences, on the wall clock. */
  readonly removed: readonly number[];
  readonly isDeleted: boolean;
  /** The mailbox's count of changes at which it became so. */
  readonly version: number;
  /** Readers see `before` until then. */
  readonly visibleAtMs: number;
  readonly before: Item | null;
}

export interface CalendarFacts {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly canEdit: boolean;
  readonly owner: { readonly name: string; readonly address: string };
}

/** What changed, for those who are notified. */
export interface Change {
  readonly mailbox: Mailbox;
  readonly item: Item;
  readonly type: ChangeType;
}

type NewItem = Omit<Item, 'version' | 'visibleAtMs' | 'before' | 'times'>;

/** The calendars of one person. */
export class Mailbox {
  readonly person: Person;
  /** IANA */
  readonly timezone: string;
  readonly calendars = new Map<string, CalendarFacts>();
  /** What `transactionId` was used for. It outlives the event. */
  readonly transactions = new Map<string, { readonly id: string; readonly fingerprint: string }>();
  /** Mails that Exchange would have sent to attendees. */
  readonly invitations: { readonly eventId: string; readonly to: string; readonly about: ChangeType }[] = [];
  /** Delta tokens of another age answer 410: those of an earlier run, too. */
  age = randomInt(2 ** 40);
  readonly #items = new Map<string, Item>();
  readonly #now: () => number;
  readonly #onChange: (change: Change) => void;
  #version = 1;

  constructor(person: Person, now: () => number, onChange: (change: Change) => void) {
    this.person = person;
    this.timezone = zoneNamed(person.timeZone);
    this.#now = now;
    this.#onChange = onChange;
  }

  get defaultCalendar(): CalendarFacts {
    const found = [...this.calendars.values()].find(({ isDefault }) => isDefault);
    if (!found) throw new Error('a mailbox has a default calendar');
    return found;
  }

  /** The count of changes that the next one makes. */
  get nextVersion(): number {
    return this.#version + 1;
  }

  /** @param hiddenMs how long readers still see it as it was @throws GraphFailure 400: its times make no sense */
  keep(item: NewItem, type: ChangeType, hiddenMs = 0): Item {
    const kept = this.#write(item, hiddenMs);
    const master = item.original && this.#items.get(item.original.masterId);
    // A series has changed when one of its occurrences has.
    if (master && !master.isDeleted) this.#write(master, hiddenMs);
    this.#onChange({ mailbox: this, item: kept, type });
    return kept;
  }

  #write(item: NewItem, hiddenMs: number): Item {
    const times = timesOf(item.event, this.timezone);
    if (item.event.recurrence) occurrencesIn(item.event, this.timezone, times);
    this.#version += 1;
    const nowMs = this.#now();
    const before = hiddenMs > 0 ? (this.#items.get(item.id) ?? null) : null;
    const event = { ...item.event, lastModifiedDateTime: new Date(nowMs).toISOString() };
    const kept = { ...item, event, times, version: this.#version, visibleAtMs: nowMs + hiddenMs, before };
    this.#items.set(item.id, kept);
    return kept;
  }

  /** Exceptions of a series whose times were changed do not exist any more. */
  forgetExceptions(masterId: string): void {
    for (const { id, original } of this.#items.values()) if (original?.masterId === masterId) this.#items.delete(id);
  }

  forget(id: string): void {
    this.#items.delete(id);
  }

  /** What a writer finds under either form of an id, or as an occurrence that was never changed alone. Deleted ones too. */
  find(id: string): Item | null {
    const [, masterId = '', moves, day = ''] = /^([^~.]+)(?:~(\d+))?(\.OC\d{8})?$/.exec(id) ?? [];
    const master = this.#items.get(masterId);
    if (!master && day !== '') return this.#items.get(masterId + day) ?? null;
    if (!master || (moves !== undefined && Number(moves) !== master.moves)) return null;
    return day === '' ? master : (this.#items.get(masterId + day) ?? this.#occurrenceOn(master, day));
  }

  #occurrenceOn(master: Item, day: string): Item | null {
    const nearMs = Date.parse(`${day.slice(3, 7)}-${day.slice(7, 9)}-${day.slice(9)}T00:00:00Z`);
    if (Number.isNaN(nearMs) || master.isDeleted || !master.event.recurrence) return null;
    return (
      this.#plain(master, { startMs: nearMs, endMs: nearMs + 86_400_000 }).find(({ id }) => id === master.id + day) ??
      null
    );
  }

  /** What readers see now, deleted ones too, by id. */
  visible(): Item[] {
    const nowMs = this.#now();
    const seen = (item: Item | null): Item | null =>
      item === null || item.visibleAtMs <= nowMs ? item : seen(item.before);
    return [...this.#items.values()].flatMap((item) => seen(item) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The last change that readers see. */
  visibleVersion(): number {
    const nowMs = this.#now();
    const hidden = [...this.#items.values()].filter(({ visibleAtMs }) => visibleAtMs > nowMs);
    return Math.min(this.#version, ...hidden.map(({ version }) => version - 1));
  }

  /** The occurrences of a series that touch a window, exceptions at their own times, by start. */
  occurrences(master: Item, window: Times, all: readonly Item[] = this.visible()): Item[] {
    const exceptions = all.filter(({ original, isDeleted }) => original?.masterId === master.id && !isDeleted);
    const changed = new Set(exceptions.map(({ original }) => original?.localMs));
    const plain = this.#plain(master, window).filter((item) => !changed.has(item.original?.localMs));
    return [...plain, ...exceptions]
      .filter(({ times }) => touches(times, window))
      .sort((a, b) => a.times.startMs - b.times.startMs);
  }

  /** Occurrences near a window that were never changed alone. */
  #plain(master: Item, window: Times): Item[] {
    const { recurrence: _, start, end, ...shown } = master.event;
    return occurrencesIn(master.event, this.timezone, window)
      .filter(({ localMs }) => !master.removed.includes(localMs))
      .map(({ localMs, startMs, endMs }) => {
        const lengthMs =
          Date.parse(`${end?.dateTime?.slice(0, 19)}Z`) - Date.parse(`${start?.dateTime?.slice(0, 19)}Z`);
        const event: Event = {
          ...{ ...shown, type: 'occurrence' as const },
          start: { dateTime: textOf(localMs), timeZone: start?.timeZone ?? null },
          end: { dateTime: textOf(localMs + lengthMs), timeZone: end?.timeZone ?? null },
        };
        const day = new Date(localMs).toISOString().slice(0, 10).replaceAll('-', '');
        const times = { startMs, endMs };
        const original = { masterId: master.id, localMs };
        return { ...master, id: `${master.id}.OC${day}`, event, times, original, removed: [] };
      });
  }

  /** An occurrence whose series is not here: its owner was invited to this one alone. */
  isAlone({ original }: Item): boolean {
    return original !== null && !this.#items.has(original.masterId);
  }

  /** All that happens in a calendar in a window, series expanded. */
  view(calendarId: string, window: Times): Item[] {
    const all = this.visible();
    return all
      .filter((item) => item.calendarId === calendarId && !item.isDeleted && (!item.original || this.isAlone(item)))
      .flatMap((item) => {
        if (item.event.recurrence) return this.occurrences(item, window, all);
        return touches(item.times, window) ? [item] : [];
      })
      .sort((a, b) => a.times.startMs - b.times.startMs || (a.id < b.id ? -1 : 1));
  }
}
