import { bannerWords } from '../../../../texts/en/dashboard/workspaces.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { useDashboard } from './dashboard-context.ts';
import { instantHere } from './day-words.ts';

/** Above every page of a workspace that an owner deleted, with the way back. */
export function DeletedBanner() {
  const words = useWords(bannerWords);
  const { tag } = useLocale();
  const { call } = useApi();
  const { workspace, reloadMine } = useDashboard();
  const restore = useAction(async () => {
    await call('restoreWorkspace', {}, workspace.id);
    await reloadMine();
    document.querySelector<HTMLElement>('h1')?.focus();
  });
  if (workspace.eraseAt === null) return null;
  const isOwner = workspace.role === 'owner';
  const day = instantHere(workspace.eraseAt, tag);
  return (
    <>
      {restore.error && <Failure error={restore.error} />}
      <Notice
        notice={{ tone: 'warning', title: words.title(workspace.name), text: words[isOwner ? 'owner' : 'other'](day) }}
      >
        {isOwner && (
          <p>
            <button
              type="button"
              className="button compact"
              aria-disabled={restore.busy}
              onClick={() => void restore.run()}
            >
              {words.restore}
            </button>
          </p>
        )}
      </Notice>
    </>
  );
}
