import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import type { RemovalStep } from '../../domain/members/hand-over.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { readBooking } from '../../store/booking/bookings.ts';
import { advanceRemoval } from '../../store/members/member-removals.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';

export interface MemberRemovalDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly client: Client;
  readonly taskQueue: string;
}

/** The activities of the member removal flow. Safe to repeat. */
export interface MemberRemovalActivities {
  /** Takes the removal one step further. The flow of the booking that it settled mails everyone concerned. */
  advanceRemoval(removalId: string): Promise<RemovalStep>;
}

export const createMemberRemovalActivities = (dependencies: MemberRemovalDependencies): MemberRemovalActivities => ({
  advanceRemoval: async (removalId) => {
    const step = await advanceRemoval(dependencies.sql, dependencies.secrets, removalId);
    if (step.stage === 'going' && step.settled !== null) await nudgeBooking(dependencies, step.settled);
    return step;
  },
});

/** If Temporal does not answer now, the sweep nudges this flow. */
async function nudgeBooking({ sql, client, taskQueue }: MemberRemovalDependencies, bookingId: string): Promise<void> {
  const booking = await readBooking(sql, bookingId);
  if (!booking) return;
  const start = flowStart('booking', { id: bookingId, workspaceId: booking.workspaceId }, taskQueue);
  await client.workflow
    .signalWithStart('booking', { ...start, signal: flows.booking.signals.nudge })
    .catch(() => undefined);
}
