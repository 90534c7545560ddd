import { type RefObject, useEffect } from 'react';

/** Sections above load meanwhile, and push this one down. */
const SETTLES_MS = 5_000;
/** The person has taken over: nothing may move under their hands. */
const TAKEN_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The address names this section: its heading takes the focus, and the section stays in view until the page has settled. A browser looks for the
 * name once, before the page has drawn anything.
 */
export function useArrival(heading: RefObject<HTMLElement | null>, anchor: string | undefined): void {
  useEffect(() => {
    if (anchor === undefined) return;
    let letGo = (): void => {};
    const arrive = (): void => {
      letGo();
      if (heading.current && location.hash === `#${anchor}`) letGo = keepInView(heading.current);
    };
    arrive();
    window.addEventListener('hashchange', arrive);
    return () => {
      letGo();
      window.removeEventListener('hashchange', arrive);
    };
  }, [heading, anchor]);
}

/** @returns ends it */
function keepInView(heading: HTMLElement): () => void {
  heading.focus({ preventScroll: true });
  const sizes = new ResizeObserver(() => heading.closest('section')?.scrollIntoView({ block: 'start' }));
  sizes.observe(document.body);
  const letGo = (): void => {
    sizes.disconnect();
    window.clearTimeout(timer);
    for (const event of TAKEN_OVER) window.removeEventListener(event, letGo);
  };
  const timer = window.setTimeout(letGo, SETTLES_MS);
  for (const event of TAKEN_OVER) window.addEventListener(event, letGo, { passive: true });
  return letGo;
}
