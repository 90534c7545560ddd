import type { ReactNode, ToggleEventHandler } from 'react';
import type { OpenMonth } from '../picker/open-month.ts';
import type { PickerPlace } from '../picker/picker-place.ts';
import type { FirstDay } from '../picker/week-start.ts';

/** On wide screens; narrow ones always have a month. */
export type PickerKind = 'month' | 'week';

/** What the server sends to the picker's script, as JSON. */
export interface Picker {
  readonly open: OpenMonth;
  /** the requested date, YYYY-MM-DD; the picker shows this day or the nearest one with times */
  readonly asked: string | null;
  readonly place: PickerPlace;
  readonly view: PickerKind;
  /** the other month of a week that has days of two; null: none, or not read yet */
  readonly beside: OpenMonth | null;
  /** IANA; null: the host has no hours */
  readonly hostTimezone: string | null;
  /** where the zone comes from; host, utc: the guest has not chosen one yet */
  readonly zoneSource: 'guest' | 'host' | 'utc';
  /** true: the address names no zone, not even an unknown one */
  readonly mayDetectZone: boolean;
  /** 0: Sunday … 6: Saturday */
  readonly weekStartsOn: FirstDay;
  /** milliseconds since the epoch */
  readonly now: number;
}

/** State and actions of the picker's script. Without the script every control is a link or a form. */
export interface LivePicker {
  readonly status: 'ready' | 'loading' | 'failed';
  /** why, in words; null unless failed */
  readonly failure: string | null;
  /** what just changed, for screen readers */
  readonly announcement: string;
  /** undefined: what the server drew stays */
  readonly zoneMenu: ReactNode;
  /** The guest's own clock, if the address names another zone: a link is often made by somebody elsewhere. */
  readonly ownZone: { readonly name: string; use(): void } | null;
  readonly isZoneOpen: boolean;
  readonly onZoneToggle: ToggleEventHandler<HTMLDetailsElement>;
  /** loads the menu's script before the menu opens */
  prepareZones(): void;
  choose(date: string): void;
  show(month: string, date?: string): void;
  /** the week that a date is in */
  showWeek(date: string): void;
  /** the same day in the other view */
  showAs(kind: PickerKind): void;
  /** loads a month before it is shown */
  prepare(month: string): void;
  retry(): void;
}
