/**
 * How the launcher starts worker and api: `gate.ts api/main.ts`, compiled or through a loader. The modules of the entry are loaded while
 * the servers that it needs are still starting; its own first line runs when the launcher says go. The process ends with the
 * launcher, even when that was killed.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Message = { readonly load: readonly string[] } | 'go';

const FORCE_AFTER_MS = 15_000;

await new Promise<void>((open) => {
  process.on('message', (message: Message) => {
    if (message === 'go') open();
    // A module that fails here fails again where it is needed, and is reported there.
    else for (const url of message.load) import(url).catch(() => {});
  });
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), FORCE_AFTER_MS).unref();
  });
});
process.channel?.unref();

await import(pathToFileURL(resolve(process.argv[2] ?? '')).href);
