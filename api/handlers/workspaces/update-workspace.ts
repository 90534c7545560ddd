import { upcomingCapsOf } from '../../../domain/booking/upcoming-caps.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { updateWorkspace as update } from '../../../store/workspaces/change-workspace.ts';
import { shownDefaults } from '../../../store/workspaces/workspace-defaults.ts';
import type { Handler } from '../../core/handler.ts';
import { requireSlug, resultOrThrow } from '../../core/refusals.ts';
import { brandingView } from './branding-view.ts';
import { workspaceError } from './refusals.ts';

/** What a change may hold. */
const SETTINGS = [
  ...([
    'name',
    'slug',
    'accentColor',
    'upcomingPerNetwork',
    'upcomingPerMailDomain',
    'prepLookups',
    'prepTexts',
  ] as const),
  ...(['timezone', 'weekStartsOn', 'language', 'bookingDefaults'] as const),
];

export const updateWorkspace: Handler<typeof workspace.updateWorkspace> = async (context, input) => {
  const { sql, actor, caller, urls } = context;
  const { expectedVersion, ...change } = input;
  const { name, slug, accentColor, bookingDefaults } = change;
  const isNothing = [
    ...Object.values({ ...change, bookingDefaults: undefined }),
    ...Object.values(bookingDefaults ?? {}),
  ];
  if (isNothing.every((setting) => setting === undefined))
    throw invalid([{ path: 'name', message: `send ${SETTINGS.slice(0, -1).join(', ')} or ${SETTINGS.at(-1)}` }]);
  if (slug !== undefined) requireSlug(slug);
  const by = { actor, source: caller.source };
  const request = {
    name: name?.trim(),
    slug,
    accentColor: accentColor?.toLowerCase() ?? accentColor,
    upcomingPerNetwork: change.upcomingPerNetwork,
    upcomingPerMailDomain: change.upcomingPerMailDomain,
    prepLookups: change.prepLookups,
    prepTexts: change.prepTexts,
    timezone: change.timezone,
    weekStartsOn: change.weekStartsOn,
    language: change.language,
    bookingDefaults,
    expectedVersion,
  };
  const outcome = await update(sql, actor.workspaceId, request, by);
  const { avatarFile, ...after } = resultOrThrow(outcome, workspaceError);
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
      ...shownDefaults(after),
      version: after.version,
    },
  };
};
