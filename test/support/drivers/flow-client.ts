import { createFlowClient } from '../../../api/flows/flow-client.ts';
import type { Stack } from '../stack/stack.ts';

/** The flow client of the API, for tests that store rows themselves. */
export const flowClientOf = (stack: Pick<Stack, 'client' | 'taskQueue'>) => {
  const log = { warn: (_: unknown, message: string) => process.stderr.write(`${message}\n`) };
  return createFlowClient({ client: async () => stack.client, taskQueue: stack.taskQueue, log: log as never });
};
