import { useCallback, useEffect } from 'react';
import { useApi } from '../../data/api-context.ts';
import { onCopied } from '../../data/copied.ts';
import { useDashboard, useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { isYoung } from './new-host.ts';

/** Whether the first steps may suggest another link: a new owner's, that nobody has yet; null: not loaded yet. */
export function useLinkIsOpen(): boolean | null {
  const { person, workspace } = useDashboard();
  const { state } = useWorkspaceView();
  if (workspace.role !== 'owner' || !isYoung(person, Date.now())) return false;
  return state.status === 'ready' ? !state.data.links.mayBeShared : null;
}

/** Says to the server that the link stays: a call that names the slug that the workspace has. */
export function useSettleLink(): () => Promise<void> {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { reload } = useWorkspaceView();
  const isOpen = useLinkIsOpen();
  return useCallback(async () => {
    if (isOpen === false) return;
    await call('updateWorkspace', { slug: workspace.slug }, workspace.id);
    await reload();
  }, [call, reload, isOpen, workspace.id, workspace.slug]);
}

/** Once a new owner takes their link along, it stays. A failure is not told: they did not ask for it, and the next copy tries again. */
export function useSettledByCopying(): void {
  const { workspace } = useDashboard();
  const settle = useSettleLink();
  useEffect(
    () =>
      onCopied((text) => {
        if (text.includes(`/${workspace.slug}/`)) void settle().catch(() => {});
      }),
    [settle, workspace.slug],
  );
}
