import { useId, useLayoutEffect } from 'react';
import { setUnsaved, type UnsavedPart } from './unsaved-parts.ts';

/**
 * Asks before the page is left, and shows the bar that saves, while a part is given.
 *
 * @param part null: nothing is unsaved
 * @returns says at once that it is saved, for who leaves the page next
 */
export function useUnsaved(part: UnsavedPart | null): () => void {
  const id = useId();
  useLayoutEffect(() => setUnsaved(id, part));
  useLayoutEffect(() => () => setUnsaved(id, null), [id]);
  return () => setUnsaved(id, null);
}
