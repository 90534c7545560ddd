import { EVENT_TYPE_CAPS } from '../../schemas/shapes/event-type-caps.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Refuse } from '../refusal.ts';

interface Owner {
  readonly workspaceId: string;
  /** A host, or a team. */
  readonly ownerId: string;
}

/** `of`: whose quota is used up. */
export interface TooManyEventTypes {
  readonly refused: 'too_many_event_types';
  readonly of: 'owner' | 'workspace';
  readonly max: number;
}

export interface FormsTooLarge {
  readonly refused: 'forms_too_large';
  /** Bytes of all forms of an owner. */
  readonly max: number;
}

/** Each call that adds an event type or a form takes this lock first: two calls can't both use the last quota. */
export const lockEventTypeQuota = (tx: Transaction, workspaceId: string) => tx`
  select 1 from workspaces where id = ${workspaceId} for no key update`;

/** Event types of a workspace that are not archived. */
export async function countEventTypes(sql: Queryable, workspaceId: string): Promise<number> {
  const [row] = await sql<[{ used: number }]>`
    select count(*)::int as used from event_types where workspace_id = ${workspaceId} and archived_at is null`;
  return row.used;
}

/** Under {@link lockEventTypeQuota}, before the event type is added. */
export async function requireEventTypeQuota(
  tx: Transaction,
  { workspaceId, ownerId }: Owner,
  now: number,
  refuse: Refuse<OverPlanCap | TooManyEventTypes>,
): Promise<void> {
  const [row] = await tx<{ all: number; own: number }[]>`
    select count(*)::int as "all", (count(*) filter (where coalesce(host_id, team_id) = ${ownerId}))::int as own
    from event_types where workspace_id = ${workspaceId} and archived_at is null`;
  const over = await findOverCap(tx, workspaceId, { feature: 'eventTypes', used: row?.all ?? 0 }, now);
  if (over) refuse(over);
  const { perOwner, perWorkspace } = EVENT_TYPE_CAPS;
  if ((row?.own ?? 0) >= perOwner) refuse({ refused: 'too_many_event_types', of: 'owner', max: perOwner });
  if ((row?.all ?? 0) >= perWorkspace) refuse({ refused: 'too_many_event_types', of: 'workspace', max: perWorkspace });
}

/** Under {@link lockEventTypeQuota}, after the form is written. The public page reads all forms of an owner. */
export async function requireFormQuota(
  tx: Transaction,
  { workspaceId, ownerId }: Owner,
  refuse: Refuse<FormsTooLarge>,
): Promise<void> {
  const max = EVENT_TYPE_CAPS.formBytesPerOwner;
  const [row] = await tx<{ bytes: number }[]>`
    select coalesce(sum(octet_length(f.fields::text) + octet_length(coalesce(f.description, ''))), 0)::int as bytes
    from event_types e join forms f on f.id = e.form_id
    where e.workspace_id = ${workspaceId} and coalesce(e.host_id, e.team_id) = ${ownerId} and e.archived_at is null`;
  if ((row?.bytes ?? 0) > max) refuse({ refused: 'forms_too_large', max });
}
