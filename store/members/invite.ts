import type { PendingQuery, Row, Sql } from 'postgres';
import { type Actor, agentOf } from '../../domain/access/actor.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { INVITATIONS_PER_ADDRESS_AND_DAY, mailCapsOf } from '../../domain/mail/mail-caps.ts';
import type { BookingSource, Role } from '../../schemas/shapes/access.ts';
import { keyOf } from '../access/api-keys.ts';
import { type UndoableAddress, undoableAddressOf } from '../accounts/undoable-address.ts';
import { changed, logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { clockMs, lockName } from '../locks.ts';
import { secondsUntilFree, tightest, type UsedUpCap } from '../mail/network-caps.ts';
import { lockAsAdmin } from '../membership-lock.ts';
import { isStillVerified } from '../stopped-agents.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';
import { countMembersAndInvited } from './count-members.ts';
import { invitationMails, noteInvitationMail } from './invitation-mails.ts';
import { mayBeGiven } from './invitation-state.ts';
import { type InvitationRow, invitationColumns, isOpenInvitation } from './invitations.ts';
import { findUnknownTeam } from './invited-teams.ts';

const INVITATION_DAYS = 7;
const RESEND_AFTER_MINUTES = 10;

/** The token is derived from the id; only its hash is here. */
export interface NewInvitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: Role;
  /** undefined: an open invitation keeps its own, a new one has none */
  readonly teamIds?: readonly string[] | undefined;
  readonly tokenHash: Buffer;
}

export type InviteOutcome =
  /** `mailId`: the mail whose flow is to be started; null: none is due. */
  | { readonly result: 'invited'; readonly invitation: InvitationRow; readonly mailId: string | null }
  | { readonly result: 'already_member'; readonly userId: string }
  | { readonly result: 'team_not_found'; readonly teamId: string }
  /** Open for another role or other teams, and not this key's to change. */
  | { readonly result: 'invitation_open'; readonly invitation: InvitationRow }
  | { readonly result: 'over_plan_cap'; readonly over: OverPlanCap }
  | { readonly result: 'admin_needed' | 'owner_needed' }
  | ({ readonly result: 'too_many_invitations' } & UsedUpCap)
  | { readonly result: 'address_changed_lately'; readonly undoable: UndoableAddress }
  /** The person stopped the agent while this call was under way. */
  | { readonly result: 'agent_ended' };

interface Inviter {
  readonly actor: Actor;
  readonly source: BookingSource;
}

interface OpenInvitation extends InvitationRow {
  readonly isMailDue: boolean;
  /** It has expired, or its sender may not send it any more: it gives nothing. */
  readonly isDead: boolean;
  readonly keyId: string | null;
  readonly teamIds: readonly string[];
}

/**
 * Invites an address. An open invitation stays. A signed-in person who invites again becomes its sender and sets its role, and its teams if any are given. A key sets
 * role and teams of what it sent itself; the invitation of somebody else, it only mails again (docs/decisions/access.md#invitations).
 */
export const invite = (sql: Sql, request: NewInvitation, by: Inviter): Promise<InviteOutcome> =>
  inTransaction(sql, async (tx) => {
    const role = await lockAsAdmin(tx, by.actor);
    if (role === null) return { result: 'admin_needed' };
    const agentId = agentOf(by.actor);
    if (agentId !== null && !(await isStillVerified(tx, agentId))) return { result: 'agent_ended' };
    const [member] = await tx<{ id: string }[]>`
      select u.id from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${request.workspaceId} and u.email = ${request.email}`;
    if (member) return { result: 'already_member', userId: member.id };
    const teamId = await findUnknownTeam(tx, request.workspaceId, request.teamIds ?? []);
    if (teamId !== undefined) return { result: 'team_not_found', teamId };
    const open = await lockOpen(tx, request);
    const refusal = whyNotInvite(request, open, { ...by, role }) ?? (await whyNotNow(tx, request, open, by));
    if (refusal) return refusal;
    return open ? renew(tx, request, open, by) : create(tx, request, by);
  });

function whyNotInvite(
  { role, teamIds }: NewInvitation,
  open: OpenInvitation | undefined,
  by: Inviter & { readonly role: Role },
): InviteOutcome | null {
  if ((role === 'owner' || open?.role === 'owner') && by.role !== 'owner') return { result: 'owner_needed' };
  if (!open || isSender(open, by)) return null;
  if (open.role === role && (!teamIds || isSameSet(teamIds, open.teamIds))) return null;
  return { result: 'invitation_open', invitation: open };
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** Mails of one day, and places of the plan: an open invitation that can be accepted has its place already. */
async function whyNotNow(
  tx: Transaction,
  request: NewInvitation,
  open: OpenInvitation | undefined,
  { actor }: Inviter,
): Promise<InviteOutcome | null> {
  const undoable = request.role === 'owner' ? await undoableAddressOf(tx, actor.userId) : null;
  if (undoable) return { result: 'address_changed_lately', undoable };
  const usedUp = !open || open.isMailDue ? await usedUpBy(tx, request) : null;
  if (usedUp) return { result: 'too_many_invitations', ...usedUp };
  if (open && !open.isDead) return null;
  const used = await countMembersAndInvited(tx, request.workspaceId);
  const over = await findOverCap(tx, request.workspaceId, { feature: 'members', used }, await clockMs(tx));
  return over && { result: 'over_plan_cap', over };
}

async function lockOpen(tx: Transaction, { workspaceId, email }: NewInvitation): Promise<OpenInvitation | undefined> {
  const [open] = await tx<OpenInvitation[]>`
    select ${invitationColumns(tx)}, team_ids as "teamIds", invited_by_key_id as "keyId", expires_at <= clock_timestamp() or not (${mayBeGiven(tx)}) as "isDead",
      (issued_at < clock_timestamp() - ${RESEND_AFTER_MINUTES} * interval '1 minute'
        or expires_at <= clock_timestamp() or test_mode) as "isMailDue"
    from invitations i where workspace_id = ${workspaceId} and email = ${email} and ${isOpenInvitation(tx)} for update`;
  return open;
}

/** Invitations to one inbox, from all workspaces, count in turn. */
async function usedUpBy(tx: Transaction, { email, workspaceId }: NewInvitation): Promise<UsedUpCap | null> {
  const folded = foldedAddress(email);
  await lockName(tx, 'invitedInbox', folded);
  const { invitations } = mailCapsOf(await readSubscription(tx, workspaceId), await clockMs(tx));
  const [ofInbox, ofWorkspace] = [INVITATIONS_PER_ADDRESS_AND_DAY, invitations];
  const counted = await tx<{ limit: number; seconds: number | null }[]>`
    select ${ofInbox}::int as limit, ${secondsUntilFree(tx, tx`(${newestOf(tx, tx`inbox = ${folded}`)})[${ofInbox}::int]`)} as seconds
    union all
    select ${ofWorkspace}::int, ${secondsUntilFree(tx, tx`(${newestOf(tx, tx`workspace_id = ${workspaceId}`)})[${ofWorkspace}::int]`)}`;
  return tightest(
    counted.map(({ limit, seconds }) => (seconds === null ? null : { limit, retryAfterSeconds: seconds })),
  );
}

/** The times of the mails of the last day, the newest first. */
const newestOf = (tx: Transaction, which: PendingQuery<Row[]>) => tx`
  select array_agg(created_at order by created_at desc) from ${invitationMails(tx)} mails
  where ${which} and created_at > clock_timestamp() - interval '1 day'`;

/** Whether the caller is the sender from now on. The key that sent an open invitation stays its sender: its end ends the invitation. */
const isSender = ({ keyId, isDead }: OpenInvitation, { actor }: Inviter): boolean =>
  actor.kind === 'session' || isDead || keyId === actor.keyId;

async function create(tx: Transaction, request: NewInvitation, { actor, source }: Inviter): Promise<InviteOutcome> {
  const { id, workspaceId, email, role, teamIds = [] } = request;
  const [invitation] = await tx<InvitationRow[]>`
    insert into invitations (id, workspace_id, email, role, team_ids, token_hash, invited_by_user_id, invited_by_key_id, agent_principal_id, test_mode, issue_no,
      created_at, issued_at, expires_at)
    values (${id}, ${workspaceId}, ${email}, ${role}, ${[...teamIds]}::uuid[], ${request.tokenHash}, ${actor.userId}, ${keyOf({ actor })}, ${agentOf(actor)}, false, 1,
      clock_timestamp(), clock_timestamp(), clock_timestamp() + ${INVITATION_DAYS} * interval '1 day')
    returning ${invitationColumns(tx)}`;
  if (!invitation) throw new Error('an invitation was not made');
  const mailId = await noteInvitationMail(tx, { id, workspaceId, email });
  const subject = { type: 'invitation', id } as const;
  await logActivity(tx, {
    actor,
    source,
    workspaceId,
    action: 'invitation.created',
    subject,
    data: { email, role, teamIds },
  });
  return { result: 'invited', invitation, mailId };
}

async function renew(
  tx: Transaction,
  { role, workspaceId, ...request }: NewInvitation,
  open: OpenInvitation,
  by: Inviter,
): Promise<InviteOutcome> {
  const { isMailDue } = open;
  const teamIds = request.teamIds ?? open.teamIds;
  const { actor, source } = by;
  const sender = isSender(open, by)
    ? tx`, invited_by_user_id = ${actor.userId}, invited_by_key_id = ${keyOf({ actor })}, agent_principal_id = ${agentOf(actor)}`
    : tx``;
  const [invitation] = await tx<InvitationRow[]>`
    update invitations set role = ${role}, team_ids = ${[...teamIds]}::uuid[] ${sender}
      ${isMailDue ? tx`, test_mode = false, issue_no = issue_no + 1, issued_at = clock_timestamp(), expires_at = clock_timestamp() + ${INVITATION_DAYS} * interval '1 day'` : tx``}
    where id = ${open.id} returning ${invitationColumns(tx)}`;
  if (!invitation) throw new Error('an invitation went under its lock');
  const mailId = isMailDue ? await noteInvitationMail(tx, { ...open, workspaceId }) : null;
  const change = changed({ role: open.role, teamIds: open.teamIds }, { role, teamIds });
  if (isMailDue || Object.keys(change.after).length > 0) {
    const subject = { type: 'invitation', id: open.id } as const;
    const data = { ...change, mailedAgain: isMailDue };
    await logActivity(tx, { actor, source, workspaceId, action: 'invitation.renewed', subject, data });
  }
  return { result: 'invited', invitation, mailId };
}
