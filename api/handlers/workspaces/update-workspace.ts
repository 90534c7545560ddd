import { upcomingCapsOf } from '../../../domain/booking/upcoming-caps.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { updateWorkspace as update } from '../../../store/workspaces/workspaces.ts';
import type { Handler } from '../../core/handler.ts';
import { requireSlug } from '../../core/slug.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { brandingView } from './branding-view.ts';
import { workspaceError } from './refusals.ts';

export const updateWorkspace: Handler<typeof workspace.updateWorkspace> = async (context, input) => {
  const { sql, actor, caller, urls } = context;
  const { name, slug, accentColor, upcomingPerNetwork, upcomingPerMailDomain, prepLookups, prepTexts } = input;
  const settings = [name, slug, accentColor, upcomingPerNetwork, upcomingPerMailDomain, prepLookups, prepTexts];
  if (settings.every((setting) => setting === undefined))
    throw invalid([
      {
        path: 'name',
        message: 'send name, slug, accentColor, upcomingPerNetwork, upcomingPerMailDomain, prepLookups or prepTexts',
      },
    ]);
  if (slug !== undefined) requireSlug(slug);
  const by = { actor, source: caller.source };
  const request = {
    name: name?.trim(),
    slug,
    accentColor: accentColor?.toLowerCase() ?? accentColor,
    upcomingPerNetwork,
    upcomingPerMailDomain,
    prepLookups,
    prepTexts,
    expectedVersion: input.expectedVersion,
  };
  const outcome = await update(sql, actor.workspaceId, request, by);
  const { avatarFile, ...after } = unlessRefused(outcome, workspaceError);
  const { id, accentColor: chosen } = after;
  return {
    workspace: {
      id,
      name: after.name,
      slug: after.slug,
      branding: brandingView({ accentColor: chosen, avatarFile }, urls.publicUrl),
      ...upcomingCapsOf(after),
      prepLookups: after.prepLookups,
      prepTexts: after.prepTexts,
      version: after.version,
    },
  };
};
