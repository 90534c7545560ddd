import { useEffect, useState } from 'react';
import { copyButtonWords as say } from '../../../texts/en/dashboard/parts.ts';
import { Icon } from '../../parts/icon.tsx';
import { noteCopied } from '../data/copied.ts';

const SHOWN_MS = 4_000;

interface CopyButtonProps {
  readonly text: string;
  /** what is copied: "the link to Intro" */
  readonly what: string;
  /** what is seen of its name, and what only screen readers hear; left out: "Copy", and what is copied */
  readonly label?: readonly [seen: string, heard: string];
  readonly primary?: boolean;
}

type Outcome = 'none' | 'copied' | 'refused';
const LABELS = { copied: say.done, refused: say.not } as const;

/** Copies a text and says so, also to screen readers. */
export function CopyButton({ text, what, label = [say.copy, what], primary = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    // Without https or localhost browsers have no clipboard: the text is beside the button.
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (done) noteCopied(text);
    setOutcome(done ? 'copied' : 'refused');
  };
  return (
    <>
      <button
        type="button"
        className={primary ? 'button compact' : 'button second compact'}
        onClick={() => void copy()}
      >
        {outcome === 'copied' && <Icon name="check" />}
        {outcome === 'none' ? label[0] : LABELS[outcome]}
        <span className="vh"> {label[1]}</span>
      </button>
      <span className="vh" role="status">
        {outcome === 'copied' && say.copied(what)}
        {outcome === 'refused' && say.refused}
      </span>
    </>
  );
}
