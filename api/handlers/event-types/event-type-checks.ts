import { v7 as uuidv7 } from 'uuid';
import { formIssues } from '../../../domain/forms/check-definition.ts';
import { reminderIssues } from '../../../domain/reminders/reminders.ts';
import type { FieldIssue } from '../../../schemas/errors.ts';
import { EVENT_TYPE_CAPS } from '../../../schemas/shapes/event-type-caps.ts';
import type { FormInput } from '../../../schemas/shapes/forms.ts';
import type { ReminderInput } from '../../../schemas/shapes/reminders.ts';

/** Each question, and the rule that it breaks. */
export function issuesOfForm(form: FormInput | null | undefined): FieldIssue[] {
  if (form && Buffer.byteLength(JSON.stringify(form)) > EVENT_TYPE_CAPS.formBytes)
    return [{ path: 'form', message: `has more than ${EVENT_TYPE_CAPS.formBytes} bytes as JSON; shorten it` }];
  return form ? [...formIssues(form.fields, 'form.fields')] : [];
}

/** What is wrong with reminders, by field. */
export const issuesOfReminders = (reminders: readonly ReminderInput[] | undefined): FieldIssue[] =>
  reminders ? reminderIssues(reminders) : [];

/** An id of a reminder, fresh in its event type: the random end of a UUID. */
export const newReminderId = (): string => uuidv7().slice(-8);
