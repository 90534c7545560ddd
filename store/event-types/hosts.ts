import type { Queryable, Transaction } from '../database.ts';
import type { Refuse } from '../refusal.ts';

export interface HostOfWorkspace {
  readonly workspaceId: string;
  readonly hostId: string;
}

export interface NoSuchHost {
  readonly refused: 'host_not_found';
}

export interface NoSuchHostSchedule {
  readonly refused: 'schedule_not_found';
}

export async function isMember(sql: Queryable, { workspaceId, hostId }: HostOfWorkspace): Promise<boolean> {
  const [row] = await sql`select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${hostId}`;
  return row !== undefined;
}

/** Locks a member to the transaction's end. Refuses a person who is not a member of the workspace. */
export async function lockMember(
  tx: Transaction,
  { workspaceId, hostId }: HostOfWorkspace,
  refuse: Refuse<NoSuchHost>,
): Promise<void> {
  const [row] = await tx`
    select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${hostId} for key share`;
  if (!row) refuse({ refused: 'host_not_found' });
}

/** The schedule for a host's event: the named one, else their oldest; null: they have none. Refuses one of another owner. */
export async function scheduleFor(
  tx: Transaction,
  { workspaceId, hostId }: HostOfWorkspace,
  scheduleId: string | null,
  refuse: Refuse<NoSuchHostSchedule>,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from schedules
    where workspace_id = ${workspaceId} and user_id = ${hostId} ${scheduleId === null ? tx`` : tx`and id = ${scheduleId}`}
    order by created_at, id limit 1 for key share`;
  if (row || scheduleId === null) return row?.id ?? null;
  return refuse({ refused: 'schedule_not_found' });
}
