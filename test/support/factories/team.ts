import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { openStarts } from '../../../api/handlers/bookable/open-times.ts';
import type { Assignment } from '../../../domain/bookable/bookable-event.ts';
import { HIGHEST_UPCOMING_CAP } from '../../../schemas/shapes/workspaces.ts';
import { readSnapshot } from '../../../store/bookable/bookable-events.ts';
import { type EventSettings, stayingOpen, type TestHost, WHERE_GUESTS_CALL } from '../drivers/host.ts';

const DAY_MS = 86_400_000;

export interface TestMember {
  readonly userId: string;
  readonly email: string;
}

export interface TestTeamHost extends TestHost {
  readonly teamId: string;
  readonly members: readonly TestMember[];
}

export interface NewMember {
  readonly weight?: number;
  readonly fixed?: boolean;
  /** Open around the clock in UTC unless false: then they have no schedule. */
  readonly open?: boolean;
}

/** A person of a workspace, open around the clock in UTC. */
export async function addPerson(sql: Sql, workspaceId: string, nth: number, open = true): Promise<TestMember> {
  const [userId, scheduleId] = [uuidv7(), uuidv7()];
  const name = `m${nth}-${userId.slice(-8)}`;
  const email = `${name}@host.test`;
  await sql`insert into users (id, email, name) values (${userId}, ${email}, ${`Member ${nth}`})`;
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role) values (${uuidv7()}, ${workspaceId}, ${userId}, ${name}, 'member')`;
  if (!open) return { userId, email };
  await sql`
    insert into schedules (id, workspace_id, user_id, name, timezone) values (${scheduleId}, ${workspaceId}, ${userId}, 'Always', 'UTC')`;
  await sql`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${scheduleId}, day, 0, 1440 from generate_series(0, 6) as day`;
  return { userId, email };
}

/** A team `team/crew` in a new workspace, with one event of 30 minutes. */
export async function createTestTeam(
  sql: Sql,
  { assignment, members }: { readonly assignment: Assignment; readonly members: readonly NewMember[] },
  settings: EventSettings = {},
): Promise<TestTeamHost> {
  const [workspaceId, teamId, eventTypeId] = [uuidv7(), uuidv7(), uuidv7()];
  const slug = `w${workspaceId.slice(-12)}`;
  await sql`insert into workspaces (id, slug, name, plan, subscription_status, upcoming_per_network, upcoming_per_mail_domain)
    values (${workspaceId}, ${slug}, 'Test', 'growth', 'active', ${HIGHEST_UPCOMING_CAP}, ${HIGHEST_UPCOMING_CAP})`;
  await sql`
    insert into teams (id, workspace_id, slug, name, timezone) values (${teamId}, ${workspaceId}, 'crew', 'The Crew', 'Europe/Berlin')`;
  const people: TestMember[] = [];
  for (const [nth, { weight = 1, fixed = false, open = true }] of members.entries()) {
    const person = await addPerson(sql, workspaceId, nth, open);
    await sql`
      insert into team_members (team_id, workspace_id, user_id, weight, fixed)
      values (${teamId}, ${workspaceId}, ${person.userId}, ${weight}, ${fixed})`;
    people.push(person);
  }
  const event = {
    id: eventTypeId,
    workspace_id: workspaceId,
    team_id: teamId,
    assignment,
    slug: 'call',
    name: 'Call',
    duration_minutes: 30,
    ...WHERE_GUESTS_CALL,
    ...settings,
  };
  await sql`insert into event_types ${sql(event)}`;
  const address = { workspace: slug, username: 'team/crew', eventSlug: 'call' };
  const snapshot = async () => {
    const read = await readSnapshot(sql, address, Date.now());
    if (!read) throw new Error('the test team has no event');
    return read;
  };
  const listedStarts = async () => {
    const now = Date.now();
    return openStarts(await snapshot(), now, { startMs: now, endMs: now + 14 * DAY_MS });
  };
  return {
    address,
    workspaceId,
    teamId,
    eventTypeId,
    members: people,
    userId: people[0]?.userId ?? '',
    event: async () => (await snapshot()).event,
    openStarts: async () => stayingOpen((await snapshot()).event, await listedStarts()),
    listedStarts,
  };
}

/** Time off of a host, as a row. */
export const takeTimeOff = (sql: Sql, userId: string, startMs: number, endMs: number) => sql`
  insert into time_off (id, host_id, period)
  values (${uuidv7()}, ${userId}, tstzrange(${new Date(startMs)}, ${new Date(endMs)}))`;
