import { useState } from 'react';
import type { CallError } from '../data/call.ts';
import { useAction } from '../data/use-action.ts';
import { useToast } from './toast.tsx';

interface SwitchProps {
  readonly isOn: boolean;
  /** what it switches, for those who do not see the row */
  readonly label: string;
  readonly words: { readonly on: string; readonly off: string };
  /** writes it, and reads again what shows it */
  readonly write: (on: boolean) => Promise<void>;
  readonly said: (on: boolean) => string;
  /** why it cannot be switched now; null: it can */
  readonly hindrance?: (on: boolean) => string | null;
  /** null: it worked */
  readonly onFailure: (error: CallError | null) => void;
}

/** On or off. It changes at once, and back if the call fails; the message takes it back. */
export function Switch({ isOn: isOnNow, label, words, write, said, hindrance, onFailure }: SwitchProps) {
  const toast = useToast();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = wanted ?? isOnNow;
  const put = async (on: boolean): Promise<void> => {
    setWanted(on);
    await write(on).finally(() => setWanted(null));
  };
  const action = useAction(async (on: boolean) => {
    onFailure(null);
    const why = hindrance?.(on) ?? null;
    if (why !== null) return toast(why);
    await put(on).catch((failure: CallError) => {
      onFailure(failure);
      throw failure;
    });
    toast(said(on), () => put(!on));
  });
  return (
    <button
      type="button"
      role="switch"
      className="on-off"
      aria-checked={isOn}
      aria-label={label}
      aria-busy={action.busy}
      onClick={() => void action.run(!isOn)}
    >
      <span className="on-off-track" aria-hidden="true" />
      <span aria-hidden="true">{isOn ? words.on : words.off}</span>
    </button>
  );
}
