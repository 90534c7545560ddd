/** Says when a process may use the servers: at once, or under `npm start` once they are up. */
let startSignal: Promise<void> = Promise.resolve();

/** Call it before the process loads its entry (infra/local/child-entry.ts). */
export const startWhen = (go: Promise<void>): void => {
  startSignal = go;
};

/** Await this before the first use of a server. */
export const started = (): Promise<void> => startSignal;
