import { useEffect, useRef, useState } from 'react';
import { asCallWords } from '../../../texts/en/dashboard/parts.ts';
import { useWords } from '../../parts/locale.ts';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { asCurl, asToolCall } from '../data/call-words.ts';
import { type CallToMake, isRecording, recordedCall } from '../data/recorded-call.ts';
import { CopyButton } from './copy-button.tsx';

const CHANGES = ['input', 'click', 'keyup', 'pointerup'] as const;

/**
 * Shows the call that the form around it makes, for agents and programs. It has no list of calls: it presses the form's own button while calls are
 * noted instead of sent, so that it shows what a press sends.
 */
export function AsCall() {
  const words = useWords(asCallWords);
  const part = useRef<HTMLDetailsElement>(null);
  const [call, setCall] = useState<CallToMake | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const { current: element } = part;
    const around = element?.closest('form, dialog, section');
    if (!isOpen || !element || !around) return;
    const look = (): void => setCall(recordedCall(() => press(element)));
    look();
    // What a field changes is drawn a moment later. Its own press is no change.
    const again = (): void => void (isRecording() || setTimeout(look));
    for (const event of CHANGES) around.addEventListener(event, again);
    return () => {
      for (const event of CHANGES) around.removeEventListener(event, again);
    };
  }, [isOpen]);
  return (
    <details ref={part} className="as-call small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.title}</summary>
      {isOpen && (call ? <Shown call={call} /> : <p className="quiet">{words.nothing}</p>)}
    </details>
  );
}

/** Sends the form around; without one presses the first button beside, which is the one that acts. */
function press(part: HTMLElement): void {
  const form = part.closest('form');
  if (form) form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  else part.parentElement?.querySelector<HTMLButtonElement>('.actions button')?.click();
}

function Shown({ call }: { readonly call: CallToMake }) {
  const words = useWords(asCallWords);
  const tool = asToolCall(call);
  if (tool === null) return <p className="quiet">{words.noTool}</p>;
  return (
    <>
      <p className="quiet">{words.key}</p>
      <Text title={words.curl} text={asCurl(call, location.origin)} />
      <Text title={words.tool} text={tool} />
    </>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  const words = useWords(asCallWords);
  return (
    <figure>
      <figcaption>
        {title} <CopyButton text={text} label={[words.copy, title]} what={title} />
      </figcaption>
      <ScrollBox>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollBox>
    </figure>
  );
}
