import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { noteBookingChange } from '../../store/prep/prep-packs.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';

/**
 * Has a booking's pack made anew after a change, before the mails of that change leave. The row is written first; a flow that could not be
 * told is found by the sweep.
 */
export async function tellPrep(
  { sql, client, taskQueue }: { readonly sql: Sql; readonly client: Client; readonly taskQueue: string },
  bookingId: string,
  revision: number,
): Promise<void> {
  const workspaceId = await noteBookingChange(sql, bookingId, revision);
  if (workspaceId === undefined) return;
  const start = flowStart('prepPack', { id: bookingId, workspaceId });
  const signal = flows.prepPack.signals.changed;
  await client.workflow.signalWithStart('prepPack', { ...start, taskQueue, signal }).catch(() => undefined);
}
