import { inLanguages } from '../../../../domain/languages.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { useDashboard } from './dashboard-context.ts';
import { instantHere } from './day-words.ts';

const bannerWords = inLanguages(
  {
    title: (name: string) => `${name} is deleted`,
    owner: (day: string) =>
      `Nobody can book, and keys and agents have stopped. Meetings to come stay. On ${day} they are canceled, and all data is erased.`,
    other: (day: string) =>
      `Nobody can book, and keys and agents have stopped. All data is erased on ${day}, unless an owner restores it.`,
    restore: 'Restore the workspace',
  },
  {
    title: (name: string) => `${name} ist gelöscht`,
    owner: (day: string) =>
      `Niemand kann buchen, Schlüssel und Agenten stehen still. Kommende Termine bleiben. Am ${day} werden sie abgesagt und alle Daten gelöscht.`,
    other: (day: string) =>
      `Niemand kann buchen, Schlüssel und Agenten stehen still. Am ${day} werden alle Daten gelöscht, wenn kein Inhaber den Arbeitsbereich wiederherstellt.`,
    restore: 'Arbeitsbereich wiederherstellen',
  },
);

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
