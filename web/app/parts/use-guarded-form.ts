import { type FormEvent, type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Action } from '../data/use-action.ts';
import { useUnsaved } from '../data/use-unsaved.ts';
import { isFilledIn, typedIn } from './typed-in.ts';

interface GuardedForm {
  /** as the heading above it says */
  readonly name: string;
  readonly action: Action<[FormData]>;
  /** puts back what the fields do not hold themselves */
  readonly onDiscard?: () => void;
}

interface GuardedFormProps {
  /** for `key`: another one draws the fields as they are saved */
  readonly round: number;
  /** for the form */
  readonly props: {
    readonly ref: RefCallback<HTMLFormElement>;
    readonly onInput: () => void;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
}

/**
 * A form whose fields hold what is typed: it is unsaved while they differ from what was drawn or sent last. Sends it, asks before the page is left,
 * and is saved or put back by the bar.
 */
export function useGuardedForm({ name, action, onDiscard }: GuardedForm): GuardedFormProps {
  const form = useRef<HTMLFormElement | null>(null);
  const clean = useRef('');
  const [isUnsaved, setUnsaved] = useState(false);
  const [round, setRound] = useState(0);
  const look = useCallback(() => setUnsaved(form.current !== null && typedIn(form.current) !== clean.current), []);
  const ref = useCallback<RefCallback<HTMLFormElement>>((element) => {
    form.current = element;
    if (element) clean.current = typedIn(element);
  }, []);
  // A field may change without an event, as a colour that a button takes away.
  useLayoutEffect(look);
  const send = async (element: HTMLFormElement): Promise<boolean> => {
    const sent = typedIn(element);
    const isSent = await action.run(new FormData(element));
    if (isSent) {
      clean.current = sent;
      settle();
    }
    look();
    return isSent;
  };
  const discard = (): void => {
    action.forget();
    onDiscard?.();
    setRound((count) => count + 1);
  };
  const settle = useUnsaved(
    isUnsaved ? { name, save: async () => isFilledIn(form.current) && send(form.current), discard } : null,
  );
  return {
    round,
    props: {
      ref,
      onInput: look,
      onSubmit: (event) => {
        event.preventDefault();
        void send(event.currentTarget);
      },
    },
  };
}
