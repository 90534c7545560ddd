import { invalid } from '../../../schemas/errors.ts';
import type { myWorkspaces } from '../../../schemas/operations/workspaces/my-workspaces.ts';
import { addWorkspace, madeByPerson } from '../../../store/workspaces/workspaces.ts';
import type { Handler } from '../../core/handler.ts';
import { requireSlug, resultOrThrow } from '../../core/refusals.ts';
import { workspaceError } from './refusals.ts';

export const createWorkspace: Handler<typeof myWorkspaces.createWorkspace> = async (
  { sql, actor },
  { name, slug, timezone = 'UTC' },
) => {
  if (name.trim() === '') throw invalid([{ path: 'name', message: 'must not be blank' }]);
  if (slug !== undefined) requireSlug(slug);
  const outcome = await addWorkspace(sql, madeByPerson(actor), { name: name.trim(), slug: slug ?? null, timezone });
  return { workspace: resultOrThrow(outcome, workspaceError) };
};
