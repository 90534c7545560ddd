import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';

/** What was done, to eyes and to screen readers. Always in the page: what comes with its text is not read out. */
export function Done({ words }: { words: string }) {
  return (
    <p className="done small" role="status">
      {words !== '' && (
        <>
          <Icon name="check" />
          {words}
        </>
      )}
    </p>
  );
}

/** What was done last, in words; empty while the next is under way, so that the same words are told again. */
export function useDone() {
  const [done, setDone] = useState('');
  const tell = async (words: string, work: () => Promise<void>): Promise<void> => {
    setDone('');
    await work();
    setDone(words);
  };
  return { done, tell, forget: () => setDone('') };
}
