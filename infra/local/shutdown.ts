interface Stoppable {
  stop(): Promise<void>;
  kill?(): void;
}

/** Stop order: API, worker, servers, then the claim on the folder. */
const ORDER = ['api', 'worker', 'servers', 'folder'] as const;
type Stage = (typeof ORDER)[number];

/** What to stop before the launcher exits, in order. */
export class Shutdown {
  readonly #things: { readonly stage: Stage; readonly thing: Promise<Stoppable> }[] = [];
  readonly #running = new Set<Stoppable>();
  readonly #asked = new AbortController();

  /** Aborted when the stop begins; ends work that is no longer needed. */
  get signal(): AbortSignal {
    return this.#asked.signal;
  }

  /** Adds a part that runs or is starting. A failed start leaves nothing to stop. */
  add<T extends Stoppable>(stage: Stage, thing: Promise<T>): Promise<T> {
    // Its stage is over: stop it as soon as it has started.
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

  /** Stops everything, stage by stage. A part that fails to stop does not block the rest. */
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

  /** Kills everything at once (second Ctrl-C). */
  kill(): void {
    for (const thing of this.#running) thing.kill?.();
  }
}
