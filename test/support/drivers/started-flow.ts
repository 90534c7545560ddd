import type { Client, WorkflowHandle } from '@temporalio/client';
import { expect } from 'vitest';

/** The flow of a workflow id, once it has started. */
export async function startedFlow(client: Client, workflowId: string): Promise<WorkflowHandle> {
  const handle = client.workflow.getHandle(workflowId);
  const isThere = () =>
    handle.describe().then(
      () => true,
      () => false,
    );
  await expect.poll(isThere).toBe(true);
  return handle;
}
