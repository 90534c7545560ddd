import type { Sql } from 'postgres';
import type { Sleep } from './deadline.ts';
import { describeError } from './failures.ts';

interface Subscriber {
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

/** Contract, Awaiting instead of polling. */
const REREAD_MS = 5_000;
const MAX_PER_CLIENT = 20;
const MAX_PER_PROCESS = 2_000;

export interface Wait<T> {
  /** NOTIFY channel; the payload is the id of the changed row. */
  readonly channel: string;
  readonly rowId: string;
  /** The id of the waiter, such as a device session. One wait each. */
  readonly holder: string;
  /** The caller's address. */
  readonly client: string;
  readonly seconds: number;
  /** Must leave no transaction open while the caller waits. */
  read(): Promise<T>;
  isSettled(state: T): boolean;
  /** The deadline of the call, which does not count its sleep. Set by `runHandler`. */
  readonly sleep?: Sleep;
  /** Aborted when the caller hung up. */
  readonly gone?: AbortSignal | undefined;
}

type Wake = () => void;

interface Log {
  warn(line: object, message: string): void;
}

/**
 * Callers that wait for a row to change. LISTEN wakes them. It reconnects by itself and then wakes all callers. Each
 * caller also reads again every five seconds, in case a notification is lost.
 */
export class Waits {
  readonly #notifications: Notifications;
  readonly #log: Log;
  readonly #wakes = new Map<string, Set<Wake>>();
  readonly #holders = new Set<string>();
  readonly #perClient = new Map<string, number>();
  readonly #subscriber: Subscriber = {
    onPayload: (rowId, channel) => {
      for (const ring of this.#wakes.get(nameOf(channel, rowId)) ?? []) ring();
    },
    onConnected: () => this.#wakeAll(),
  };
  #ended = false;

  constructor(notifications: Notifications, log: Log) {
    this.#notifications = notifications;
    this.#log = log;
  }

  /**
   * The state once it is settled or the time is over. Returns at once if this holder already waits, too many wait, or
   * the process ends.
   * @throws what `read` throws
   */
  async until<T>(wait: Wait<T>): Promise<T> {
    if (!this.#hasRoomFor(wait)) return wait.read();
    this.#holders.add(wait.holder);
    this.#perClient.set(wait.client, this.#waitingOf(wait.client) + 1);
    try {
      return await this.#watch(wait);
    } finally {
      this.#holders.delete(wait.holder);
      const left = this.#waitingOf(wait.client) - 1;
      if (left > 0) this.#perClient.set(wait.client, left);
      else this.#perClient.delete(wait.client);
    }
  }

  /** Ends all waits now; later callers do not wait. */
  end(): void {
    this.#ended = true;
    this.#wakeAll();
  }

  #hasRoomFor({ holder, client }: Wait<unknown>): boolean {
    return (
      !this.#ended &&
      !this.#holders.has(holder) &&
      this.#holders.size < MAX_PER_PROCESS &&
      this.#waitingOf(client) < MAX_PER_CLIENT
    );
  }

  #waitingOf(client: string): number {
    return this.#perClient.get(client) ?? 0;
  }

  /** Registers before it reads: no change is missed. */
  async #watch<T>({ channel, rowId, seconds, read, isSettled, gone, sleep }: Wait<T>): Promise<T> {
    const endsMs = performance.now() + seconds * 1_000;
    this.#listen(channel);
    const name = nameOf(channel, rowId);
    const bell = new Bell();
    const wakes = this.#wakes.get(name) ?? new Set();
    this.#wakes.set(name, wakes.add(bell.ring));
    gone?.addEventListener('abort', bell.ring);
    try {
      for (;;) {
        bell.reset();
        const state = await read();
        const leftMs = endsMs - performance.now();
        if (isSettled(state) || leftMs <= 0 || gone?.aborted || this.#ended) return state;
        const rung = bell.rung(Math.min(leftMs, REREAD_MS));
        await (sleep?.during(rung) ?? rung);
      }
    } finally {
      gone?.removeEventListener('abort', bell.ring);
      wakes.delete(bell.ring);
      if (wakes.size === 0) this.#wakes.delete(name);
    }
  }

  #listen(channel: string): void {
    this.#notifications
      .subscribe(channel, this.#subscriber)
      .catch((error: unknown) =>
        this.#log.warn(
          { channel, err: describeError(error, undefined) },
          'LISTEN failed; changes are read every five seconds',
        ),
      );
  }

  #wakeAll(): void {
    for (const wakes of this.#wakes.values()) for (const ring of wakes) ring();
  }
}

const nameOf = (channel: string, rowId: string): string => `${channel} ${rowId}`;

/** Remembers a ring that came before the wait. */
class Bell {
  #isRung = false;
  #wake: Wake = () => {};

  readonly ring = (): void => {
    this.#isRung = true;
    this.#wake();
  };

  reset(): void {
    this.#isRung = false;
  }

  async rung(timeoutMs: number): Promise<void> {
    if (this.#isRung) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
  }
}
