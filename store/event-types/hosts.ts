import { AppError } from '../../schemas/errors.ts';
import type { Queryable, Transaction } from '../database.ts';

export interface HostOfWorkspace {
  readonly workspaceId: string;
  readonly hostId: string;
}

const noSuchHost = (): AppError =>
  new AppError('resource.not_found', 'hostUserId is no member of this workspace. list_members has their ids.', {
    reason: 'host_not_found',
    field: 'hostUserId',
  });

/** @throws AppError resource.not_found (host_not_found) for whoever is no member of the workspace */
export async function requireMember(sql: Queryable, { workspaceId, hostId }: HostOfWorkspace): Promise<void> {
  const [row] = await sql`select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${hostId}`;
  if (!row) throw noSuchHost();
}

/** The same, and they stay until the transaction ends. */
export async function lockMember(tx: Transaction, { workspaceId, hostId }: HostOfWorkspace): Promise<void> {
  const [row] = await tx`
    select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${hostId} for key share`;
  if (!row) throw noSuchHost();
}

/**
 * The schedule for a host's event: the named one, else their oldest; null: they have none.
 * @throws AppError resource.not_found (schedule_not_found) for one that is not theirs
 */
export async function scheduleFor(
  tx: Transaction,
  { workspaceId, hostId }: HostOfWorkspace,
  scheduleId: string | null,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from schedules
    where workspace_id = ${workspaceId} and user_id = ${hostId} ${scheduleId === null ? tx`` : tx`and id = ${scheduleId}`}
    order by created_at, id limit 1 for key share`;
  if (row || scheduleId === null) return row?.id ?? null;
  throw new AppError('resource.not_found', 'scheduleId is no schedule of the host’s own. list_schedules has theirs.', {
    reason: 'schedule_not_found',
    field: 'scheduleId',
  });
}
