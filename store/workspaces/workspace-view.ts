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
  readonly version: number;
  mayBeShared: boolean;
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly plan: Plan;
  readonly status: SubscriptionStatus;
  readonly trialEndsAt: Date | null;
  readonly seats: number | null;
  readonly createdAt: Date;
  readonly eraseAt: Date | null;
  readonly accentColor: string | null;
  readonly avatarFile: string | null;
  readonly userId: string;
  readonly userEmail: string;
  readonly userName: string;
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
      select w.id, w.name, w.slug, w.plan, w.subscription_status as status, w.trial_ends_at as "trialEndsAt", w.seats, w.created_at as "createdAt", w.erase_at as "eraseAt",
        w.upcoming_per_network as "upcomingPerNetwork", w.upcoming_per_mail_domain as "upcomingPerMailDomain", w.prep_lookups as "prepLookups",
        w.prep_texts as "prepTexts", w.version::float8 as version,
        ${mayBeShared(sql)} as "mayBeShared",
        ${defaultsColumns(sql)}, w.accent_color as "accentColor", a.file as "avatarFile", u.id as "userId", u.email::text as "userEmail", u.name as "userName"
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
    createdAtMs: row.createdAt.getTime(),
    eraseAtMs: row.eraseAt?.getTime() ?? null,
    upcomingCaps: row,
    prepLookups: row.prepLookups,
    prepTexts: row.prepTexts,
    defaults: row,
    version: row.version,
    mayBeShared: row.mayBeShared,
    branding: { accentColor: row.accentColor, avatarFile: row.avatarFile },
    user: { id: row.userId, email: row.userEmail, name: row.userName },
    eventTypes,
  };
}

export type SubscriptionRow = Pick<ViewRow, 'plan' | 'status' | 'trialEndsAt' | 'seats'> & {
  /** Absent: nobody asks. */
  readonly isDisputed?: boolean;
};

/** A workspace's row for the plan rules. */
export const toSubscription = ({
  plan,
  status,
  trialEndsAt,
  seats,
  isDisputed = false,
}: SubscriptionRow): Subscription => ({
  plan,
  status,
  trialEndsAtMs: trialEndsAt?.getTime() ?? null,
  seats,
  ...(isDisputed && { isDisputed: true }),
});

/** A workspace's subscription. @throws Error for an unknown workspace: callers have found it before */
export async function readSubscription(sql: Queryable, workspaceId: string): Promise<Subscription> {
  const [row] = await sql<SubscriptionRow[]>`
    select plan, subscription_status as status, trial_ends_at as "trialEndsAt", seats,
      exists (select 1 from subscriptions s where s.workspace_id = w.id and s.disputed_since is not null) as "isDisputed"
    from workspaces w where id = ${workspaceId}`;
  if (!row) throw new Error(`No workspace ${workspaceId}`);
  return toSubscription(row);
}

/** Its part of addresses. undefined: it is gone. */
export async function readWorkspaceSlug(sql: Queryable, workspaceId: string): Promise<string | undefined> {
  const [row] = await sql<{ slug: string }[]>`select slug from workspaces where id = ${workspaceId}`;
  return row?.slug;
}
