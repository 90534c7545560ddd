import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint: string;
  /** one button */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of a page on a card of its own. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          <p className="small quiet">{hint}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
