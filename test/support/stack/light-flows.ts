import { Worker } from '@temporalio/worker';
import { ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm.js';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

type Create = typeof ReusableVMWorkflowCreator.create;

const create: Create = ReusableVMWorkflowCreator.create;

interface BundleOptions {
  readonly workflowBundle?: { readonly codePath?: string };
}
/** Private in the SDK's types: reads and parses a bundle and its source map. */
type ReadBundle = (options: BundleOptions, ...rest: unknown[]) => Promise<unknown>;

const reader = Worker as unknown as { getOrCreateBundle: ReadBundle };
const readBundle: ReadBundle = reader.getOrCreateBundle;
const bundles = new Map<string, Promise<unknown>>();

/**
 * Flows in the thread of a test leave out three things of the SDK (docs/decisions/operation.md#tests):
 * - a hook on every promise of the process, the api's and the test's too. It keeps stacks for the query `__stack_trace`, which we do not ask.
 * - a watchdog thread for every step of a flow. Outside of a thread of their own, flows may take 49 days for a step anyway.
 * - reading the bundle again for each stack: it took a fifth of a stack's start.
 */
export function lightFlows(): void {
  Object.assign(globalHandlers, { setPromiseHook: () => {} });
  const withoutWatchdog: Create = function (bundle, _timeoutMs, ...rest) {
    return create.call(this, bundle, undefined as unknown as number, ...rest) as ReturnType<typeof create> as never;
  };
  ReusableVMWorkflowCreator.create = withoutWatchdog;
  reader.getOrCreateBundle = function (options, ...rest) {
    const path = options.workflowBundle?.codePath;
    const known = path === undefined ? undefined : bundles.get(path);
    if (known) return known;
    const bundle = readBundle.call(this, options, ...rest);
    if (path !== undefined) bundles.set(path, bundle);
    return bundle;
  };
}
