import {
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formDialogWords as say } from '../../../texts/en/dashboard/parts.ts';
import type { CallError } from '../data/call.ts';
import type { Action } from '../data/use-action.ts';
import { useUnsaved } from '../data/use-unsaved.ts';
import { AsCall } from './as-call.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { type AtFirst, atFirst, isMuchTyped } from './typed-in.ts';

interface FormDialogProps {
  readonly title: string;
  /** gets what was typed; its failure shows above the fields */
  readonly action: Action<[FormData]>;
  /** the label of the submit button */
  readonly submit: string;
  /** the label of the button that changes nothing; "Cancel" says too much where a meeting is canceled */
  readonly close?: string;
  readonly onClose: () => void;
  /** shows the failure in words of its own */
  readonly failure?: (error: CallError) => ReactNode;
  /** the form says itself what does not fit, instead of the browser */
  readonly checksItself?: boolean;
  /** it calls nothing, or reads before it writes: there is no call to show */
  readonly hidesCall?: boolean;
  /** its buttons stay in sight while the fields scroll: for a long form */
  readonly keepsFoot?: boolean;
  /** what it does is hard or impossible to take back */
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
}

/** A dialog with fields, a button that sends them, and a button that closes it; it asks first where much was typed. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    action,
    submit,
    close = say.cancel,
    failure,
    checksItself,
    hidesCall,
    keepsFoot,
    isDangerous,
    children,
  } = props;
  const { form, look, send, leave, question } = useTyped(props);
  return (
    <>
      <Dialog title={title} onClose={leave}>
        <form
          ref={form}
          noValidate={checksItself}
          onInput={look}
          onSubmit={(event) => {
            event.preventDefault();
            void send(new FormData(event.currentTarget));
          }}
        >
          {action.error && (failure ? failure(action.error) : <Failure error={action.error} />)}
          {children}
          <div className={keepsFoot ? 'actions dialog-foot' : 'actions'}>
            <button type="submit" className={isDangerous ? 'button danger' : 'button'} aria-disabled={action.busy}>
              {submit}
            </button>
            <button type="button" className="button second" onClick={leave}>
              {close}
            </button>
          </div>
          {!hidesCall && <AsCall />}
        </form>
      </Dialog>
      {question}
    </>
  );
}

/** A failure is said above the fields, and the button that was pressed is below them: in a long form it would not be seen. */
function useFailureInView(form: RefObject<HTMLFormElement | null>, error: CallError | null): void {
  useEffect(() => {
    if (error) form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [form, error]);
}

/** Keeps what was typed from being lost by a slip: the dialog asks, and so does the page (leave-guard.tsx). */
function useTyped({ title, action, onClose }: FormDialogProps) {
  const element = useRef<HTMLFormElement | null>(null);
  const first = useRef<AtFirst>(new Map());
  const [isMuch, setMuch] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const look = useCallback(() => setMuch(element.current !== null && isMuchTyped(element.current, first.current)), []);
  const form = useCallback<RefCallback<HTMLFormElement>>((next) => {
    element.current = next;
    if (next) first.current = atFirst(next);
  }, []);
  useFailureInView(element, action.error);
  // Some fields change without an event of the form.
  useLayoutEffect(look);
  useUnsaved(isMuch && !action.busy ? { name: title, save: null, discard: null } : null);
  const send = async (typed: FormData): Promise<void> => {
    // Sent: what it leads to, such as a payment page, asks nothing.
    if ((await action.run(typed)) && element.current) first.current = atFirst(element.current);
    look();
  };
  const question = isAsking && (
    <Dialog title={say.lose} onClose={() => setAsking(false)}>
      <p>{say.lost}</p>
      <div className="actions">
        <button type="button" className="button" onClick={() => setAsking(false)}>
          {say.typeOn}
        </button>
        <button type="button" className="button second danger" onClick={onClose}>
          {say.throwAway}
        </button>
      </div>
    </Dialog>
  );
  return { form, look, send, leave: () => (isMuch ? setAsking(true) : onClose()), question };
}
