import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Person } from '../../domain/access/actor.ts';
import { DEFAULT_REMINDERS } from '../../domain/reminders/reminders.ts';
import { slugCandidates, slugOf, usernameBeside } from '../../domain/workspaces/names.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { type Activity, logActivity } from '../activity.ts';
import { json, sqlState, type Transaction } from '../database.ts';
import { inRefusableTransaction, type Refusal, type Refuse } from '../refusal.ts';
import { noteUnclaimed } from './note-unclaimed.ts';
import { readBookingDefaults } from './workspace-defaults.ts';

const TRIAL_DAYS = 14;
const MOST_OWNED = 20;
const WORK_DAYS = [1, 2, 3, 4, 5];
const OPENS_MINUTE = 9 * 60;
const CLOSES_MINUTE = 17 * 60;

const UNIQUE_VIOLATION = '23505';

export interface WorkspaceName {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export interface Mine extends WorkspaceName {
  readonly role: Role;
  readonly username: string;
}

/** eraseAt: it is deleted, and erased then. */
type ListedWorkspace = Mine & { readonly eraseAt: Date | null };

/** A workspace to make, and its owner. */
export interface NewWorkspace {
  readonly owner: { readonly id: string; readonly name: string };
  readonly name: string;
  /** null: a free one is made from the name. */
  readonly slug: string | null;
  /** IANA zone of the workspace and of the default schedule. */
  readonly timezone: string;
  readonly trial: boolean;
}

export interface WorkspaceSlugTaken {
  readonly refused: 'slug_taken';
  readonly slug: string;
}

/** Makes a workspace with its owner, working hours and one event type, so its link can be shared. */
export async function createWorkspace(
  tx: Transaction,
  request: NewWorkspace,
  refuse: Refuse<WorkspaceSlugTaken>,
): Promise<Mine> {
  const id = uuidv7();
  const slug = await insertWorkspace(tx, id, request, refuse);
  const username = usernameBeside(slug, request.owner.name);
  const [taken = username] = slugCandidates(username, id.slice(-6));
  await tx`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${uuidv7()}, ${id}, ${request.owner.id}, ${taken}, 'owner')`;
  await openForBookings(tx, id, request);
  await noteUnclaimed(tx, id, request.owner.id);
  return { id, name: request.name, slug, role: 'owner', username: taken };
}

async function insertWorkspace(
  tx: Transaction,
  id: string,
  { name, slug, timezone, trial }: NewWorkspace,
  refuse: Refuse<WorkspaceSlugTaken>,
): Promise<string> {
  const first = slug ?? slugOf(name, 'workspace');
  const candidates = slug === null ? slugCandidates(first, id.slice(-6)) : [slug];
  for (const candidate of candidates) {
    const [former] = await tx`
      select 1 from workspace_slugs where slug = ${candidate}
      union all select 1 from retired_slugs where slug_hash = sha256(convert_to(${candidate}, 'UTF8'))`;
    if (former) continue;
    const [made] = await tx`
      insert into workspaces (id, slug, name, timezone, plan, subscription_status, trial_ends_at)
      values (${id}, ${candidate}, ${name}, ${timezone}, ${trial ? 'growth' : 'free'}, ${trial ? 'trialing' : 'active'},
        ${trial ? tx`clock_timestamp() + ${TRIAL_DAYS} * interval '1 day'` : null})
      on conflict (slug) do nothing returning id`.catch(orSlugTaken(candidate, refuse));
    if (made) return candidate;
  }
  return refuse({ refused: 'slug_taken', slug: candidates[0] ?? first });
}

/** Refuses a slug that the database refuses, such as a former slug of another workspace. */
export const orSlugTaken =
  (slug: string, refuse: Refuse<WorkspaceSlugTaken>) =>
  (error: unknown): never => {
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse({ refused: 'slug_taken', slug });
    throw error;
  };

/** Adds what a person needs to be booked: working hours and one event type, by phone, which works without another fact (docs/decisions/booking.md#a-way-to-join). */
export async function openForBookings(
  tx: Transaction,
  workspaceId: string,
  { owner, timezone }: Pick<NewWorkspace, 'owner' | 'timezone'>,
): Promise<void> {
  const scheduleId = uuidv7();
  await tx`
    insert into schedules (id, workspace_id, user_id, name, timezone)
    values (${scheduleId}, ${workspaceId}, ${owner.id}, 'Working hours', ${timezone})`;
  await tx`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${scheduleId}, day, ${OPENS_MINUTE}, ${CLOSES_MINUTE} from unnest(${WORK_DAYS}::smallint[]) as day`;
  const times = await readBookingDefaults(tx, workspaceId);
  await tx`
    insert into event_types (id, workspace_id, host_id, slug, name, location_type, schedule_id, duration_minutes, max_future_days,
      minimum_notice_minutes, slot_interval_minutes, buffer_before_minutes, buffer_after_minutes, reminders)
    values (${uuidv7()}, ${workspaceId}, ${owner.id}, ${`meeting-${times.durationMinutes}`}, 'Meeting', 'phone', ${scheduleId},
      ${times.durationMinutes}, ${times.maxFutureDays}, ${times.minimumNoticeMinutes}, ${times.slotIntervalMinutes},
      ${times.bufferBeforeMinutes}, ${times.bufferAfterMinutes}, ${json(tx, DEFAULT_REMINDERS)})`;
}

/** `person_gone`: the person was deleted during their session. */
export type AddRefusal =
  | WorkspaceSlugTaken
  | { readonly refused: 'person_gone' }
  | { readonly refused: 'too_many_workspaces'; readonly max: number };

/** For whom a workspace is made, and how the log names who did it. */
export interface WorkspaceMaker {
  readonly userId: string;
  readonly actorIn: (workspace: Mine) => Activity['actor'];
  readonly source: Activity['source'];
}

/** A person makes a workspace for themselves. */
export const madeByPerson = ({ userId, sessionId }: Person): WorkspaceMaker => ({
  userId,
  actorIn: ({ id: workspaceId, role, username }) => ({
    ...{ kind: 'session', sessionId, userId, workspaceId, role, username, locked: false },
  }),
  source: 'dashboard',
});

/** Makes another workspace for a person, without a trial. @param also done in the same transaction, before: it may refuse */
export const addWorkspace = <R extends Refusal = never>(
  sql: Sql,
  maker: WorkspaceMaker,
  request: Pick<NewWorkspace, 'name' | 'slug' | 'timezone'>,
  also?: {
    readonly before: (tx: Transaction, refuse: Refuse<R>) => Promise<void>;
    readonly after: (tx: Transaction, workspace: Mine) => Promise<void>;
  },
): Promise<Mine | AddRefusal | R> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<AddRefusal | R>) => {
    const { userId } = maker;
    const [owner] = await tx<{ id: string; name: string }[]>`
      select id, name from users where id = ${userId} for no key update`;
    const [owned] = await tx<{ count: number }[]>`
      select count(*)::int as count from memberships where user_id = ${userId} and role = 'owner'`;
    if (!owner) return refuse({ refused: 'person_gone' });
    if ((owned?.count ?? 0) >= MOST_OWNED) return refuse({ refused: 'too_many_workspaces', max: MOST_OWNED });
    await also?.before(tx, refuse);
    const workspace = await createWorkspace(tx, { owner, ...request, trial: false }, refuse);
    await also?.after(tx, workspace);
    await logActivity(tx, {
      actor: maker.actorIn(workspace),
      workspaceId: workspace.id,
      source: maker.source,
      action: 'workspace.created',
      subject: { type: 'workspace', id: workspace.id },
      data: { slug: workspace.slug },
    });
    return workspace;
  });

/** A person's workspaces, the oldest membership first. */
export const listMine = (sql: Sql, userId: string) => sql<ListedWorkspace[]>`
  select w.id, w.name, w.slug, m.role, m.username, w.erase_at as "eraseAt"
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.user_id = ${userId} and m.leaving_at is null order by m.created_at, m.id`;
