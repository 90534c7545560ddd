import type { ReactNode } from 'react';

/** Holds what may be wider than the page, and scrolls by keyboard too. */
export function ScrollBox({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard (axe: scrollable-region-focusable)
    <div className="scroll-box" tabIndex={0}>
      {children}
    </div>
  );
}
