import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { CallError } from './call.ts';
import { hasUnsaved } from './unsaved-parts.ts';

export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: CallError }
  | { readonly status: 'ready'; readonly data: T };

/** A section's data, and how to read it again. */
export interface Load<T> {
  readonly state: Loaded<T>;
  readonly reload: () => Promise<void>;
}

/** A bug, shown like any failure. */
export const asCallError = (error: unknown): CallError =>
  error instanceof CallError
    ? error
    : new CallError(0, { error: { code: 'internal.unexpected', message: 'This page has a fault. Load it again.' } });

interface LoadOptions<T> {
  /** Read again this often, and when the person comes back to the window; a look that fails takes nothing away. */
  readonly everySeconds?: number;
  /** what is known before any call */
  readonly initial?: () => T | undefined;
}

/**
 * Loads when `key` changes and on `reload`, which keeps showing the old data. Who comes back to a page sees its last answer at once.
 * @param key of the answer on all pages: the same key is the same answer
 */
export function useLoad<T>(key: string, load: () => Promise<T>, options: LoadOptions<T> = {}): Load<T> {
  const { everySeconds, initial } = options;
  const isFollowed = everySeconds !== undefined;
  const loader = useRef(load);
  loader.current = load;
  const { data, error, refetch } = useQuery<T>({
    queryKey: [key],
    queryFn: () => loader.current(),
    refetchInterval: isFollowed && everySeconds * 1_000,
    refetchOnWindowFocus: isFollowed,
    ...(initial && { initialData: initial }),
  });
  const reload = useCallback(async () => {
    await refetch();
  }, [refetch]);
  // A failed look takes away neither what is followed nor what is typed below it.
  const staysShown = data !== undefined && (isFollowed || hasUnsaved());
  if (error && !staysShown) return { state: { status: 'failed', error: asCallError(error) }, reload };
  return { state: data === undefined ? { status: 'loading' } : { status: 'ready', data }, reload };
}
