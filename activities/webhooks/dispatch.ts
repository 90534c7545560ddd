import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { grantPermits } from '../../store/webhooks/permits.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';

export interface DispatchDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
}

/**
 * Grants permits after a webhook has a new event, or a delivery ended, and starts the flows of the deliveries that got one. If Temporal does not
 * answer now, the sweep starts them.
 * @param runningId the delivery whose own flow calls this: it needs no start
 * @returns whether that delivery has a permit
 */
export async function dispatch(
  { sql, client, taskQueue }: DispatchDependencies,
  endpointId: string,
  runningId?: string,
): Promise<boolean> {
  const permits = await grantPermits(sql, endpointId);
  const starts = permits
    .filter(({ id }) => id !== runningId)
    .map((permit) =>
      client.workflow
        .signalWithStart('webhookDelivery', {
          ...flowStart('webhookDelivery', permit, taskQueue),
          signal: flows.webhookDelivery.signals.nudge,
        })
        .catch(() => undefined),
    );
  await Promise.all(starts);
  return starts.length < permits.length;
}
