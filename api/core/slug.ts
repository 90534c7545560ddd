import { slugProblem } from '../../domain/workspaces/names.ts';
import { AppError } from '../../schemas/errors.ts';

const RULES = {
  slug_invalid: 'must be 1 to 60 characters: a–z, 0–9, and single hyphens between them',
  slug_reserved: 'is reserved for paths of Holdfast; choose another one',
} as const;

/** @throws AppError request.unprocessable (slug_invalid, slug_reserved) if a link cannot use this workspace slug */
export function requireSlug(slug: string): void {
  const problem = slugProblem(slug);
  if (problem === null) return;
  throw new AppError('request.unprocessable', `slug: ${RULES[problem]}`, {
    reason: problem,
    field: 'slug',
    rule: RULES[problem],
  });
}

/** @throws AppError request.unprocessable (slug_reserved) for an event type's slug that Holdfast's own paths use */
export function requireUnreservedSlug(slug: string): void {
  if (slugProblem(slug) === null) return;
  const rule = RULES.slug_reserved;
  throw new AppError('request.unprocessable', `slug: "${slug}" ${rule}`, {
    reason: 'slug_reserved',
    field: 'slug',
    rule,
  });
}
