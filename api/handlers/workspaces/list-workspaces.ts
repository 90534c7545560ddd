import type { myWorkspaces } from '../../../schemas/operations/workspaces/my-workspaces.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { listMine } from '../../../store/workspaces/workspaces.ts';
import type { Handler } from '../../core/handler.ts';

export const listWorkspaces: Handler<typeof myWorkspaces.listWorkspaces> = async ({ sql, actor }) => {
  const [{ createdAt, ...person }, workspaces] = await Promise.all([
    readPerson(sql, actor.userId),
    listMine(sql, actor.userId),
  ]);
  return { user: { ...person, createdAt: createdAt.toISOString() }, workspaces };
};
