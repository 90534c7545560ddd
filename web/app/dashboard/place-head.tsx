import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

interface PlaceHeadProps {
  readonly title: string;
  /** one sentence below the title; left out where the page explains itself */
  readonly lead?: ReactNode;
  /** the page's main button */
  readonly action?: ReactNode;
  /** takes the focus also if the link that led here is gone, and with it the focus */
  readonly isArrival?: boolean;
}

/** The head of a page. After a move inside the dashboard its heading takes the focus, as a new document would. */
export function PlaceHead({ title, lead, action, isArrival = false }: PlaceHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { history } = useRouter();
  useEffect(() => {
    document.title = `${title} · Holdfast`;
  }, [title]);
  // Not at each title: a name that is saved must not take the focus from its button.
  useEffect(() => {
    const hasMoved = history.canGoBack() && (isArrival || document.activeElement !== document.body);
    if (hasMoved && location.hash === '') heading.current?.focus({ preventScroll: true });
  }, [history, isArrival]);
  return (
    <header className="place-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="quiet">{lead}</p>}
      </div>
      {action}
    </header>
  );
}
