import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';

/** The message that something is done. It is always in the page: screen readers do not read a region that appears with its text. */
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

/**
 * The message about the last action. `report` empties it, does the work, and then shows the message: a repeated message is read out again.
 * Words that depend on the answer are made after the work. Without words a toast says it, and it is said once: `gone` counts these, for the focus.
 */
export function useDone() {
  const [done, setDone] = useState('');
  const [gone, setGone] = useState(0);
  const report = async (words: string | (() => string), work: () => Promise<void>): Promise<void> => {
    setDone('');
    await work();
    const said = typeof words === 'string' ? words : words();
    setDone(said);
    if (said === '') setGone((count) => count + 1);
  };
  return { done, gone, report, forget: () => setDone('') };
}
