import type { Sql } from 'postgres';
import { type Actor, agentOf } from '../../domain/access/actor.ts';
import { rolesGivenBy } from '../../domain/access/role-order.ts';
import type { ActedBy } from '../../domain/booking/acted-by.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { INVITATIONS_PER_ADDRESS_AND_DAY, mailCapsOf } from '../../domain/mail/mail-caps.ts';
import { ADMINS, type BookingSource, type Role } from '../../schemas/shapes/access.ts';
import { type Doer, keyOf } from '../access/api-keys.ts';
import { type LateAddress, lateAddressOf } from '../accounts/undoable-address.ts';
import { changed, logActedBy, logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { clockMs, lockName } from '../locks.ts';
import { isStillVerified } from '../stopped-agents.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';
import { countMembersAndInvited } from './count-members.ts';
import { mayBeGiven } from './invitation-state.ts';
import { findUnknownTeam, type TeamName, teamsOfInvitation } from './invited-teams.ts';
import { lockAsAdmin } from './members.ts';

export const INVITATION_DAYS = 7;
const RESEND_AFTER_MINUTES = 10;

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Those that still exist. */
  readonly teams: readonly TeamName[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

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
  | { readonly result: 'invited'; readonly invitation: InvitationRow; readonly isMailDue: boolean }
  | { readonly result: 'already_member'; readonly userId: string }
  | { readonly result: 'team_not_found'; readonly teamId: string }
  /** Open for another role or other teams, and not this key's to change. */
  | { readonly result: 'invitation_open'; readonly invitation: InvitationRow }
  | { readonly result: 'over_plan_cap'; readonly over: OverPlanCap }
  | { readonly result: 'admin_needed' | 'owner_needed' | 'too_many_invitations' }
  | { readonly result: 'address_changed_lately'; readonly late: LateAddress }
  /** The person stopped the agent while this call was under way. */
  | { readonly result: 'agent_ended' };

const columns = (sql: Queryable) => sql`
  id, email::text, role, ${teamsOfInvitation(sql)} as teams, created_at as "createdAt", expires_at as "expiresAt"`;
/** An invitation that can still be accepted; undefined: it is none of this workspace. */
export async function findOpenInvitation(
  sql: Queryable,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<InvitationRow | undefined> {
  const [row] = await sql<InvitationRow[]>`
    select ${columns(sql)} from invitations
    where id = ${id} and workspace_id = ${workspaceId} and ${isOpen(sql)} and expires_at > clock_timestamp()`;
  return row;
}

const isOpen = (sql: Queryable) => sql`accepted_at is null and revoked_at is null`;

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
 * role and teams of what it sent itself; the invitation of somebody else, it only mails again (decision 0111).
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
  const late = request.role === 'owner' ? await lateAddressOf(tx, actor.userId) : null;
  if (late) return { result: 'address_changed_lately', late };
  if ((!open || open.isMailDue) && (await hadEnough(tx, request))) return { result: 'too_many_invitations' };
  if (open && !open.isDead) return null;
  const used = await countMembersAndInvited(tx, request.workspaceId);
  const over = await findOverCap(tx, request.workspaceId, { feature: 'members', used }, await clockMs(tx));
  return over && { result: 'over_plan_cap', over };
}

async function lockOpen(tx: Transaction, { workspaceId, email }: NewInvitation): Promise<OpenInvitation | undefined> {
  const [open] = await tx<OpenInvitation[]>`
    select ${columns(tx)}, team_ids as "teamIds", invited_by_key_id as "keyId", expires_at <= clock_timestamp() or not (${mayBeGiven(tx)}) as "isDead",
      (issued_at < clock_timestamp() - ${RESEND_AFTER_MINUTES} * interval '1 minute'
        or expires_at <= clock_timestamp() or test_mode) as "isMailDue"
    from invitations i where workspace_id = ${workspaceId} and email = ${email} and ${isOpen(tx)} for update`;
  return open;
}

/** Invitations to one inbox, from all workspaces, count in turn. */
async function hadEnough(tx: Transaction, { email, workspaceId }: NewInvitation): Promise<boolean> {
  const folded = foldedAddress(email);
  await lockName(tx, 'invitedInbox', folded);
  const [asked] = await tx<{ address: number; workspace: number }[]>`
    select count(*) filter (where folded_email = ${folded} and not test_mode)::int as address,
      count(*) filter (where workspace_id = ${workspaceId})::int as workspace
    from invitation_mails
    where (folded_email = ${folded} or workspace_id = ${workspaceId}) and asked_at > clock_timestamp() - interval '1 day'`;
  if ((asked?.address ?? 0) >= INVITATIONS_PER_ADDRESS_AND_DAY) return true;
  const caps = mailCapsOf(await readSubscription(tx, workspaceId), await clockMs(tx));
  return (asked?.workspace ?? 0) >= caps.invitations;
}

const askForMail = (tx: Transaction, id: string, email: string) => tx`
  insert into invitation_mails (invitation_id, issue_no, workspace_id, email, folded_email, test_mode, asked_at)
  select id, issue_no, workspace_id, email, ${foldedAddress(email)}, test_mode, clock_timestamp() from invitations where id = ${id}`;

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
    returning ${columns(tx)}`;
  if (!invitation) throw new Error('an invitation was not made');
  await askForMail(tx, id, email);
  const subject = { type: 'invitation', id } as const;
  await logActivity(tx, {
    actor,
    source,
    workspaceId,
    action: 'invitation.created',
    subject,
    data: { email, role, teamIds },
  });
  return { result: 'invited', invitation, isMailDue: true };
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
    where id = ${open.id} returning ${columns(tx)}`;
  if (!invitation) throw new Error('an invitation went under its lock');
  if (isMailDue) await askForMail(tx, open.id, open.email);
  const change = changed({ role: open.role, teamIds: open.teamIds }, { role, teamIds });
  if (isMailDue || Object.keys(change.after).length > 0) {
    const subject = { type: 'invitation', id: open.id } as const;
    const data = { ...change, mailedAgain: isMailDue };
    await logActivity(tx, { actor, source, workspaceId, action: 'invitation.renewed', subject, data });
  }
  return { result: 'invited', invitation, isMailDue };
}

/** Open invitations, the newest first, one more than `limit` if there are more. */
export const listInvitations = (
  sql: Queryable,
  workspaceId: string,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<(InvitationRow & Position)[]> => sql<(InvitationRow & Position)[]>`
  select ${columns(sql)}, ${atMicros(sql, 'created_at')}
  from invitations
  where workspace_id = ${workspaceId} and ${isOpen(sql)} and expires_at > clock_timestamp()
    and ${behind(sql, { at: 'created_at', id: 'id' }, 'descending', after)}
  order by created_at desc, id desc
  limit ${limit + 1}`;

/** Revokes an invitation, as an admin or its sender. A repeat changes nothing. */
export const revokeInvitation = (
  sql: Sql,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  { actor, source, role }: Doer & { readonly role: Role },
): Promise<'revoked' | 'not_found' | 'owner_needed' | 'admin_needed'> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<
      { role: Role; email: string; isOver: boolean; isAccepted: boolean; inviter: string | null }[]
    >`
      select role, email::text, invited_by_user_id as inviter, revoked_at is not null as "isOver", accepted_at is not null as "isAccepted"
      from invitations where id = ${id} and workspace_id = ${workspaceId} for update`;
    if (!row || row.isAccepted) return 'not_found';
    if (row.inviter !== (actor?.userId ?? null) && !(ADMINS as readonly Role[]).includes(role)) return 'admin_needed';
    if (row.role === 'owner' && role !== 'owner') return 'owner_needed';
    if (row.isOver) return 'revoked';
    await tx`update invitations set revoked_at = clock_timestamp() where id = ${id}`;
    const subject = { type: 'invitation', id } as const;
    const data = { email: row.email };
    await logActivity(tx, { actor, source, workspaceId, action: 'invitation.revoked', subject, data });
    return 'revoked';
  });

/**
 * Ends the open invitations that a member sent and may no longer send.
 * @param sender `role` null: they leave, so all end
 * @returns how many
 */
export async function endInvitationsOf(
  tx: Transaction,
  sender: {
    readonly workspaceId: string;
    readonly userId: string;
    readonly role: Role | null;
    /** Later ones stay; without it: none. */
    readonly until?: Date;
    readonly by: ActedBy;
    readonly source: BookingSource;
  },
): Promise<number> {
  const { workspaceId, userId, role, until, by, source } = sender;
  const kept = rolesGivenBy(role);
  const ended = await tx<{ id: string; email: string }[]>`
    update invitations set revoked_at = clock_timestamp()
    where workspace_id = ${workspaceId} and invited_by_user_id = ${userId} and ${isOpen(tx)}
      and role <> all(${[...kept]}::text[]) ${until ? tx`and created_at <= ${until}` : tx``}
    returning id, email::text`;
  for (const { id, email } of ended) {
    const subject = { type: 'invitation', id } as const;
    await logActedBy(tx, { by, workspaceId, source, action: 'invitation.revoked', subject, data: { email } });
  }
  return ended.length;
}

/** The content of an invitation's mail. `isTest`: made by a test key of an earlier release. */
export interface InvitationToMail {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly inviterName: string | null;
  readonly inviterEmail: string | null;
  readonly email: string;
  readonly role: Role;
  readonly issueNo: number;
  readonly isTest: boolean;
  readonly expiresAt: Date;
}

/** undefined: no mail is due. It was mailed, revoked or used, or has expired. */
export async function readInvitationToMail(
  sql: Queryable,
  id: string,
): Promise<InvitationToMail | 'mailed' | undefined> {
  const [row] = await sql<(InvitationToMail & { isMailed: boolean })[]>`
    select i.workspace_id as "workspaceId", w.name as "workspaceName", u.name as "inviterName", u.email::text as "inviterEmail", i.email::text, i.role,
      i.issue_no as "issueNo", i.test_mode as "isTest", i.expires_at as "expiresAt", d.mailed_at is not null as "isMailed"
    from invitations i
    join workspaces w on w.id = i.workspace_id
    join invitation_mails d on d.invitation_id = i.id and d.issue_no = i.issue_no
    left join users u on u.id = i.invited_by_user_id
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()`;
  return row?.isMailed ? 'mailed' : row;
}

/** Earlier issues' mails are not due either. */
export async function markInvitationMailed(sql: Queryable, id: string, issueNo: number): Promise<void> {
  await sql`
    update invitation_mails set mailed_at = clock_timestamp()
    where invitation_id = ${id} and issue_no <= ${issueNo} and mailed_at is null`;
}

/** The address takes no mail: ends the invitation and logs why. */
export const dropInvitation = (sql: Sql, id: string): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<{ workspaceId: string; email: string }[]>`
      update invitations set revoked_at = clock_timestamp() where id = ${id} and ${isOpen(tx)}
      returning workspace_id as "workspaceId", email::text`;
    if (!row) return;
    await logActivity(tx, {
      actor: null,
      workspaceId: row.workspaceId,
      source: 'system',
      action: 'invitation.undeliverable',
      subject: { type: 'invitation', id },
      data: { email: row.email },
    });
  });
