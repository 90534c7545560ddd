import { z } from 'zod';
import { definedIn } from './defined-in.ts';
import { line, lines, subjectLine } from './fields.ts';

/** Most reminders of an event type: the cap of the largest plan. */
export const MOST_REMINDERS = 10;

const RecipientOfReminder = z.enum(['guest', 'host', 'both']);

/** A reminder as a caller writes it: `when` in words that domain/reminders/reminders.ts reads. */
export const ReminderInput = z.object({
  id: line(1, 40).optional().describe('Only to keep one of get_event_type.'),
  when: line(1, 60),
  to: RecipientOfReminder.optional(),
  subject: subjectLine(150).nullable().optional(),
  text: lines(1_000).nullable().optional(),
});
export type ReminderInput = z.infer<typeof ReminderInput>;

export const RemindersInput = z.array(ReminderInput).max(MOST_REMINDERS);

/** A reminder as it is kept. */
export const Reminder = z.object({
  id: z.string(),
  when: z.string().describe('"24h before", "1d before 09:00", "30m after" or "1h after no-show".'),
  to: RecipientOfReminder.describe('The recipients: guest, host (all hosts of the meeting) or both.'),
  subject: z.string().nullable().describe('null: our own.'),
  text: z.string().nullable().describe('null: our own.'),
});
export type Reminder = z.infer<typeof Reminder>;

/** The schema is long, and an agent knows it from the input. */
export const Reminders = definedIn('the OpenAPI document', z.array(Reminder));
