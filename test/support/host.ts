import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { BookingPage } from '../../domain/booking-page.ts';
import { listSlots } from '../../domain/slots/list.ts';
import { type EventAddress, readSnapshot } from '../../store/booking-pages.ts';
import { blocking } from '../../store/claims.ts';

const DAY_MS = 86_400_000;

/** Columns of `event_types` that a test cares about. */
export type EventSettings = Readonly<Record<string, string | number | boolean | null>>;

export interface TestHost {
  readonly address: EventAddress;
  readonly workspaceId: string;
  readonly userId: string;
  readonly eventTypeId: string;
  page(): Promise<BookingPage>;
  /** Open starts of the next 14 days, as a slots call would list them. */
  openStarts(): Promise<number[]>;
}

/** A host of a workspace of their own, open around the clock in UTC, with one event of 30 minutes. */
export async function createHost(sql: Sql, settings: EventSettings = {}): Promise<TestHost> {
  const [workspaceId, userId, scheduleId, eventTypeId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const slug = `w${workspaceId.slice(-12)}`;
  await sql`insert into workspaces (id, slug, name, plan, subscription_status) values (${workspaceId}, ${slug}, 'Test', 'growth', 'active')`;
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
    location_type: 'phone',
    ...settings,
  };
  await sql`insert into event_types ${sql(event)}`;
  const address = { workspace: slug, username: 'hedy', eventSlug: String(event.slug) };
  const snapshot = async () => {
    const read = await readSnapshot(sql, address, Date.now());
    if (!read) throw new Error('the test host has no page');
    return read;
  };
  return {
    address,
    workspaceId,
    userId,
    eventTypeId,
    page: async () => (await snapshot()).page,
    openStarts: async () => {
      const { page, claims } = await snapshot();
      const now = Date.now();
      if (!page.schedule) return [];
      const host = { hostId: page.host.id, schedule: page.schedule, busy: blocking(claims, now) };
      return listSlots({ host, rules: page.rules, window: { startMs: now, endMs: now + 14 * DAY_MS }, now }).starts;
    },
  };
}
