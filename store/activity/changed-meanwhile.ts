import type { Transaction } from '../database.ts';
import type { Refuse } from '../refusal.ts';

/** The setting is not as the caller has read it. */
export interface ChangedMeanwhile {
  readonly refused: 'changed_meanwhile';
  /** As it is now. */
  readonly version: number;
  /** The last change in the log, people by their names; null: it has none, as for a plan that changed. */
  readonly last: { readonly by: string; readonly at: Date } | null;
}

/** Whose settings change, as the log names it. */
export interface ChangedSubject {
  readonly workspaceId: string;
  readonly type: 'event_type' | 'schedule' | 'team' | 'workspace' | 'webhook';
  readonly id: string;
}

/**
 * Refuses a change of settings that are not as the caller has read them. The caller holds the lock of the row and has read `version` under
 * it: of two calls with the same version one is refused.
 * @param expected undefined: whatever it is
 */
export async function requireVersion(
  tx: Transaction,
  { workspaceId, type, id }: ChangedSubject,
  { version, expected }: { readonly version: number; readonly expected: number | undefined },
  refuse: Refuse<ChangedMeanwhile>,
): Promise<void> {
  if (expected === undefined || expected === version) return;
  // Of a workspace the log has other entries as well, such as a deleted guest.
  const isOwn = type === 'workspace' ? tx`action = 'workspace.updated'` : tx`subject_type = ${type}`;
  const [last] = await tx<{ by: string; at: Date }[]>`
    select coalesce((select nullif(u.name, '') from users u where u.id = a.user_id and a.api_key_id is null), actor) as by, created_at as at
    from activity_log a
    where workspace_id = ${workspaceId} and coalesce(subject_id, booking_id) = ${id} and ${isOwn}
    order by created_at desc, id desc limit 1`;
  refuse({ refused: 'changed_meanwhile', version, last: last ?? null });
}
