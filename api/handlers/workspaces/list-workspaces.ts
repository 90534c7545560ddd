import type { me } from '../../../schemas/operations/accounts.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { listMine } from '../../../store/workspaces/workspaces.ts';
import type { Handler } from '../../core/handler.ts';

export const listWorkspaces: Handler<typeof me.listWorkspaces> = async ({ sql, actor }) => {
  const [{ createdAt, ...person }, workspaces] = await Promise.all([
    readPerson(sql, actor.userId),
    listMine(sql, actor.userId),
  ]);
  return { user: { ...person, createdAt: createdAt.toISOString() }, workspaces };
};
