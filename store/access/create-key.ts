import type { Sql } from 'postgres';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import {
  type CallerGone,
  type Doer,
  type IsWanted,
  insertKey,
  isWorkingKey,
  type NewKey,
  requireCaller,
} from './api-keys.ts';

/** How many keys and connected apps of one person work in one workspace. Seats have the plan's cap (docs/decisions/access.md#notices-of-new-access). */
export const MOST_KEYS = 50;

export interface TooManyKeys {
  readonly refused: 'too_many_keys';
  readonly max: number;
}

/** Whether a person may have one more key or connected app in a workspace. Calls at once queue at their membership. undefined: they may. */
export async function findTooManyKeys(
  tx: Transaction,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<TooManyKeys | undefined> {
  await tx`select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`;
  const [has] = await tx<[{ many: number }]>`
    select count(*)::int as many from api_keys k
    where k.workspace_id = ${workspaceId} and k.created_by_user_id = ${userId} and k.origin <> 'seat' and ${isWorkingKey(tx, 'k')}`;
  return has.many < MOST_KEYS ? undefined : { refused: 'too_many_keys', max: MOST_KEYS };
}

/** Inserts a key of a person who may have one more, in a transaction of its own. */
export const createKey = (
  sql: Sql,
  key: NewKey,
  by: Doer,
  isWanted: IsWanted,
): Promise<{ readonly created: true } | CallerGone | TooManyKeys> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<CallerGone | TooManyKeys>) => {
    const full = await findTooManyKeys(tx, { workspaceId: key.workspaceId, userId: key.createdByUserId });
    if (full) return refuse(full);
    await insertKey(tx, key, by);
    requireCaller(isWanted, refuse);
    return { created: true } as const;
  });
