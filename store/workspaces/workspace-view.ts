import type { Subscription } from '../../domain/billing/plan.ts';
import type { UpcomingCapSettings } from '../../domain/booking/upcoming-caps.ts';
import type { Plan } from '../../schemas/shapes/plan.ts';
import type { WorkspacePrepTexts } from '../../schemas/shapes/prep-texts.ts';
import type { SubscriptionStatus } from '../../schemas/shapes/workspaces.ts';
import type { Queryable } from '../database.ts';
import type { Branding } from './branding.ts';
import { type DefaultsOfRow, defaultsColumns } from './workspace-defaults.ts';

interface EventTypeToShare {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly durationMinutes: number;
}

/** A workspace as one of its members sees it. */
export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly subscription: Subscription;
  readonly createdAtMs: number;
  /** null: it is in use. */
  readonly eraseAtMs: number | null;
  readonly branding: Omit<Branding, 'name'>;
  readonly upcomingCaps: UpcomingCapSettings;
  readonly prepLookups: boolean;
  readonly prepTexts: WorkspacePrepTexts;
  readonly defaults: DefaultsOfRow;
  readonly mayBeShared: boolean;
  /** Rises with every change, of its plan too. */
  readonly version: number;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** The member's own events that guests can find, oldest first. */
  readonly eventTypes: readonly EventTypeToShare[];
}

interface ViewRow extends UpcomingCapSettings, DefaultsOfRow {
  prepLookups: boolean;
  prepTexts: WorkspacePrepTexts;
  version: number;
  mayBeShared: boolean;
  id: string;
  name: string;
  slug: string;
  plan: Plan;
  status: SubscriptionStatus;
  trial_ends_at: Date | null;
  seats: number | null;
  created_at: Date;
  erase_at: Date | null;
  accent_color: string | null;
  avatar_file: string | null;
  user_id: string;
  user_email: string;
  user_name: string;
}

/** Whether somebody may have the booking link: it was chosen or copied, is a day old, has a second member, or brought a guest (not a host who tried it). */
const mayBeShared = (sql: Queryable) => sql`
  (w.slug_settled_at is not null or w.created_at < clock_timestamp() - interval '1 day'
    or (select count(*) > 1 from (select 1 from memberships m where m.workspace_id = w.id limit 2) few)
    or exists (select 1 from bookings b where b.workspace_id = w.id and b.guest_email <> u.email))`;

/** Reads it; undefined: workspace or person are gone. */
export async function readWorkspaceView(
  sql: Queryable,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceView | undefined> {
  const [[row], eventTypes] = await Promise.all([
    sql<ViewRow[]>`
      select w.id, w.name, w.slug, w.plan, w.subscription_status as status, w.trial_ends_at, w.seats, w.created_at, w.erase_at,
        w.upcoming_per_network as "upcomingPerNetwork", w.upcoming_per_mail_domain as "upcomingPerMailDomain", w.prep_lookups as "prepLookups",
        w.prep_texts as "prepTexts", w.version::float8 as version,
        ${mayBeShared(sql)} as "mayBeShared",
        ${defaultsColumns(sql)}, w.accent_color, a.file as avatar_file, u.id as user_id, u.email::text as user_email, u.name as user_name
      from workspaces w join users u on u.id = ${userId} left join workspace_avatars a on a.workspace_id = w.id where w.id = ${workspaceId}`,
    sql<EventTypeToShare[]>`
      select id, slug, name, duration_minutes as "durationMinutes" from event_types
      where workspace_id = ${workspaceId} and host_id = ${userId} and archived_at is null and not hidden
      order by created_at, slug`,
  ]);
  if (!row) return undefined;
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    subscription: toSubscription(row),
    createdAtMs: row.created_at.getTime(),
    eraseAtMs: row.erase_at?.getTime() ?? null,
    upcomingCaps: row,
    prepLookups: row.prepLookups,
    prepTexts: row.prepTexts,
    defaults: row,
    version: row.version,
    mayBeShared: row.mayBeShared,
    branding: { accentColor: row.accent_color, avatarFile: row.avatar_file },
    user: { id: row.user_id, email: row.user_email, name: row.user_name },
    eventTypes,
  };
}

export type SubscriptionRow = Pick<ViewRow, 'plan' | 'status' | 'trial_ends_at' | 'seats'> & {
  /** Absent: nobody asks. */
  readonly is_disputed?: boolean;
};

/** A workspace's row for the plan rules. */
export const toSubscription = ({
  plan,
  status,
  trial_ends_at,
  seats,
  is_disputed = false,
}: SubscriptionRow): Subscription => ({
  plan,
  status,
  trialEndsAtMs: trial_ends_at?.getTime() ?? null,
  seats,
  ...(is_disputed && { isDisputed: true }),
});

/** A workspace's subscription. @throws Error for an unknown workspace: callers have found it before */
export async function readSubscription(sql: Queryable, workspaceId: string): Promise<Subscription> {
  const [row] = await sql<SubscriptionRow[]>`
    select plan, subscription_status as status, trial_ends_at, seats,
      exists (select 1 from subscriptions s where s.workspace_id = w.id and s.disputed_since is not null) as is_disputed
    from workspaces w where id = ${workspaceId}`;
  if (!row) throw new Error(`No workspace ${workspaceId}`);
  return toSubscription(row);
}

/** Its part of addresses. undefined: it is gone. */
export async function readWorkspaceSlug(sql: Queryable, workspaceId: string): Promise<string | undefined> {
  const [row] = await sql<{ slug: string }[]>`select slug from workspaces where id = ${workspaceId}`;
  return row?.slug;
}
