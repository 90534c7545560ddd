import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { noteBookingChange } from '../../store/prep/prep-packs.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';

interface StartPackDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
}

/**
 * Has a booking's pack made after a change, before the mails about that change leave. The row is written first: the sweep finds a flow that
 * Temporal did not start. It also starts postponed packs, or a caller who waits for one does.
 */
export async function startPack(
  { sql, client, taskQueue }: StartPackDependencies,
  bookingId: string,
  revision: number,
): Promise<void> {
  const due = await noteBookingChange(sql, bookingId, revision);
  if (due === undefined || due.isPostponed) return;
  const start = flowStart('prepPack', { id: bookingId, workspaceId: due.workspaceId }, taskQueue);
  const signal = flows.prepPack.signals.changed;
  await client.workflow.signalWithStart('prepPack', { ...start, signal }).catch(() => undefined);
}
