import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../domain/access/actor.ts';
import { GRACE_DAYS } from '../../domain/workspaces/erasure.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { type NotedReader, notedReaderColumns } from '../accounts/account-mails.ts';
import { type AddressChangedLately, undoableOwnerOf } from '../accounts/undoable-address.ts';
import { logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { noteMail } from '../mail/outbox.ts';
import { lockAsAdmin, type RoleLost } from '../membership-lock.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';

/** Deletions of one workspace in 24 hours. */
const DELETIONS_A_DAY = 3;

interface By {
  /** null: the service itself. */
  readonly actor: Actor | null;
  readonly source: BookingSource;
}

export interface DeletedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** null: it is in use. */
  readonly eraseAt: Date | null;
  /** Mails to its owners, whose flows are to be started. */
  readonly mailIds: readonly string[];
}

interface Row extends Omit<DeletedWorkspace, 'mailIds'> {
  readonly isErasing: boolean;
}

export type DeleteWorkspaceRefusal =
  | AddressChangedLately
  | RoleLost
  | { readonly refused: 'workspace_gone' }
  | { readonly refused: 'slug_differs'; readonly slug: string }
  /** Deleted and restored too often today: each time mails all owners (docs/decisions/operation.md#deletion). */
  | { readonly refused: 'too_many_deletions'; readonly limit: number; readonly retryAfterSeconds: number };

export type RestoreRefusal = RoleLost | { readonly refused: 'workspace_gone' } | { readonly refused: 'erasure_begun' };

/** Only who is its owner behind the lock deletes or restores it. undefined: it is gone. */
async function lock(
  tx: Transaction,
  workspaceId: string,
  actor: Actor | null,
  refuse: Refuse<RoleLost>,
): Promise<Row | undefined> {
  const role = actor === null ? 'owner' : await lockAsAdmin(tx, actor);
  const [row] = await tx<Row[]>`
    select id, name, slug, erase_at as "eraseAt", erasing_at is not null as "isErasing"
    from workspaces where id = ${workspaceId} for no key update`;
  if (row && role !== 'owner') refuse({ refused: 'role_lost' });
  return row;
}

/** Locks a workspace for 14 days, after which its flow erases it. A repeat changes nothing. @param slug typed, to confirm */
export const deleteWorkspace = (
  sql: Sql,
  { workspaceId, slug }: { readonly workspaceId: string; readonly slug: string },
  by: By,
): Promise<DeletedWorkspace | DeleteWorkspaceRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<DeleteWorkspaceRefusal>) => {
    const known = await lock(tx, workspaceId, by.actor, refuse);
    if (!known) return refuse({ refused: 'workspace_gone' });
    if (known.slug !== slug) return refuse({ refused: 'slug_differs', slug: known.slug });
    if (known.eraseAt) return { ...known, mailIds: [] };
    const undoable = await undoableOwnerOf(tx, workspaceId);
    if (undoable) return refuse({ refused: 'address_changed_lately', undoable });
    const full = await findTooManyDeletions(tx, workspaceId);
    if (full) return refuse(full);
    const [row] = await tx<{ eraseAt: Date }[]>`
      update workspaces set erase_at = date_trunc('second', clock_timestamp()) + ${GRACE_DAYS} * interval '1 day'
      where id = ${workspaceId} returning erase_at as "eraseAt"`;
    const eraseAt = row?.eraseAt ?? null;
    await logActivity(tx, { ...by, ...about(workspaceId), action: 'workspace.deleted', data: { eraseAt } });
    return { ...known, eraseAt, mailIds: await noteOwnerMails(tx, workspaceId, 'workspace_deleted') };
  });

/** Its deletions of the last 24 hours are in the activity log. undefined: it may be deleted. */
async function findTooManyDeletions(tx: Transaction, workspaceId: string) {
  const deletions = await tx<{ waitSeconds: number }[]>`
    select greatest(1, ceil(extract(epoch from created_at + interval '1 day' - clock_timestamp())))::int as "waitSeconds"
    from activity_log
    where workspace_id = ${workspaceId} and action = 'workspace.deleted' and created_at > clock_timestamp() - interval '1 day'
    order by created_at desc limit ${DELETIONS_A_DAY}`;
  const oldest = deletions[DELETIONS_A_DAY - 1];
  if (!oldest) return undefined;
  return { refused: 'too_many_deletions', limit: DELETIONS_A_DAY, retryAfterSeconds: oldest.waitSeconds } as const;
}

/** Takes a deletion back. A workspace in use stays as it is. */
export const restoreWorkspace = (sql: Sql, workspaceId: string, by: By): Promise<DeletedWorkspace | RestoreRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<RestoreRefusal>) => {
    const known = await lock(tx, workspaceId, by.actor, refuse);
    if (!known) return refuse({ refused: 'workspace_gone' });
    if (known.isErasing) return refuse({ refused: 'erasure_begun' });
    if (!known.eraseAt) return { ...known, mailIds: [] };
    await tx`update workspaces set erase_at = null where id = ${workspaceId}`;
    await logActivity(tx, { ...by, ...about(workspaceId), action: 'workspace.restored' });
    return { ...known, eraseAt: null, mailIds: await noteOwnerMails(tx, workspaceId, 'workspace_restored') };
  });

const about = (id: string) => ({ workspaceId: id, subject: { type: 'workspace', id } as const });

/** Notes one mail to each owner, as a person: it leaves even if the workspace is erased before. Returns their ids. */
export async function noteOwnerMails(
  tx: Transaction,
  workspaceId: string,
  kind: 'workspace_deleted' | 'workspace_restored' | 'workspace_erased',
): Promise<string[]> {
  const owners = await tx<(NotedReader & { workspaceName: string; eraseAt: Date | null })[]>`
    select ${notedReaderColumns(tx)}, w.name as "workspaceName", w.erase_at as "eraseAt"
    from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.role = 'owner' and u.deleted_at is null order by u.id`;
  const ids: string[] = [];
  for (const { email: recipient, eraseAt, ...reader } of owners) {
    const id = uuidv7();
    await noteMail(tx, { id, kind, recipient, facts: { ...reader, eraseAt: eraseAt?.toISOString() ?? null } });
    ids.push(id);
  }
  return ids;
}
