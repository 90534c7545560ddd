import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from './call.ts';

export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: CallError }
  | { readonly status: 'ready'; readonly data: T };

/** A bug, shown like any failure. */
export const asCallError = (error: unknown): CallError =>
  error instanceof CallError
    ? error
    : new CallError(0, { error: { code: 'internal.unexpected', message: 'This page has a fault. Load it again.' } });

/** Loads when `key` changes and on `reload`, which keeps showing the old data; late answers are dropped. */
export function useLoad<T>(key: string, load: () => Promise<T>): { state: Loaded<T>; reload: () => Promise<void> } {
  const [kept, keep] = useState<{ key: string; state: Loaded<T> }>({ key, state: { status: 'loading' } });
  const latest = useRef(0);
  const loader = useRef(load);
  loader.current = load;
  const reload = useCallback(async () => {
    const turn = ++latest.current;
    const state = await loader.current().then(
      (data): Loaded<T> => ({ status: 'ready', data }),
      (error): Loaded<T> => ({ status: 'failed', error: asCallError(error) }),
    );
    if (turn === latest.current) keep({ key, state });
  }, [key]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { state: kept.key === key ? kept.state : { status: 'loading' }, reload };
}
