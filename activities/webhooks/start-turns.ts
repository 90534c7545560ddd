import type { Client } from '@temporalio/client';
import type { Turn } from '../../store/webhooks/turns.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';

/** Starts the flows of deliveries that have their turn, or wakes them. If Temporal does not answer now, the sweep does it. */
export async function startTurns(
  { client, taskQueue }: { readonly client: Client; readonly taskQueue: string },
  turns: readonly Turn[],
): Promise<void> {
  const start = (turn: Turn) =>
    client.workflow
      .signalWithStart('webhookDelivery', {
        ...flowStart('webhookDelivery', turn, taskQueue),
        signal: flows.webhookDelivery.signals.nudge,
      })
      .catch(() => undefined);
  await Promise.all(turns.map(start));
}
