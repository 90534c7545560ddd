import { type RefObject, useEffect, useRef } from 'react';

/**
 * What had the focus may be gone after the list was read again. Then the heading above takes it: a keyboard would begin at the top of the
 * document. Nothing else moves the focus.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const remember = (event: FocusEvent): void => {
      last.current = box.current?.contains(event.target as Node) ? (event.target as Element) : null;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [box]);
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    if (document.querySelector('dialog[open]')) return;
    const heading = box.current?.closest('section')?.querySelector('h2') ?? document.querySelector<HTMLElement>('h1');
    heading?.focus({ preventScroll: true });
  });
}
