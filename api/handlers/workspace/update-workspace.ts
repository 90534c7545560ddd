import { invalid } from '../../../schemas/errors.ts';
import type { workspace } from '../../../schemas/workspace.ts';
import { updateWorkspace as update } from '../../../store/workspaces.ts';
import type { Handler } from '../../handler.ts';
import { requireSlug } from '../../slug.ts';

export const updateWorkspace: Handler<typeof workspace.updateWorkspace> = async (context, { name, slug }) => {
  const { sql, actor, caller } = context;
  if (name === undefined && slug === undefined) throw invalid([{ path: 'name', message: 'give name, slug or both' }]);
  if (slug !== undefined) requireSlug(slug);
  const by = { actor, source: caller.source };
  return { workspace: await update(sql, actor.workspaceId, { name: name?.trim(), slug }, by) };
};
