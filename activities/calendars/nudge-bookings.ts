import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { readTouchedBookings } from '../../store/booking/calendar-changes.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';

export interface NudgeDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
}

/** Flows of bookings whose event has changed in the calendar look at it now. The sweep nudges those that this misses. */
export async function nudgeTouched({ sql, client, taskQueue }: NudgeDependencies, connectionId: string): Promise<void> {
  for (const row of await readTouchedBookings(sql, connectionId)) {
    await client.workflow.signalWithStart('booking', {
      ...flowStart('booking', row, taskQueue),
      signal: flows.booking.signals.nudge,
    });
  }
}
