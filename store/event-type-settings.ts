import type { EventTypeSettings } from '../domain/event-types/event-type.ts';
import { json, type Queryable, type Transaction } from './database.ts';
import type { Column } from './rows.ts';

/** Settings with parts, each of which has a column. */
type Parted = 'limits' | 'bookingPolicy';

/**
 * The column of each setting of an event type: the only mapping between the two. A setting without a column does not compile, nor does a
 * column that the table lacks.
 */
const COLUMNS = {
  name: 'name',
  slug: 'slug',
  description: 'description',
  durationMinutes: 'duration_minutes',
  locationType: 'location_type',
  locationDetail: 'location_detail',
  maxFutureDays: 'max_future_days',
  minimumNoticeMinutes: 'minimum_notice_minutes',
  slotIntervalMinutes: 'slot_interval_minutes',
  bufferBeforeMinutes: 'buffer_before_minutes',
  bufferAfterMinutes: 'buffer_after_minutes',
  buffersAroundCalendarEvents: 'buffers_around_calendar_events',
  limits: { perDay: 'limit_per_day', perWeek: 'limit_per_week', perMonth: 'limit_per_month' },
  requiresApproval: 'requires_approval',
  reapproveOnReschedule: 'reapprove_on_reschedule',
  bookingPolicy: {
    requireOtpHuman: 'require_otp_human',
    requireOtpAgent: 'require_otp_agent',
    requireBusinessEmail: 'require_business_email',
    blockRestrictedEmailDomains: 'block_restricted_email_domains',
  },
  hidden: 'hidden',
  color: 'color',
  scheduleId: 'schedule_id',
  prep: 'prep',
  prepTemplate: 'prep_template',
  prepMailMinutes: 'prep_mail_minutes',
  reminders: 'reminders',
} as const satisfies {
  readonly [Setting in keyof EventTypeSettings]: Setting extends Parted
    ? { readonly [Part in keyof EventTypeSettings[Setting]]: Column<'event_types'> }
    : Column<'event_types'>;
};

type Columns = string | { readonly [Part: string]: Columns };

const objectOf = (columns: Columns): string =>
  typeof columns === 'string'
    ? `e.${columns}`
    : `json_build_object(${Object.entries(columns).map(([name, part]) => `'${name}', ${objectOf(part)}`)})`;

const AS_OBJECT = objectOf(COLUMNS);

/** The settings of an event type `e` as one JSON object, for `sql<{ settings: EventTypeSettings }>`. */
export const settingsObject = (sql: Queryable) => sql.unsafe(AS_OBJECT);

const allColumns = (columns: Columns): string[] =>
  typeof columns === 'string' ? [columns] : Object.values(columns).flatMap(allColumns);

const inCamelCase = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const AS_LIST = allColumns(COLUMNS)
  .map((column) => `e.${column} as "${inCamelCase(column)}"`)
  .join(', ');

/** The settings of an event type `e` as columns of a flat row, such as "limitPerDay". */
export const settingsList = (sql: Queryable) => sql.unsafe(AS_LIST);

function valuesOf(columns: Columns, value: unknown): [string, unknown][] {
  if (typeof columns === 'string') return [[columns, value]];
  const parts = value as Readonly<Record<string, unknown>>;
  return Object.entries(columns).flatMap(([name, column]) => valuesOf(column, parts[name]));
}

/** The columns that hold settings, for an insert or update: `tx(settingColumns(tx, settings))`. */
export const settingColumns = (tx: Transaction, settings: EventTypeSettings) => ({
  ...(Object.fromEntries(valuesOf(COLUMNS, settings)) as Record<string, string | number | boolean | null>),
  reminders: json(tx, settings.reminders),
});
