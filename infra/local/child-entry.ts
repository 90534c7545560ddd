/**
 * How the launcher starts worker and api: `child-entry.ts api/main.ts`, compiled or through a loader. The entry loads and does what needs
 * no server while the servers start. It waits for `opened()` until the launcher says go. The process ends with the
 * launcher, even if the launcher is killed.
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
