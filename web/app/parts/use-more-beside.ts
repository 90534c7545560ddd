import { type RefObject, useEffect } from 'react';

/** Marks a row that scrolls sideways with where more of it is, for the fade at that edge: `data-more` holds before, after, or both. */
export function useMoreBeside(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: list } = row;
    if (!list) return;
    const mark = (): void => {
      const start = Math.abs(list.scrollLeft);
      const end = list.scrollWidth - list.clientWidth - start;
      list.dataset.more = [start > 4 && 'before', end > 4 && 'after'].filter(Boolean).join(' ');
    };
    const observer = new ResizeObserver(mark);
    observer.observe(list);
    list.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', mark);
    };
  }, [row]);
}
