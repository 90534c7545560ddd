import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '@microsoft/microsoft-graph-types';
import { blocks, periodOf } from '../../../domain/calendars/busy.ts';
import type { EventPage, EventToWrite, RemoteEvent } from '../../../domain/calendars/remote-event.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { microsoftProvider } from '../../../outbound/calendars/microsoft/provider.ts';
import type { CalendarAccount, CallLimits } from '../../../outbound/calendars/provider.ts';
import { GraphFailure } from '../../../stand-ins/microsoft/failure.ts';
import type { MicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';

export const ADA = 'ada@acme.test';
export const NORA = 'nora@outlook.test';
export const CALENDAR = 'AAMkCal-ada';
export const FAMILY = 'AAMkCal-ada-family';
export const ZONE = 'Europe/Berlin';
export const WINDOW = { startMs: Date.parse('2026-11-22T00:00:00Z'), endMs: Date.parse('2027-12-27T00:00:00Z') };

export const soon = (): CallLimits => ({ signal: AbortSignal.timeout(20_000) });

export const providerOf = (microsoft: MicrosoftStandIn) =>
  microsoftProvider({ ...microsoft.client, issuer: microsoft.issuer }, microsoft.url);

/** Times of an event on the clock of Berlin: `2026-11-24T10:00`. */
export const timed = (start: string, end: string): Pick<Event, 'start' | 'end'> => {
  const at = (local: string) => ({ dateTime: `${local}:00`, timeZone: ZONE });
  return { start: at(start), end: at(end) };
};

/** Whole days; the end is exclusive. */
export const allDay = (start: string, end: string): Pick<Event, 'start' | 'end' | 'isAllDay'> => ({
  ...timed(`${start}T00:00`, `${end}T00:00`),
  isAllDay: true,
});

export const BOOKING = '0d9c6f0e-8f1a-4d7e-9a55-2f6f3a1c7b10';

/** An event of a booking, on 24 November 2026 at 9:00 UTC for half an hour. */
export const booked = (changes: Partial<EventToWrite> = {}): EventToWrite => ({
  ...{
    bookingId: BOOKING,
    ...{ generation: 0, uid: `${BOOKING}@holdfast.test`, mayExist: false },
    title: 'Intro',
    description: 'Manage: https://holdfast.test/m',
    location: null,
  },
  ...{ startMs: Date.parse('2026-11-24T09:00:00Z'), endMs: Date.parse('2026-11-24T09:30:00Z'), timezone: ZONE },
  ...{ attendees: [], wantsLink: false, linkProvider: null },
  ...changes,
});

/** One change by hand: what, to which event, on which day from 24 November 2026. */
export interface Step {
  readonly kind: number;
  readonly which: number;
  readonly day: number;
  /** True if the mirror reads afterwards. */
  readonly reads: boolean;
}

/** Does one step. What Exchange refuses is left out. */
export function changeByHand({ hand, mailboxes }: MicrosoftStandIn, { kind, which, day }: Step): void {
  const dateOf = (plus: number) =>
    new Date(Date.parse('2026-11-24') + (day + plus) * 86_400_000).toISOString().slice(0, 10);
  const hour = String(8 + (which % 10)).padStart(2, '0');
  const times = timed(`${dateOf(0)}T${hour}:00`, `${dateOf(0)}T${hour}:30`);
  const shown = mailboxes.get(ADA)?.view(CALENDAR, WINDOW) ?? [];
  const found = shown[which % Math.max(1, shown.length)];
  const range = { type: 'numbered' as const, numberOfOccurrences: 1 + (which % 5), startDate: dateOf(0) };
  const works = [
    () => hand.put(CALENDAR, times),
    () => hand.put(CALENDAR, allDay(dateOf(0), dateOf(1))),
    () =>
      hand.put(CALENDAR, { ...times, recurrence: { pattern: { type: 'daily', interval: 1 + (which % 3) }, range } }),
    () => hand.put(CALENDAR, times, 'boss@acme.test'),
    () => found && hand.change(CALENDAR, found.id, found.event.isAllDay ? { showAs: 'free' } : times),
    () => found && hand.remove(CALENDAR, found.id),
    () => found && hand.remove(CALENDAR, found.original?.masterId ?? found.id),
    () => found && hand.moveTo(CALENDAR, found.original?.masterId ?? found.id, FAMILY),
    () => found && hand.change(CALENDAR, found.original?.masterId ?? found.id, { showAs: which % 2 ? 'free' : 'oof' }),
  ];
  try {
    works[kind]?.();
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
  }
}

/** A mirror as the port describes it: changes by id, replaced series, and a whole reading that forgets what it did not see. */
export class Mirror {
  readonly events = new Map<string, RemoteEvent>();
  cursor: string | undefined;
  pages = 0;
  readonly #account: CalendarAccount;

  constructor(account: CalendarAccount) {
    this.#account = account;
  }

  async read(): Promise<void> {
    const begun = this.cursor === undefined ? {} : { cursor: this.cursor };
    const seen = new Set<string>();
    for (let page: string | undefined; ; ) {
      const from = { window: WINDOW, ...(page === undefined ? begun : { page }) };
      const read = await this.#account.readEvents(CALENDAR, from, soon());
      this.pages += 1;
      for (const id of this.#apply(read)) seen.add(id);
      if ('cursor' in read.next) {
        this.cursor = read.next.cursor;
        break;
      }
      page = read.next.page;
    }
    if (!('cursor' in begun)) this.#drop((id) => !seen.has(id));
  }

  #apply({ changes, replacedSeries }: EventPage): string[] {
    this.#drop((_, { seriesId }) => seriesId !== null && replacedSeries.includes(seriesId));
    for (const change of changes)
      if (change.gone) this.events.delete(change.id);
      else this.events.set(change.id, change);
    return changes.map(({ id }) => id);
  }

  #drop(isOver: (id: string, event: RemoteEvent) => boolean): void {
    for (const [id, event] of this.events) if (isOver(id, event)) this.events.delete(id);
  }

  /** `<id> <start>`, in order. */
  starts(): string[] {
    return [...this.events.values()]
      .map(({ id, time }) => `${id} ${time.kind === 'timed' ? time.startMs : 'all day'}`)
      .sort();
  }

  /** Busy times, joined, as Exchange counts them: a declined meeting is free. */
  busy(): readonly Interval[] {
    const times = [...this.events.values()]
      .filter((event) => blocks(event, { tentative: 'busy', declined: 'free', workingElsewhere: 'busy' }))
      .map(({ time }) => periodOf(time, ZONE))
      .sort((a, b) => a.startMs - b.startMs);
    const joined: Interval[] = [];
    for (const one of times) {
      const last = joined.at(-1);
      if (last && one.startMs <= last.endMs)
        joined[joined.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, one.endMs) };
      else joined.push(one);
    }
    return joined;
  }

  /** `2026-11-24T09:00Z busy`, by time; whole days by their date. Free ones are left out. */
  shown(): string[] {
    return [...this.events.values()]
      .filter(({ availability }) => availability !== 'free')
      .map(({ time, availability, response }) => {
        const start =
          time.kind === 'all_day' ? time.startDate : `${new Date(time.startMs).toISOString().slice(0, 16)}Z`;
        return [start, availability, ...(response === 'none' ? [] : [response])].join(' ');
      })
      .sort();
  }
}

/** An address that takes notifications, as ours will. */
export interface Receiver {
  readonly address: string;
  readonly received: { readonly value: readonly Record<string, unknown>[] }[];
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const server: Server = createServer(async (request, response) => {
    const token = new URL(request.url ?? '/', 'http://here').searchParams.get('validationToken');
    let text = '';
    for await (const part of request) text += String(part);
    if (token === null) received.push(JSON.parse(text));
    response.writeHead(token === null ? 202 : 200, { 'content-type': 'text/plain' }).end(token ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ address: `http://127.0.0.1:${port}/inbound/microsoft?channel=1`, received },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
