/**
 * How the launcher starts worker and api: `gate.ts api/main.ts`, compiled or through a loader. The entry is loaded, and does all that needs
 * no server, while the servers are still starting; it waits for `opened()`, until the launcher says go. The process ends with the
 * launcher, even when that was killed.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startWhen } from '../start-signal.ts';

const FORCE_AFTER_MS = 15_000;

startWhen(
  new Promise<void>((open) => {
    process.once('message', () => {
      process.channel?.unref();
      open();
    });
  }),
);
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), FORCE_AFTER_MS).unref();
});

await import(pathToFileURL(resolve(process.argv[2] ?? '')).href);
