import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Keeps the SDK's runtime quiet. The runtime goes away with its last worker, so call this before each. */
export function quietRuntime(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch {
    // Installed already, with the same logger: by an earlier stack of this worker.
  }
}
