interface Stoppable {
  stop(): Promise<void>;
  kill?(): void;
}

/** Guests' calls end first, then flows, then the servers that both use, then the claim on the folder. */
const ORDER = ['api', 'worker', 'servers', 'folder'] as const;
type Stage = (typeof ORDER)[number];

/** What has to be stopped before the launcher may exit, in its order. */
export class Shutdown {
  readonly #things: { readonly stage: Stage; readonly thing: Promise<Stoppable> }[] = [];
  readonly #running = new Set<Stoppable>();
  readonly #asked = new AbortController();

  /** Aborted when the stop begins: ends work that nobody waits for any more. */
  get signal(): AbortSignal {
    return this.#asked.signal;
  }

  /** Something that runs or is just starting; a start that fails leaves nothing to stop. */
  add<T extends Stoppable>(stage: Stage, thing: Promise<T>): Promise<T> {
    // Too late for its stage: it ends as soon as it has started.
    const isLate = this.signal.aborted;
    if (!isLate) this.#things.push({ stage, thing });
    thing
      .then((started) => {
        this.#running.add(started);
        return isLate ? started.stop() : undefined;
      })
      .catch(() => {});
    return thing;
  }

  /** Stops everything, stage by stage. What cannot be stopped does not hold up the rest. */
  async run(): Promise<void> {
    this.#asked.abort();
    for (const stage of ORDER) {
      const started = await Promise.allSettled(
        this.#things.filter((entry) => entry.stage === stage).map(({ thing }) => thing),
      );
      await Promise.allSettled(
        started.map((result) => (result.status === 'fulfilled' ? result.value.stop() : undefined)),
      );
    }
  }

  /** The end for the impatient. */
  kill(): void {
    for (const thing of this.#running) thing.kill?.();
  }
}
