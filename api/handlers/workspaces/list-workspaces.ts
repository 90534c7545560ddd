import type { Sql } from 'postgres';
import type { z } from 'zod';
import type { myWorkspaces } from '../../../schemas/operations/workspaces/my-workspaces.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { listMine } from '../../../store/workspaces/workspaces.ts';
import type { Handler } from '../../core/handler.ts';

/** The signed-in person and their workspaces. The dashboard's document has the same answer, so that its script need not ask. */
export async function mineOf(sql: Sql, userId: string): Promise<z.output<typeof myWorkspaces.listWorkspaces.output>> {
  const [{ createdAt, ...person }, workspaces] = await Promise.all([readPerson(sql, userId), listMine(sql, userId)]);
  return {
    user: { ...person, createdAt: createdAt.toISOString() },
    workspaces: workspaces.map(({ eraseAt, ...each }) => ({ ...each, eraseAt: eraseAt?.toISOString() ?? null })),
  };
}

export const listWorkspaces: Handler<typeof myWorkspaces.listWorkspaces> = ({ sql, actor }) =>
  mineOf(sql, actor.userId);
