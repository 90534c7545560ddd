import { type ReactNode, useEffect, useRef } from 'react';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** One step on its card. Its heading takes the focus once the person has come from another step. */
export function Step({ number, title, hint, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (number > 1) heading.current?.focus({ preventScroll: true });
  }, [number]);
  return (
    <section className="card start-step" aria-labelledby="start-step">
      <p className="small quiet">{words.step(number)}</p>
      <h2 id="start-step" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="small quiet">{hint}</p>
      {children}
    </section>
  );
}

interface StepButtonsProps {
  readonly busy: boolean;
  readonly onBack?: () => void;
}

/** On to the next step, or back to the one before. */
export const StepButtons = ({ busy, onBack }: StepButtonsProps) => (
  <div className="actions">
    <button type="submit" className="button" aria-disabled={busy}>
      {words.goOn}
    </button>
    {onBack && (
      <button type="button" className="button second" onClick={onBack}>
        {words.back}
      </button>
    )}
  </div>
);
