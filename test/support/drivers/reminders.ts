import type { Sql } from 'postgres';
import type { PlannedReminder } from '../../../domain/reminders/reminder-times.ts';
import type { Reminder } from '../../../schemas/shapes/reminders.ts';

/** Gives an event type these reminders, by their times in kept words. To both, or to the guest where only guests get one. */
export async function remindOf(
  sql: Sql,
  eventTypeId: string,
  reminders: readonly (Pick<Reminder, 'when'> & Partial<Reminder>)[],
): Promise<void> {
  const kept = reminders.map((reminder, index) => ({
    ...{ id: `rule${index}`, to: /after/.test(reminder.when) ? 'guest' : 'both', subject: null, text: null },
    ...reminder,
  }));
  await sql`update event_types set reminders = ${sql.json(kept)} where id = ${eventTypeId}`;
}

/** Reminders that have not left yet. */
export async function planOf(sql: Sql, bookingId: string): Promise<readonly PlannedReminder[]> {
  const [row] = await sql<{ reminders: PlannedReminder[] | null }[]>`
    select reminders from bookings where id = ${bookingId}`;
  return row?.reminders ?? [];
}

/** Time passes for a booking's rows: its reminders of a side are due now. Nudge its flow to make it see that. */
export async function letRemindersPass(sql: Sql, bookingId: string, side: PlannedReminder['side']): Promise<void> {
  const plan = await planOf(sql, bookingId);
  const now = Date.now() - 1_000;
  const aged = plan.map((one) => (one.side === side ? { ...one, atMs: Math.min(one.atMs ?? now, now) } : one));
  await sql`
    update bookings set reminders = ${sql.json(aged as never)}, remind_at = ${new Date(now)} where id = ${bookingId}`;
}
