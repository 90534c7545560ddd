import { ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm.js';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

type Create = typeof ReusableVMWorkflowCreator.create;

const create: Create = ReusableVMWorkflowCreator.create;

/**
 * Flows in the thread of a test leave out two things of the SDK, which took a fifth of the test's CPU (decision 0229):
 * - a hook on every promise of the process, the api's and the test's too. It keeps stacks for the query `__stack_trace`, which we do not ask.
 * - a watchdog thread for every step of a flow. Outside of a thread of their own, flows may take 49 days for a step anyway.
 */
export function lightFlows(): void {
  Object.assign(globalHandlers, { setPromiseHook: () => {} });
  const withoutWatchdog: Create = function (bundle, _timeoutMs, ...rest) {
    return create.call(this, bundle, undefined as unknown as number, ...rest) as ReturnType<typeof create> as never;
  };
  ReusableVMWorkflowCreator.create = withoutWatchdog;
}
