import type { reminderTexts } from '../../../../texts/en/dashboard/reminders.ts';

export type ReminderTexts = typeof reminderTexts;
