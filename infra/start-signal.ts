/** When a process may begin its work. At once, except under `npm start`, whose processes load while the servers still start. */
let startSignal: Promise<void> = Promise.resolve();

/** Called before the process' own entry is loaded (infra/local/child-entry.ts). */
export const startWhen = (go: Promise<void>): void => {
  startSignal = go;
};

/** Everything that needs no server comes before this, everything else after it. */
export const started = (): Promise<void> => startSignal;
