import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { readHostChange } from '../../store/booking/calendar-changes.ts';
import { type EventRow, saveMailed } from '../../store/booking/calendar-event-rows.ts';
import type { Meeting } from '../../store/meetings/meetings.ts';
import { renderCalendarEvent } from '../mail/calendar-event-message.ts';
import { deliver, type Mailer } from '../mail/send.ts';

export interface EventMailDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** Where the host has moved the event; null: it is where the booking is. */
const movedTo = ({ startMs, endMs, booking }: EventRow): Interval | null =>
  startMs === null || endMs === null || (startMs === booking.startMs && endMs === booking.endMs)
    ? null
    : { startMs, endMs };

interface HostMail {
  readonly dependencies: EventMailDependencies;
  readonly row: EventRow;
  /** As the event's host has it. */
  readonly meeting: Meeting;
}

/**
 * Mails a host what happened to the event of a booking in their calendar.
 * @throws MailUnavailable the mail provider is away
 */
export async function mailHost({ dependencies, row, meeting }: HostMail): Promise<void> {
  const { sql, mailer, service, links } = dependencies;
  if (row.mail === null) return;
  if (row.isShutOut) {
    await saveMailed(sql, row);
    return;
  }
  const change = row.attemptId === null ? undefined : await readHostChange(sql, row.attemptId);
  const reason = change?.outcome?.result === 'refused' ? change.outcome.reason : null;
  const { startMs, endMs } = row.booking;
  await deliver(
    mailer,
    renderCalendarEvent(service, {
      kind: row.mail,
      meeting: { ...meeting, startMs, endMs },
      userId: row.userId,
      mailNo: row.mailCount,
      provider: row.provider,
      failure: row.failure,
      isDeletion: !row.isHost || row.booking.status === 'canceled',
      period: change?.period ?? movedTo(row),
      reason,
      url: `${links.appUrl}/settings/calendars?${new URLSearchParams({ workspace: meeting.workspaceSlug })}`,
    }),
  );
  await saveMailed(sql, row);
}
