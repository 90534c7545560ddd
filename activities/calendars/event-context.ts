import { callLimits } from '../../outbound/calendars/call-limits.ts';
import { type CalendarAccount, type CallLimits, ProviderError } from '../../outbound/calendars/provider.ts';
import type { EventRow } from '../../store/booking/calendar-event-rows.ts';
import type { Meeting } from '../../store/meetings/meetings.ts';
import { type AccountDependencies, withAccount } from './accounts.ts';
import type { EventMailDependencies } from './event-mail.ts';

export interface BookingEventsDependencies extends AccountDependencies, EventMailDependencies {
  /** Reports to Temporal that the work goes on. */
  readonly heartbeat: () => void;
}

/** The values that each step with an event needs. */
export interface EventContext {
  readonly dependencies: BookingEventsDependencies;
  readonly row: EventRow;
  /** As the event's host has it. */
  readonly meeting: Meeting;
  /** Until when a link that is being made is waited for. */
  readonly linkUntilMs: number;
}

/** Runs a call with the account that the event's calendar is in. */
export async function withCalendar<T>(
  { dependencies, row }: Pick<EventContext, 'dependencies' | 'row'>,
  call: (account: CalendarAccount, limits: CallLimits) => Promise<T>,
): Promise<T> {
  // A worker without this provider is a fault of its operator: another worker, or a restart, mends it.
  if (!dependencies.calendarProviders.has(row.provider))
    throw new ProviderError('misconfigured', `${row.provider} is not configured`);
  const limits = callLimits();
  return withAccount(dependencies, row.connectionId, limits, (account) => call(account, limits));
}
