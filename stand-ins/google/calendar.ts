import { instancesOf, mayTouch } from './recurrence.ts';
import { EVER, type Event, msOf, type Times, timesOf, touches } from './times.ts';

/** An event as it is kept. Never changed in place. */
export interface Kept {
  readonly event: Event;
  /** The calendar's count of changes at which it became so. */
  readonly version: number;
  /** Readers see `before` until then. */
  readonly visibleAtMs: number;
  readonly before: Kept | null;
}

export interface CalendarFacts {
  readonly id: string;
  readonly summary: string;
  readonly timeZone: string;
  /** The address of its owner. */
  readonly owner: string;
  /** Made by Google, such as holidays: no free/busy, no pushes. */
  readonly isVirtual: boolean;
}

/** One calendar with its events: masters, exceptions and single ones by id. Deleted ones stay, as at Google. */
export class StandInCalendar {
  readonly facts: CalendarFacts;
  readonly #events = new Map<string, Kept>();
  readonly #now: () => number;
  #version = 1;
  /** Kept between changes, unless one is hidden. */
  #shown: readonly Kept[] | null = null;
  /** Sync tokens of an older age answer 410. */
  age = 1;
  /** Google may give fewer rows than asked for, or none, on a page that is not the last. */
  pageSize = 2_500;

  readonly #onChange: (calendar: StandInCalendar) => void;

  constructor(facts: CalendarFacts, now: () => number, onChange: (calendar: StandInCalendar) => void) {
    this.facts = facts;
    this.#now = now;
    this.#onChange = onChange;
  }

  /** @param hiddenMs how long readers still see it as it was */
  keep(event: Event & { readonly id: string }, hiddenMs = 0): Event {
    this.#version += 1;
    this.#shown = null;
    const nowMs = this.#now();
    const before = this.#events.get(event.id) ?? null;
    const whole: Event = { ...event, etag: `"${this.#version}000"`, updated: new Date(nowMs).toISOString() };
    this.#events.set(event.id, {
      event: whole,
      version: this.#version,
      visibleAtMs: nowMs + hiddenMs,
      before: hiddenMs > 0 ? before : null,
    });
    this.#onChange(this);
    return whole;
  }

  /** Exceptions of a series whose times were changed do not exist any more. */
  forget(id: string): void {
    this.#shown = null;
    this.#events.delete(id);
  }

  /** What a writer finds: an event, or an instance of a series that was never changed alone. */
  find(id: string): Event | null {
    const kept = this.#events.get(id);
    if (kept) return kept.event;
    const [, masterId, stamp] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
    const master = masterId && this.#events.get(masterId)?.event;
    if (!master || !stamp || master.status === 'cancelled') return null;
    const day = `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`;
    const nearMs = Date.parse(`${day}T00:00:00Z`);
    const window = { startMs: nearMs - 86_400_000, endMs: nearMs + 2 * 86_400_000 };
    return instancesOf(master, this.facts.timeZone, window).find((instance) => instance.id === id) ?? null;
  }

  /** Returns whether an event has this UID, deleted ones included: a writer cannot use it again. */
  hasUid(uid: string): boolean {
    return [...this.#events.values()].some(({ event }) => event.iCalUID === uid);
  }

  /** What readers see now, by id. */
  visible(): readonly Kept[] {
    if (this.#shown) return this.#shown;
    const nowMs = this.#now();
    const seen = (kept: Kept | null): Kept | null =>
      kept === null || kept.visibleAtMs <= nowMs ? kept : seen(kept.before);
    const shown = [...this.#events.values()]
      .flatMap((kept) => seen(kept) ?? [])
      .sort((a, b) => compare(a.event.id, b.event.id));
    if (shown.every((kept) => this.#events.get(kept.event.id ?? '') === kept) && shown.length === this.#events.size)
      this.#shown = shown;
    return shown;
  }

  /** The last change that readers see. */
  visibleVersion(): number {
    const nowMs = this.#now();
    const hidden = [...this.#events.values()].filter(({ visibleAtMs }) => visibleAtMs > nowMs);
    return Math.min(this.#version, ...hidden.map(({ version }) => version - 1));
  }

  exceptionsOf(masterId: string): Event[] {
    return this.visible()
      .map(({ event }) => event)
      .filter(({ recurringEventId }) => recurringEventId === masterId);
  }

  /** Instances of one series that touch a window; exceptions at their own times. */
  instances(master: Event, window: Times, showDeleted: boolean): Event[] {
    return expanded(master, this.exceptionsOf(master.id ?? ''), this.facts.timeZone, window, showDeleted);
  }

  /** All that happens in a window, series expanded. */
  expand(window: Times, showDeleted = false): Event[] {
    const events = this.visible().map(({ event }) => event);
    const exceptions = bySeries(events);
    return events.flatMap((event) => {
      // An invitation to one instance has no series here.
      if (event.recurringEventId && this.#events.has(event.recurringEventId)) return [];
      if (event.recurrence)
        return event.status === 'cancelled'
          ? []
          : expanded(event, exceptions.get(event.id ?? '') ?? [], this.facts.timeZone, window, showDeleted);
      return isShown(event, this.facts.timeZone, window, showDeleted) ? [event] : [];
    });
  }

  /** Whether an event, or any instance of a series, touches a window. */
  touches(event: Event, window: Times): boolean {
    if (window === EVER || event.status === 'cancelled') return true;
    const { timeZone } = this.facts;
    return event.recurrence ? mayTouch(event, timeZone, window) : touches(timesOf(event, timeZone), window);
  }
}

function bySeries(events: readonly Event[]): Map<string, Event[]> {
  const found = new Map<string, Event[]>();
  for (const event of events) {
    const { recurringEventId } = event;
    if (recurringEventId) found.set(recurringEventId, [...(found.get(recurringEventId) ?? []), event]);
  }
  return found;
}

const compare = (a: string | null | undefined, b: string | null | undefined): number =>
  (a ?? '') < (b ?? '') ? -1 : 1;

const isShown = (event: Event, timezone: string, window: Times, showDeleted: boolean): boolean => {
  if (event.status !== 'cancelled') return touches(timesOf(event, timezone), window);
  if (!showDeleted) return false;
  const originalMs = msOf(event.originalStartTime ?? event.start, timezone);
  return Number.isNaN(originalMs) || (originalMs >= window.startMs && originalMs < window.endMs);
};

function expanded(
  master: Event,
  exceptions: readonly Event[],
  timezone: string,
  window: Times,
  showDeleted: boolean,
): Event[] {
  const changed = new Set(exceptions.map(({ id }) => id));
  const plain = instancesOf(master, timezone, window).filter(
    (instance) => !changed.has(instance.id) && touches(timesOf(instance, timezone), window),
  );
  return [...plain, ...exceptions.filter((event) => isShown(event, timezone, window, showDeleted))].sort((a, b) =>
    compare(a.id, b.id),
  );
}
