import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { Failure } from '../../parts/failure.tsx';
import { useEditor } from './editor-context.ts';

/** Why a group was not saved. Somebody else's change is told, never overwritten. */
export function SaveFailure({ error }: { readonly error: CallError }) {
  const words = useWords(settingsWords);
  const { startAnew } = useEditor();
  if (error.reason === 'slug_taken')
    return <Notice notice={{ tone: 'error', title: words.taken, text: words.takenHint }} />;
  if (error.reason !== 'changed_meanwhile' && error.reason !== 'event_type_archived') return <Failure error={error} />;
  const changedBy = typeof error.details.changedBy === 'string' ? error.details.changedBy : null;
  return (
    <Notice notice={{ tone: 'warning', title: words.changed(changedBy), text: words.changedText }}>
      <p>
        <button type="button" className="link-button" onClick={() => void startAnew()}>
          {words.loadNew}
        </button>
      </p>
    </Notice>
  );
}
