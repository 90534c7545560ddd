import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { actBegins } from './act-news.ts';
import type { CallError } from './call.ts';
import { isRecording } from './recorded-call.ts';
import { asCallError } from './use-load.ts';

export interface Action<Args extends unknown[]> {
  readonly busy: boolean;
  readonly error: CallError | null;
  /** @returns true: it worked */
  run(...args: Args): Promise<boolean>;
  forget(): void;
}

/** A call that a person starts: one at a time, with its failure for the form to show. */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<void>): Action<Args> {
  const read = useQueryClient();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const [error, setError] = useState<CallError | null>(null);
  const run = async (...args: Args): Promise<boolean> => {
    // Busy buttons stay enabled, or they would lose the focus. A second press ends here.
    if (running.current) return false;
    // Its call is looked at and not sent (as-call.tsx).
    if (isRecording()) {
      void work(...args);
      return false;
    }
    running.current = true;
    setBusy(true);
    setError(null);
    actBegins();
    try {
      await work(...args);
      return true;
    } catch (failure) {
      setError(asCallError(failure));
      return false;
    } finally {
      // What other pages show may depend on it: they read again when they are opened.
      void read.invalidateQueries({ refetchType: 'none' });
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run, forget: () => setError(null) };
}
