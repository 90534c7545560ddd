import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { noteBookingChange } from '../../store/prep/prep-packs.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import type { StartPace } from './start-pace.ts';

/** What `tellPrep` needs. */
interface TellPrepDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  readonly now: () => number;
  /** Asked for first packs alone. */
  readonly packPace: StartPace;
}

/**
 * Has a booking's pack made anew after a change, before the mails of that change leave. The row is written first; a flow that could not be
 * told is found by the sweep. In a rush a first pack is left to the sweep (docs/decisions/prep.md#flow-and-queue); who waits for it starts it at once.
 */
export async function tellPrep(
  { sql, client, taskQueue, now, packPace }: TellPrepDependencies,
  bookingId: string,
  revision: number,
): Promise<void> {
  const noted = await noteBookingChange(sql, bookingId, revision);
  if (noted === undefined || (noted.isFirst && !packPace(now()))) return;
  const start = flowStart('prepPack', { id: bookingId, workspaceId: noted.workspaceId }, taskQueue);
  const signal = flows.prepPack.signals.changed;
  await client.workflow.signalWithStart('prepPack', { ...start, signal }).catch(() => undefined);
}
