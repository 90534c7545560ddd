import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { toastWords as say } from '../../../texts/en/dashboard/parts.ts';
import { useActBegins } from '../data/act-news.ts';
import { asCallError } from '../data/use-load.ts';
import { noticeOf } from './words.ts';

const SHOWN_MS = 10_000;

interface Shown {
  /** another for each message: the same words again are read again, for their full time */
  readonly turn: number;
  readonly words: string;
  /** takes back what the words say */
  readonly undo: (() => Promise<void>) | undefined;
}

type Toast = (words: string, undo?: () => Promise<void>) => void;

const ToastContext = createContext<Toast>(() => {});

/** Says what was done, for ten seconds, with a way to take it back. It waits while the person is at it. */
export const useToast = (): Toast => useContext(ToastContext);

/** Below all pages: the message stays while the page changes. The region is always there, or screen readers would not read it. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const turns = useRef(0);
  const show = useCallback<Toast>((words, undo) => setShown({ turn: ++turns.current, words, undo }), []);
  const end = useCallback((words?: string) => (words === undefined ? setShown(null) : show(words)), [show]);
  // What can be taken back stays until something else is said.
  useActBegins(useCallback(() => setShown((before) => (before?.undo ? before : null)), []));
  return (
    <ToastContext value={show}>
      {children}
      <div className="toast-place" role="status" aria-label={say.region}>
        {shown && <Message key={shown.turn} shown={shown} onEnd={end} />}
      </div>
    </ToastContext>
  );
}

interface MessageProps {
  readonly shown: Shown;
  /** @param words what is said instead; left out: nothing */
  readonly onEnd: (words?: string) => void;
}

function Message({ shown: { words, undo }, onEnd }: MessageProps) {
  const [isHeld, setHeld] = useState(false);
  const takeBack = useCallback(() => {
    onEnd();
    undo?.().then(
      () => onEnd(say.undone(words)),
      (failure) => onEnd(noticeOf(asCallError(failure)).title),
    );
  }, [words, undo, onEnd]);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onEnd(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onEnd]);
  useUndoKeys(undo === undefined ? null : takeBack);
  const hold = { onFocus: () => setHeld(true), onMouseEnter: () => setHeld(true) };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while the pointer is on it
    <div className="toast" {...hold} onBlur={() => setHeld(false)} onMouseLeave={() => setHeld(false)}>
      <p>
        {words}
        {undo && <span className="vh"> {say.keys}</span>}
      </p>
      {undo && (
        <button type="button" className="button second compact" aria-keyshortcuts="Control+Z Meta+Z" onClick={takeBack}>
          {say.undo}
        </button>
      )}
      <button type="button" className="link-button" onClick={() => onEnd()}>
        {say.close}
      </button>
    </div>
  );
}

/** Ctrl+Z takes back what the message says, unless the person is writing: there it is the field's own. */
function useUndoKeys(takeBack: (() => void) | null): void {
  useEffect(() => {
    if (takeBack === null) return;
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || document.activeElement?.matches('input, textarea, [contenteditable]')) return;
      event.preventDefault();
      takeBack();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [takeBack]);
}
