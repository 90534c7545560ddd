import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { listSlots } from '../../../domain/slots/host-slots.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { HIGHEST_UPCOMING_CAP } from '../../../schemas/shapes/workspaces.ts';
import { type EventAddress, readSnapshot } from '../../../store/bookable/bookable-events.ts';
import { blocking } from '../../../store/booking/time-blocks.ts';

const DAY_MS = 86_400_000;
/** As long as any test has a start in hand before it is booked. */
const STAYS_OPEN_MS = 15 * 60_000;

/** Those that do not become too soon to be booked while a test runs: it may begin in the last second of a half hour. */
export function stayingOpen({ rules }: BookableEvent, starts: readonly number[]): number[] {
  const soonMs = Date.now() + rules.minimumNoticeMinutes * 60_000 + STAYS_OPEN_MS;
  return starts.filter((start) => start >= soonMs);
}

/** Columns of `event_types` that a test sets. */
export type EventSettings = Readonly<Record<string, string | number | boolean | null>>;

export interface TestHost {
  readonly address: EventAddress;
  readonly workspaceId: string;
  readonly userId: string;
  readonly eventTypeId: string;
  event(): Promise<BookableEvent>;
  /** Open starts of the next 14 days that stay open as long as any test runs. */
  openStarts(): Promise<number[]>;
  /** The same as a slots call lists them at this moment. */
  listedStarts(): Promise<number[]>;
}

/** A place that needs nothing of the guest: where the host calls, every booking needs a number. */
export const WHERE_GUESTS_CALL = { location_type: 'phone', location_detail: 'Call me' } as const;

/** Another kind of place has a detail of its own, or none. */
const withoutOtherDetail = (settings: EventSettings): EventSettings =>
  'location_type' in settings ? { location_detail: null, ...settings } : settings;

/** A host in a new workspace, open around the clock in UTC, with one event of 30 minutes. */
export async function createHost(sql: Sql, settings: EventSettings = {}): Promise<TestHost> {
  const [workspaceId, userId, scheduleId, eventTypeId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const slug = `w${workspaceId.slice(-12)}`;
  await sql`insert into workspaces (id, slug, name, plan, subscription_status, upcoming_per_network, upcoming_per_mail_domain)
    values (${workspaceId}, ${slug}, 'Test', 'growth', 'active', ${HIGHEST_UPCOMING_CAP}, ${HIGHEST_UPCOMING_CAP})`;
  await sql`insert into users (id, email, name) values (${userId}, ${`${slug}@host.test`}, 'Hedy Host')`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role) values (${uuidv7()}, ${workspaceId}, ${userId}, 'hedy', 'owner')`;
  await sql`
    insert into schedules (id, workspace_id, user_id, name, timezone) values (${scheduleId}, ${workspaceId}, ${userId}, 'Always', 'UTC')`;
  await sql`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${scheduleId}, day, 0, 1440 from generate_series(0, 6) as day`;
  const event = {
    id: eventTypeId,
    workspace_id: workspaceId,
    host_id: userId,
    schedule_id: scheduleId,
    slug: 'call',
    name: 'Call',
    duration_minutes: 30,
    ...WHERE_GUESTS_CALL,
    ...withoutOtherDetail(settings),
  };
  await sql`insert into event_types ${sql(event)}`;
  const address = { workspace: slug, username: 'hedy', eventSlug: String(event.slug) };
  const snapshot = async () => {
    const read = await readSnapshot(sql, address, Date.now());
    if (!read) throw new Error('the test host has no event');
    return read;
  };
  const listedStarts = async () => {
    const { event, blocked: claims } = await snapshot();
    const now = Date.now();
    if (!event.schedule) return [];
    const host = { hostId: event.host.id, schedule: event.schedule, busy: blocking(claims, now) };
    return listSlots({ host, rules: event.rules, window: { startMs: now, endMs: now + 14 * DAY_MS }, now }).starts;
  };
  return {
    address,
    workspaceId,
    userId,
    eventTypeId,
    event: async () => (await snapshot()).event,
    openStarts: async () => stayingOpen((await snapshot()).event, await listedStarts()),
    listedStarts,
  };
}

/** Changes columns of a host's event. */
export const changeEvent = (sql: Sql, { eventTypeId }: TestHost, settings: EventSettings) =>
  sql`update event_types set ${sql(withoutOtherDetail(settings))} where id = ${eventTypeId}`;

/** Gives a host's event a form. */
export async function giveForm(sql: Sql, host: TestHost, fields: readonly FormField[]): Promise<void> {
  const formId = uuidv7();
  await sql`
    insert into forms (id, workspace_id, slug, name, fields)
    values (${formId}, ${host.workspaceId}, ${`f${formId.slice(-12)}`}, 'Before we meet', ${sql.json(fields as never)})`;
  await changeEvent(sql, host, { form_id: formId });
}

/** The questions of the demo's deep dive, and one question of each other type that tests need. */
export const intake: readonly FormField[] = [
  { key: 'topic', type: 'short_text', label: 'What about?', required: true, config: { maxLength: 20 } },
  {
    key: 'size',
    type: 'single_select',
    label: 'How large is your team?',
    required: true,
    config: {
      options: [
        { value: 'solo', label: 'Just me' },
        { value: 'large', label: 'More than 10' },
      ],
    },
  },
  {
    key: 'days',
    type: 'multi_select',
    label: 'Which days?',
    required: false,
    config: {
      options: [
        { value: 'mon', label: 'Monday' },
        { value: 'tue', label: 'Tuesday' },
      ],
    },
  },
  { key: 'seats', type: 'number', label: 'How many seats?', required: false, config: { min: 1, max: 9 } },
  { key: 'has_tool', type: 'boolean', label: 'Do you use a tool today?', required: false },
  {
    key: 'tool',
    type: 'short_text',
    label: 'Which one?',
    required: true,
    conditionalLogic: { all: [{ key: 'has_tool', op: 'equals', value: true }] },
  },
];

/** The three open starts nearest to a start, in order of time, as a refusal offers them. */
export async function nearestStarts(host: TestHost, startMs: number): Promise<number[]> {
  const distance = (other: number) => Math.abs(other - startMs);
  const open = (await host.listedStarts()).toSorted((one, other) => distance(one) - distance(other) || one - other);
  return open.slice(0, 3).toSorted((one, other) => one - other);
}
