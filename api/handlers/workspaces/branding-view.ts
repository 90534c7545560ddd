import { accentOf } from '../../../domain/branding/accent.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import type { Branding } from '../../../store/workspaces/branding.ts';

type View = Output<typeof workspace.setWorkspaceAvatar>['branding'];

/** Where avatars and accents are served, below each origin that shows them. */
const ASSETS = '/assets';

/** What guests see of a workspace, and the colours that its pages really use. */
export function brandingView({ accentColor, avatarFile }: Omit<Branding, 'name'>, publicUrl: string): View {
  return {
    accentColor,
    used: accentColor === null ? null : usedFor(accentColor),
    avatarUrl: avatarFile === null ? null : `${publicUrl}${ASSETS}/${avatarFile}`,
  };
}

function usedFor(accentColor: string): NonNullable<View['used']> {
  const accent = accentOf(accentColor);
  const [light, dark] = [accent.light.accent, accent.dark.accent];
  return { light, dark, adapted: light !== accentColor || dark !== accentColor };
}
