import { Notice } from '../../../parts/notice.tsx';
import { useWords } from '../../../texts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { Failure } from '../../parts/failure.tsx';
import { listWords } from './list-words.ts';

/** Why no event type was made. The words of the API for a link that is taken are for programs. */
export function CreationFailure({ error }: { readonly error: CallError }) {
  const { taken, takenHint } = useWords(listWords);
  if (error.reason !== 'slug_taken') return <Failure error={error} />;
  return <Notice notice={{ tone: 'error', title: taken, text: takenHint }} />;
}
