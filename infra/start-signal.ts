/** When a process may begin its work. At once, except under `npm start`, whose processes load while the servers still start. */
let opening: Promise<void> = Promise.resolve();

/** Called before the process' own entry is loaded (infra/local/child-entry.ts). */
export const openWith = (go: Promise<void>): void => {
  opening = go;
};

/** Everything that needs no server comes before this, everything else after it. */
export const opened = (): Promise<void> => opening;
