import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { Failure } from '../../parts/failure.tsx';

interface TeamFailureProps {
  readonly error: CallError;
  /** reads what somebody else has changed; left out where nothing is drawn from it */
  readonly onLoadNew?: () => void;
}

/** Why a team was not made or changed. The API's words for a link that is taken are for programs. */
export function TeamFailure({ error, onLoadNew }: TeamFailureProps) {
  const words = useWords(teamWords);
  if (error.reason === 'slug_taken')
    return <Notice notice={{ tone: 'error', title: words.taken, text: words.takenText }} />;
  if (error.reason === 'slug_reserved') return <Notice notice={{ tone: 'error', title: words.reserved }} />;
  if (error.reason !== 'changed_meanwhile' || !onLoadNew) return <Failure error={error} />;
  const changedBy = typeof error.details.changedBy === 'string' ? error.details.changedBy : null;
  return (
    <Notice notice={{ tone: 'warning', title: words.changed(changedBy), text: words.changedText }}>
      <p>
        <button type="button" className="link-button" onClick={onLoadNew}>
          {words.loadNew}
        </button>
      </p>
    </Notice>
  );
}
