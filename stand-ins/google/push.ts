import { setTimeout as delay } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import type { StandInCalendar } from './calendar.ts';

/** Somebody who is notified when a calendar changes. */
export interface Channel {
  readonly id: string;
  readonly resourceId: string;
  readonly calendarId: string;
  readonly resourceUri: string;
  readonly address: string;
  readonly token: string | null;
  readonly expiresMs: number;
  /** Only the same person and client may stop it. */
  readonly owner: string;
}

/** Delivers pushes: no body, headers alone. Google tries again after these answers only. */
const RETRIED = [500, 502, 503, 504];
const RETRY_MS = [200, 1_000, 4_000];

export class Push {
  readonly channels = new Map<string, Channel>();
  readonly #faults: Faults;
  readonly #now: () => number;
  readonly #stopped = new AbortController();
  readonly #numbers = new Map<string, number>();
  /** Milliseconds between a change and its push. */
  delayMs = 0;

  constructor(faults: Faults, now: () => number) {
    this.#faults = faults;
    this.#now = now;
  }

  open(channel: Channel): void {
    this.channels.set(channel.id, channel);
    // Google may send it before it answers the call that opened the channel.
    this.#send(channel, 'sync');
  }

  /** To be called after each change. */
  changed(calendar: StandInCalendar): void {
    for (const channel of this.channels.values()) {
      if (channel.calendarId !== calendar.facts.id || channel.expiresMs <= this.#now()) continue;
      if (this.#faults.take(['lostPush'], channel.address)) continue;
      this.#send(channel, 'exists');
      if (this.#faults.take(['duplicatePush'], channel.address)) this.#send(channel, 'exists');
    }
  }

  stop(): void {
    this.#stopped.abort();
    this.channels.clear();
  }

  #send(channel: Channel, state: 'sync' | 'exists'): void {
    // Numbers grow, with gaps.
    const number = state === 'sync' ? 1 : (this.#numbers.get(channel.id) ?? 1) + 3;
    this.#numbers.set(channel.id, number);
    const headers = {
      'x-goog-channel-id': channel.id,
      'x-goog-channel-expiration': new Date(channel.expiresMs).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-uri': channel.resourceUri,
      'x-goog-resource-state': state,
      'x-goog-message-number': String(number),
      ...(channel.token === null ? {} : { 'x-goog-channel-token': channel.token }),
      'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
    };
    void this.#deliver(channel.address, headers);
  }

  async #deliver(address: string, headers: Record<string, string>): Promise<void> {
    const { signal } = this.#stopped;
    try {
      if (this.delayMs > 0) await delay(this.delayMs, undefined, { signal });
      for (const pauseMs of [...RETRY_MS, 0]) {
        const status = await fetch(address, { method: 'POST', headers, signal, redirect: 'manual' }).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          () => 503,
        );
        if (!RETRIED.includes(status) || pauseMs === 0) return;
        await delay(pauseMs, undefined, { signal });
      }
    } catch {
      // The stand-in stops.
    }
  }
}
