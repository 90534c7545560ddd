/**
 * All limits on concurrent work. An owner is the person or the workspace that the work is for. However much one owner asks for, others find
 * room. The table of docs/architecture.md (Fairness) has the same numbers.
 */
export const CONCURRENCY = {
  /** Calls that start or change flows, by person, in one API process. */
  flowCalls: { perOwner: 4, total: 12 },
  /** Calls that read or process much text, by person, in one API process. */
  heavyCalls: { perOwner: 2, total: 4 },
  /** Imports of an account by its key, by workspace, in one API process: each holds the answers of the account until its end. */
  accountImports: { perOwner: 1, total: 4 },
  /** Webhooks that a worker dispatches, by workspace: it grants their permits and waits until Temporal has confirmed the flows. */
  dispatches: { perOwner: 4, total: 8 },
  /** Deliveries on their way, of all workers. `totalWithFirst`: beyond it, the first delivery of a workspace waits, too. */
  deliveries: { perWebhook: 4, perWorkspace: 20, perHost: 40, total: 200, totalWithFirst: 240 },
  /** Pings on their way, of all workers. They wait for nothing: one more is refused. `perMinute`: of a workspace. */
  pings: { perWorkspace: 4, perHost: 8, total: 50, perMinute: 30 },
  /** Look-ups of companies in progress, of all workers. Of a domain there is one: its row is the lease. */
  lookUps: { perWorkspace: 8, perTrialWorkspace: 2 },
  /** First packs that have not begun, of all workers: more are postponed. The sweep begins up to `postponed` of these at a time, by workspace. */
  firstPacks: { total: 5, postponed: 4 },
} as const;

/** A limit of work that a process queues by owner. */
export interface OwnerLimit {
  readonly perOwner: number;
  readonly total: number;
}

/** Ends the use of a permit. Further calls do nothing. */
export type Release = () => void;

interface Owner {
  running: number;
  /** Each starts one request. */
  readonly waiting: (() => void)[];
}

/**
 * Permits of one process. Owners with waiting requests are served in turn, whichever has more of them, so none of them delays another by
 * more than one request.
 */
export class Permits {
  /** By id, the next one first. */
  readonly #owners = new Map<string, Owner>();
  readonly #limit: OwnerLimit;
  #running = 0;

  constructor(limit: OwnerLimit) {
    this.#limit = limit;
  }

  /** Requests of an owner that run and that wait. */
  countOf(ownerId: string): { readonly running: number; readonly waiting: number } {
    const owner = this.#owners.get(ownerId);
    return { running: owner?.running ?? 0, waiting: owner?.waiting.length ?? 0 };
  }

  /**
   * Waits for a permit.
   * @param signal ends the wait
   * @returns null: the wait was ended
   */
  async acquire(ownerId: string, signal?: AbortSignal): Promise<Release | null> {
    const owner = this.#owners.get(ownerId) ?? { running: 0, waiting: [] };
    this.#owners.set(ownerId, owner);
    if (owner.waiting.length === 0 && this.#hasRoomFor(owner)) this.#start(owner);
    else if (!(await this.#wait(ownerId, owner, signal))) return null;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      owner.running--;
      this.#running--;
      this.#startNext();
      this.#forgetIdle(ownerId, owner);
    };
  }

  #hasRoomFor({ running }: Owner): boolean {
    return running < this.#limit.perOwner && this.#running < this.#limit.total;
  }

  #start(owner: Owner): void {
    owner.running++;
    this.#running++;
  }

  #wait(ownerId: string, owner: Owner, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = (): void => {
        owner.waiting.splice(owner.waiting.indexOf(begin), 1);
        this.#forgetIdle(ownerId, owner);
        resolve(false);
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      owner.waiting.push(begin);
    });
  }

  /** Starts the oldest request of the first owner that has room. That owner is then the last one. */
  #startNext(): void {
    for (const [ownerId, owner] of this.#owners) {
      if (owner.waiting.length === 0 || !this.#hasRoomFor(owner)) continue;
      this.#start(owner);
      this.#owners.delete(ownerId);
      this.#owners.set(ownerId, owner);
      owner.waiting.shift()?.();
      return;
    }
  }

  #forgetIdle(ownerId: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(ownerId);
  }
}

/** Deliveries on their way now, pings apart. */
export interface DeliveriesInProgress {
  readonly ofAll: number;
  readonly ofWorkspace: number;
  readonly ofHost: number;
  /** Of the workspace, to the host. */
  readonly ofWorkspaceToHost: number;
}

/**
 * How many more deliveries of a workspace may be sent to a host. A workspace uses at most as much of all capacity, and of the host's, as it leaves
 * free: however many workspaces take all they get, the next one finds room. Only a full host, or `totalWithFirst`, delays the first delivery of a
 * workspace. `waitingEndpoints` in store/webhooks/permits.ts has the same rule in SQL.
 */
export function deliveryRoom({ ofAll, ofWorkspace, ofHost, ofWorkspaceToHost }: DeliveriesInProgress): number {
  const { perWorkspace, perHost, total, totalWithFirst } = CONCURRENCY.deliveries;
  const shareOfAll = Math.ceil((total - ofAll - ofWorkspace) / 2);
  const shareOfHost = Math.ceil((perHost - ofHost - ofWorkspaceToHost) / 2);
  return Math.max(
    0,
    Math.min(
      perWorkspace - ofWorkspace,
      ofWorkspace === 0 && ofAll < totalWithFirst ? Math.max(1, shareOfAll) : shareOfAll,
      shareOfHost,
      perHost - ofHost,
    ),
  );
}
