import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { actBegins, useActBegins } from '../data/act-news.ts';
import { isInSight } from './in-sight.ts';
import { useToast } from './toast.tsx';

/**
 * The message that something is done. It is always in the page: screen readers do not read a region that appears with its text. If its place
 * is out of sight, such as at the head of a long card whose button is at the foot, a toast says it instead.
 */
export function Done({ words }: { words: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  const toast = useToast();
  const [isAway, setAway] = useState(false);
  useLayoutEffect(() => {
    setAway(false);
    if (words === '' || place.current === null || isInSight(place.current)) return;
    setAway(true);
    toast(words);
  }, [words, toast]);
  return (
    <p ref={place} className="done small" role="status">
      {words !== '' && !isAway && (
        <>
          <Icon name="check" />
          {words}
        </>
      )}
    </p>
  );
}

/**
 * The message about the last action. `report` empties it and those of all other places, does the work, and then shows the message: a repeated message is read out again.
 * Words that depend on the answer are made after the work. Without words a toast says it, and it is said once: `gone` counts these, for the focus.
 */
export function useDone() {
  const [done, setDone] = useState('');
  const [gone, setGone] = useState(0);
  const forget = useCallback(() => setDone(''), []);
  useActBegins(forget);
  const report = async (words: string | (() => string), work: () => Promise<void>): Promise<void> => {
    actBegins();
    await work();
    const said = typeof words === 'string' ? words : words();
    setDone(said);
    if (said === '') setGone((count) => count + 1);
  };
  return { done, gone, report, forget };
}
