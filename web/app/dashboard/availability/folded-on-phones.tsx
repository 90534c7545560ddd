import { type ReactNode, useSyncExternalStore } from 'react';

/** As in styles/availability.css. */
const PHONE = '(max-width: 40rem)';

function listen(changed: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

interface FoldedOnPhonesProps {
  readonly summary: string;
  readonly children: ReactNode;
}

/** What a phone has little use for, and would have to scroll past: behind a line that opens it. */
export function FoldedOnPhones({ summary, children }: FoldedOnPhonesProps) {
  const isPhone = useSyncExternalStore(listen, () => matchMedia(PHONE).matches);
  if (!isPhone) return children;
  return (
    <details className="week-drawing">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
