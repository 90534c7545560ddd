import { useState } from 'react';
import type { CallError } from './call.ts';
import { asCallError } from './use-load.ts';

export interface Action<Args extends unknown[]> {
  readonly busy: boolean;
  readonly error: CallError | null;
  run(...args: Args): Promise<void>;
  forget(): void;
}

/** A call that a person starts: once at a time, with its failure for the form to show. */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<void>): Action<Args> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const run = async (...args: Args): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work(...args);
    } catch (failure) {
      setError(asCallError(failure));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, forget: () => setError(null) };
}
