import type { FieldIssue } from '../../schemas/errors.ts';
import type { PrepTemplate } from '../../schemas/shapes/prep.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { Reminder, ReminderInput } from '../../schemas/shapes/reminders.ts';
import type { BookingPolicy } from '../../schemas/shapes/slots.ts';
import { keptReminders } from '../reminders/reminders.ts';
import { webLink } from '../untrusted-text.ts';

/** The most meetings of one event in a day, week or month of the host's schedule; null: no limit. */
export interface EventLimits {
  readonly perDay: number | null;
  readonly perWeek: number | null;
  readonly perMonth: number | null;
}

/** A host's settings of an event type, without its form (contract, Event type settings). */
export interface EventTypeSettings {
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly durationMinutes: number;
  readonly locationType: LocationType;
  readonly locationDetail: string | null;
  readonly maxFutureDays: number;
  readonly minimumNoticeMinutes: number;
  /** null: as long as the meeting. */
  readonly slotIntervalMinutes: number | null;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly buffersAroundCalendarEvents: boolean;
  readonly limits: EventLimits;
  readonly requiresApproval: boolean;
  /** A guest's move of an approved meeting asks the host again. */
  readonly reapproveOnReschedule: boolean;
  readonly bookingPolicy: BookingPolicy;
  readonly hidden: boolean;
  readonly color: string | null;
  /** null: the host has no schedule. */
  readonly scheduleId: string | null;
  /** Its meetings get prep packs. */
  readonly prep: boolean;
  readonly prepTemplate: PrepTemplate;
  /** Minutes before the start; null: no mail. */
  readonly prepMailMinutes: number | null;
  readonly reminders: readonly Reminder[];
}

type OrUndefined<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** Settings that a change names in part, or in words. */
type Parted = 'limits' | 'bookingPolicy' | 'reminders';

/** A change: absent fields stay. */
export interface SettingsChange extends OrUndefined<Omit<EventTypeSettings, Parted>> {
  readonly limits?: OrUndefined<EventLimits> | undefined;
  readonly bookingPolicy?: OrUndefined<BookingPolicy> | undefined;
  /** all of them, checked by `reminderIssues` */
  readonly reminders?: readonly ReminderInput[] | undefined;
}

const given = <T extends object>(change: OrUndefined<T>): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;

/**
 * The settings after a change. A new kind of place drops the old kind's detail.
 * @param newReminderId a fresh id of a reminder
 */
export function applyChange(
  before: EventTypeSettings,
  change: SettingsChange,
  newReminderId: () => string,
): EventTypeSettings {
  const { limits = {}, bookingPolicy = {}, reminders, ...rest } = change;
  const moves = rest.locationType !== undefined && rest.locationType !== before.locationType;
  return {
    ...before,
    ...(moves ? { locationDetail: null } : {}),
    ...given<Omit<EventTypeSettings, Parted>>(rest),
    limits: { ...before.limits, ...given<EventLimits>(limits) },
    bookingPolicy: { ...before.bookingPolicy, ...given<BookingPolicy>(bookingPolicy) },
    ...(reminders ? { reminders: keptReminders(reminders, before.reminders, newReminderId) } : {}),
  };
}

/** What is wrong with an event's place; null: nothing. */
export function locationIssue({
  locationType,
  locationDetail,
}: Pick<EventTypeSettings, 'locationType' | 'locationDetail'>): FieldIssue | null {
  const issue = (message: string): FieldIssue => ({ path: 'locationDetail', message });
  switch (locationType) {
    case 'custom_link':
      return isHttps(locationDetail) ? null : issue('must be an https:// address when locationType is custom_link');
    case 'in_person':
      return locationDetail === null ? issue('must say where, when locationType is in_person') : null;
    case 'phone':
      return null;
    default:
      return locationDetail === null || isHttps(locationDetail)
        ? null
        : issue(`must be an https:// address, or be left out, when locationType is ${locationType}`);
  }
}

const isHttps = (detail: string | null): boolean =>
  webLink(detail) !== null && /^https:/i.test(detail ?? '') && URL.canParse(detail ?? '');
