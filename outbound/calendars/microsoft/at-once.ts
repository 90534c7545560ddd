/** Graph takes four calls of an app at once in one mailbox; one is left for other processes. */
const MOST_AT_ONCE = 3;

interface Waiting {
  readonly start: () => void;
}

interface Mailbox {
  running: number;
  readonly first: Waiting[];
  readonly others: Waiting[];
}

/** Limits the calls of this process in each mailbox. Calls that a booking waits for go first. */
export class AtOnce {
  readonly #mailboxes = new Map<string, Mailbox>();

  /** @throws what the work throws; the signal's reason, if it ends before the work begins */
  async run<T>(
    name: string,
    { signal, isFirst }: { readonly signal: AbortSignal; readonly isFirst: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    const mailbox = this.#mailboxes.get(name) ?? { running: 0, first: [], others: [] };
    this.#mailboxes.set(name, mailbox);
    if (mailbox.running >= MOST_AT_ONCE) await turn(isFirst ? mailbox.first : mailbox.others, signal);
    else mailbox.running += 1;
    try {
      return await work();
    } finally {
      const next = mailbox.first.shift() ?? mailbox.others.shift();
      // The next call takes this one's place, so the count stays.
      if (next) next.start();
      else mailbox.running -= 1;
      if (mailbox.running === 0) this.#mailboxes.delete(name);
    }
  }
}

function turn(queue: Waiting[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      queue.splice(queue.indexOf(waiting), 1);
      reject(signal.reason);
    };
    const waiting: Waiting = {
      start: () => {
        signal.removeEventListener('abort', leave);
        resolve();
      },
    };
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    queue.push(waiting);
    signal.addEventListener('abort', leave, { once: true });
  });
}
