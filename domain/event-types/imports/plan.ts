import type { FormFieldInput } from '../../../schemas/shapes/forms.ts';
import type { LocationType } from '../../../schemas/shapes/public-calendar.ts';
import type { HoursWindow, Weekday } from '../../../schemas/shapes/weekly-hours.ts';

/** Hours of another service, as create_schedule takes them. */
export interface PlannedSchedule {
  readonly kind: 'schedule';
  /** As the other service names it; null: it gave none. */
  readonly sourceId: string | null;
  readonly name: string;
  readonly timezone: string;
  readonly weeklyHours: readonly { readonly days: readonly Weekday[]; readonly start: string; readonly end: string }[];
  readonly overrides: readonly { readonly date: string; readonly windows: readonly HoursWindow[] }[];
  /** What was not taken over, or only nearly. */
  readonly notes: readonly string[];
}

/** An event type of another service, as create_event_type takes it. */
export interface PlannedEventType {
  readonly kind: 'event_type';
  readonly sourceId: string | null;
  /** Its hours there; null: the default. */
  readonly scheduleSourceId: string | null;
  readonly name: string;
  readonly input: EventTypeInput;
  /** What its place was called there, if it cannot be kept; null: `input` has it. */
  readonly lostPlace: string | null;
  readonly notes: readonly string[];
}

/** Settings that the other service has too; what is missing has our default. */
export interface EventTypeInput {
  readonly name: string;
  readonly slug?: string;
  readonly description?: string;
  readonly durationMinutes: number;
  readonly locationType: LocationType;
  readonly locationDetail?: string;
  readonly maxFutureDays?: number;
  readonly minimumNoticeMinutes?: number;
  readonly slotIntervalMinutes?: number;
  readonly bufferBeforeMinutes?: number;
  readonly bufferAfterMinutes?: number;
  readonly limits?: { readonly perDay?: number; readonly perWeek?: number; readonly perMonth?: number };
  readonly requiresApproval?: boolean;
  readonly hidden?: boolean;
  readonly color?: string;
  readonly form?: { readonly fields: readonly FormFieldInput[] };
}

/** Something that has no place here. */
export interface LeftOut {
  readonly kind: 'schedule' | 'event_type';
  readonly sourceId: string | null;
  readonly name: string;
  readonly why: string;
}

export type Planned = PlannedSchedule | PlannedEventType | LeftOut;
export type Makeable = Exclude<Planned, LeftOut>;

export const isLeftOut = (one: Planned): one is LeftOut => 'why' in one;
export const isMakeable = (one: Planned): one is Makeable => !isLeftOut(one);
