import { slugProblem } from '../../../domain/names.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';
import type { me } from '../../../schemas/me.ts';
import { addWorkspace } from '../../../store/workspaces.ts';
import type { Handler } from '../../handler.ts';

const RULES = {
  slug_invalid: 'must be 1 to 60 characters: a–z, 0–9, and single hyphens between them',
  slug_reserved: 'is a word of our own paths; choose another one',
} as const;

export const createWorkspace: Handler<typeof me.createWorkspace> = async (
  { sql, actor },
  { name, slug, timezone = 'UTC' },
) => {
  if (name.trim() === '') throw invalid([{ path: 'name', message: 'must not be blank' }]);
  const problem = slug === undefined ? null : slugProblem(slug);
  if (problem !== null) {
    throw new AppError('request.unprocessable', `slug: ${RULES[problem]}`, {
      reason: problem,
      field: 'slug',
      rule: RULES[problem],
    });
  }
  return { workspace: await addWorkspace(sql, actor, { name: name.trim(), slug: slug ?? null, timezone }) };
};
