import type { Sql } from 'postgres';
import type { CreditGrant } from '../../domain/billing/credits.ts';
import { capsOfPlan, trialLeftMs } from '../../domain/billing/plan.ts';
import { TRIAL_REMINDER_MS, type TrialStanding } from '../../domain/billing/trial.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { tokenHash } from '../../domain/secrets.ts';
import type { Plan } from '../../schemas/shapes/plan.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { personZone } from '../person-zone.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { type SubscriptionRow, toSubscription } from '../workspaces/workspace-view.ts';
import { grantCredits } from './credits.ts';

/** Whether an address gets a trial: each inbox has one, whatever its `+tag`. From now on it had it. */
export async function takeTrial(tx: Transaction, email: string): Promise<boolean> {
  const taken = await tx`
    insert into trial_inboxes (inbox_hash) values (${tokenHash(foldedAddress(email))}) on conflict do nothing returning 1`;
  return taken.length > 0;
}

interface TrialRow extends SubscriptionRow {
  readonly now: Date;
  readonly isReminded: boolean;
  readonly isEndToMail: boolean;
}

/** Ends a trial whose time is over and returns where it stands. Safe to repeat: the row decides. */
export const settleTrial = (sql: Sql, workspaceId: string): Promise<TrialStanding> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<TrialRow[]>`
      select plan, subscription_status as status, trial_ends_at as "trialEndsAt", seats, clock_timestamp() as now,
        trial_reminded_at is not null as "isReminded", ${isEndMailDue(tx)} as "isEndToMail"
      from workspaces w where id = ${workspaceId} for no key update`;
    if (!row) return { stage: 'ended' };
    const leftMs = trialLeftMs(toSubscription(row), row.now.getTime());
    if (leftMs === null)
      return row.plan === 'free' ? { stage: 'ended', isMailDue: row.isEndToMail } : { stage: 'converted' };
    if (leftMs > 0) {
      await grantCredits(tx, workspaceId, trialGrant(workspaceId, row, leftMs));
      return running(leftMs, row.isReminded);
    }
    await tx`
      update workspaces set plan = 'free', subscription_status = 'active', trial_ended_at = clock_timestamp() where id = ${workspaceId}`;
    await logActivity(tx, {
      actor: null,
      workspaceId,
      source: 'system',
      action: 'trial.ended',
      subject: { type: 'workspace', id: workspaceId },
    });
    return { stage: 'ended', isMailDue: true };
  });

/** A trial has the credits of a month of its plan, and they end with it. */
const trialGrant = (workspaceId: string, { plan, now }: TrialRow, leftMs: number): CreditGrant => ({
  ...{ source: 'trial', key: `trial/${workspaceId}`, amount: capsOfPlan(plan, null).creditsPerMonth },
  expiresMs: now.getTime() + leftMs,
});

function running(leftMs: number, isReminded: boolean): TrialStanding {
  const untilReminderMs = leftMs - TRIAL_REMINDER_MS;
  if (isReminded || untilReminderMs <= 0) return { stage: 'running', waitMs: leftMs, isMailDue: !isReminded };
  return { stage: 'running', waitMs: untilReminderMs };
}

/** A plan is paid before the trial's last day. */
export async function isTrialReplaced(sql: Queryable, workspaceId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from workspaces where id = ${workspaceId} and subscription_status <> 'trialing' and plan <> 'free' and trial_ends_at > clock_timestamp()`;
  return rows.length > 0;
}

/** A mail that a trial's owners should have by now. */
export interface TrialMailDue {
  readonly kind: 'reminder' | 'end';
  readonly workspaceName: string;
  readonly plan: Plan;
  readonly endsAt: Date;
  /** The zone of the first owner's hours. */
  readonly owners: readonly { readonly id: string; readonly email: string; readonly timezone: string }[];
}

/** undefined: none is due. */
export async function readTrialMail(sql: Queryable, workspaceId: string): Promise<TrialMailDue | undefined> {
  const [row] = await sql<TrialMailDue[]>`
    select case when w.trial_ended_at is null then 'reminder' else 'end' end as kind, w.name as "workspaceName", w.plan,
      w.trial_ends_at as "endsAt",
      (select coalesce(json_agg(json_build_object('id', u.id, 'email', u.email, 'timezone', ${personZone(sql, 'u.id')}) order by m.created_at, u.id), '[]')
        from memberships m join users u on u.id = m.user_id
        where m.workspace_id = w.id and m.role = 'owner' and m.leaving_at is null) as owners
    from workspaces w
    where w.id = ${workspaceId} and (
      ${isReminderDue(sql)} and w.trial_ends_at > clock_timestamp()
      or w.plan = 'free' and ${isEndMailDue(sql)})`;
  return row;
}

/** The owners got the mail. */
export const markTrialMailed = (sql: Queryable, workspaceId: string, kind: TrialMailDue['kind']) =>
  kind === 'reminder'
    ? sql`update workspaces set trial_reminded_at = clock_timestamp() where id = ${workspaceId} and trial_reminded_at is null`
    : sql`update workspaces set trial_end_mailed_at = clock_timestamp() where id = ${workspaceId} and trial_end_mailed_at is null`;

/** Of a workspace `w`. */
const isReminderDue = (sql: Queryable) => sql`w.subscription_status = 'trialing' and w.trial_reminded_at is null`;

const isEndMailDue = (sql: Queryable) => sql`w.trial_ended_at is not null and w.trial_end_mailed_at is null`;

/** For the sweep. */
export const waitingTrials: WaitingQuery = (sql) => sql`
  select 'trial' as lot, id, id as workspace_id, trial_ends_at as since from workspaces where subscription_status = 'trialing'
  union all
  select 'trial', id, id, trial_ends_at - ${TRIAL_REMINDER_MS} * interval '1 millisecond' from workspaces w where ${isReminderDue(sql)}
  union all
  select 'trial', id, id, trial_ended_at from workspaces w where w.plan = 'free' and ${isEndMailDue(sql)}`;
