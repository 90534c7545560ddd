/**
 * Loaded before the entry of worker and api (`node --import`) when the launcher starts them. It lets them load their modules while the
 * servers they need are still starting, and holds their first line back until the launcher says go; and it ends them with the
 * launcher, even when that was killed.
 */
type Message = { readonly load: readonly string[] } | 'go';

const FORCE_AFTER_MS = 15_000;

await new Promise<void>((resolve) => {
  process.on('message', (message: Message) => {
    if (message === 'go') resolve();
    // A module that fails here fails again where it is needed, and is reported there.
    else for (const url of message.load) import(url).catch(() => {});
  });
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), FORCE_AFTER_MS).unref();
  });
});
process.channel?.unref();

export {};
