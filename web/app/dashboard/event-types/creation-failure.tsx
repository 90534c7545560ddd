import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { Failure } from '../../parts/failure.tsx';

interface CreationFailureProps {
  readonly error: CallError;
  /** it is one that was off, and keeps its name */
  readonly isSwitch?: boolean;
}

/** Why no event type was made, or switched on. The words of the API for a link that is taken are for programs. */
export function CreationFailure({ error, isSwitch = false }: CreationFailureProps) {
  const { taken, ...words } = useWords(listWords);
  const takenHint = isSwitch ? words.takenSince : words.takenHint;
  if (error.reason !== 'slug_taken') return <Failure error={error} />;
  return <Notice notice={{ tone: 'error', title: taken, text: takenHint }} />;
}
