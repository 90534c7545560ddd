import type { Sql } from 'postgres';

export interface Subscriber {
  /** Called with the payload of each notification. */
  onPayload(payload: string): void;
  /** Called each time a connection starts to listen: notifications before it may be lost. */
  onConnected?(): void;
}

interface Channel {
  readonly subscribers: Subscriber[];
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
   * @returns once the channel is listened to
   * @throws the error of the first connection; the driver tries again by itself
   */
  subscribe(channel: string, subscriber: Subscriber): Promise<void> {
    const known = this.#channels.get(channel);
    if (known) {
      known.subscribers.push(subscriber);
      return known.listening;
    }
    const subscribers = [subscriber];
    const listening = this.#listen(channel, subscribers);
    this.#channels.set(channel, { subscribers, listening });
    return listening;
  }

  async #listen(channel: string, subscribers: readonly Subscriber[]): Promise<void> {
    await this.#sql.listen(
      channel,
      (payload) => {
        for (const { onPayload } of subscribers) onPayload(payload);
      },
      () => {
        for (const { onConnected } of subscribers) onConnected?.();
      },
    );
  }
}
