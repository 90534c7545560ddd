import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Done } from './done.tsx';
import { useArrival } from './use-arrival.ts';

interface SectionProps {
  readonly title: string;
  readonly hint: string;
  /** its name in addresses: `/#anchor` */
  readonly anchor?: string;
  /** one button */
  readonly action?: ReactNode;
  /** the message about the last action in the section; left out if it has no actions */
  readonly done?: string;
  /** counts what a toast has said was taken away */
  readonly gone?: number;
  readonly children: ReactNode;
}

/** One subject of a page, on its own card. */
export function Section({ title, hint, anchor, action, done, gone = 0, children }: SectionProps) {
  const id = useId();
  const heading = useFocusAfter(done ?? '', gone);
  useArrival(heading, anchor);
  return (
    <section className="card" id={anchor} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p className="small quiet">{hint}</p>
        </div>
        {action}
      </header>
      {done !== undefined && <Done words={done} />}
      {children}
    </section>
  );
}

/** For a heading: takes the focus when the row that had it is gone, once no dialog is open. */
function useFocusAfter(done: string, gone: number) {
  const ref = useRef<HTMLHeadingElement>(null);
  const seen = useRef({ done: '', gone: 0 });
  useEffect(() => {
    const { current: before } = seen;
    if ((done === before.done && gone === before.gone) || document.querySelector('dialog[open]')) return;
    seen.current = { done, gone };
    const isNews = done !== '' || gone !== before.gone;
    if (isNews && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return ref;
}
