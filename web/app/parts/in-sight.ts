import { type RefObject, useEffect } from 'react';

/** Whether a person sees it now: within the window, and not below a bar that stays while the page scrolls. */
export function isInSight(element: Element): boolean {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  // A message that has no words yet has no height: its place counts.
  const seen = document.elementFromPoint(left + Math.min(width, 24) / 2, (top + Math.min(bottom, top + 24)) / 2);
  return seen !== null && (element.contains(seen) || seen.contains(element));
}

/**
 * A failure far from the pressed button is scrolled into sight, and takes the focus from the button: the keyboard goes on there. From a field
 * it takes nothing.
 */
export function useBroughtIntoSight(place: RefObject<HTMLElement | null>, failure: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    const notice = place.current?.closest<HTMLElement>('.notice');
    if (notice == null || isInSight(notice)) return;
    notice.scrollIntoView({ block: 'center' });
    if (!document.activeElement?.matches('button')) return;
    notice.tabIndex = -1;
    notice.focus({ preventScroll: true });
  }, [failure]);
}
