import type { Sql } from 'postgres';

export interface Subscriber {
  /** Called with the payload of each notification. If it throws, the other subscribers still get the payload. */
  onPayload(payload: string, channel: string): void;
  /** Called each time a connection starts to listen: notifications before it may be lost. */
  onConnected?(): void;
}

interface Channel {
  readonly subscribers: Set<Subscriber>;
  readonly listening: Promise<void>;
}

/**
 * PostgreSQL's notifications for one process: one LISTEN per channel, shared by its subscribers. The driver reconnects
 * after each lost connection, and after a failed first one.
 */
export class Notifications {
  readonly #sql: Pick<Sql, 'listen'>;
  readonly #channels = new Map<string, Channel>();

  constructor(sql: Pick<Sql, 'listen'>) {
    this.#sql = sql;
  }

  /**
   * Subscribes until the process ends. The first subscriber of a channel starts to listen.
   * To subscribe again with the same object does nothing.
   * @returns once the channel is listened to
   * @throws the error of the first connection; the driver tries again by itself
   */
  subscribe(channel: string, subscriber: Subscriber): Promise<void> {
    const known = this.#channels.get(channel);
    if (known) {
      if (known.subscribers.has(subscriber)) return Promise.resolve();
      known.subscribers.add(subscriber);
      return known.listening;
    }
    const subscribers = new Set([subscriber]);
    const listening = this.#listen(channel, subscribers);
    this.#channels.set(channel, { subscribers, listening });
    return listening;
  }

  async #listen(channel: string, subscribers: ReadonlySet<Subscriber>): Promise<void> {
    await this.#sql.listen(
      channel,
      (payload) => callEach(subscribers, (subscriber) => subscriber.onPayload(payload, channel)),
      () => callEach(subscribers, (subscriber) => subscriber.onConnected?.()),
    );
  }
}

/** @throws the first error, after all are called */
function callEach(subscribers: ReadonlySet<Subscriber>, call: (subscriber: Subscriber) => void): void {
  const errors: unknown[] = [];
  for (const subscriber of subscribers) {
    try {
      call(subscriber);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
