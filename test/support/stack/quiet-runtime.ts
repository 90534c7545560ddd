import { DefaultLogger, Runtime } from '@temporalio/worker';
import { lightFlows } from './light-flows.ts';

/** Keeps the SDK's runtime quiet, and its flows in this thread light. The runtime goes away with its last worker, so call this before each. */
export function quietRuntime(): void {
  lightFlows();
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch {
    // Installed already, with the same logger: by an earlier stack of this worker.
  }
}
