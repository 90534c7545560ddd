import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMoreBeside } from './use-more-beside.ts';

interface TabsProps {
  /** its name for screen readers */
  readonly label: string;
  /** stays in view while the page below it scrolls */
  readonly isSticky?: boolean;
  /** what is chosen, if the address does not say it */
  readonly chosen?: string | undefined;
  /** a list item for each */
  readonly children: ReactNode;
}

/** Pages of one subject beside each other, in one row. It scrolls sideways where it is wider than the page; the chosen one is in view. */
export function Tabs({ label, isSticky = false, chosen: shown, children }: TabsProps) {
  const row = useRef<HTMLUListElement>(null);
  const { href } = useLocation();
  useMoreBeside(row);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another chosen one, and so has another group
  useEffect(() => {
    const { current: list } = row;
    if (!list) return;
    // At first, and when a phone is turned.
    const observer = new ResizeObserver(() => {
      const chosen = list.querySelector('[aria-current]');
      if (!chosen) return;
      const [outer, inner] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
      list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [href, shown]);
  return (
    <nav className={isSticky ? 'tabs sticky' : 'tabs'} aria-label={label}>
      <ul ref={row}>{children}</ul>
    </nav>
  );
}
