/** The shutdown state of the process. While it stops, readiness answers 503, and calls are still answered. */
export class Lifecycle {
  readonly #underWay = new Set<Promise<void>>();
  #isStopping = false;

  get isStopping(): boolean {
    return this.#isStopping;
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Notes a call to Temporal whose caller has its answer: the connection must not close before it ends. */
  readonly track = (call: Promise<unknown>): void => {
    const ended = call.then(
      () => {},
      () => {},
    );
    this.#underWay.add(ended);
    void ended.then(() => this.#underWay.delete(ended));
  };

  /** Resolves when no such call is under way. Each has a deadline of some seconds. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
