import { type ReactNode, useRef, useState } from 'react';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../parts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useUnsaved } from '../../data/use-unsaved.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { isFilledIn, typedIn } from '../../parts/typed-in.ts';
import { changedSettings } from './changed-settings.ts';
import { useEditor } from './editor-context.ts';
import type { Patch } from './event-type.ts';
import { SaveFailure } from './save-failure.tsx';

interface SettingsGroupProps {
  readonly title: string;
  readonly hint: string;
  /** its name in the address */
  readonly anchor: string;
  /** all settings of the group, as typed */
  readonly read: (form: FormData) => Patch;
  readonly children: (error: CallError | null) => ReactNode;
}

/** Settings that belong together, saved by themselves: only what was changed is sent. */
export function SettingsGroup({ title, hint, anchor, read, children }: SettingsGroupProps) {
  const words = useWords(settingsWords);
  const { event, save, preview, discard } = useEditor();
  const form = useRef<HTMLFormElement>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const { done, report, forget } = useDone();
  const changed = (typed: FormData): Patch => changedSettings(event, read(typed));
  const action = useAction(async (typed: FormData) => {
    const patch = changed(typed);
    const isEmpty = Object.keys(patch).length === 0;
    await report(isEmpty ? words.unchanged : words.saved, async () => {
      if (!isEmpty) await save(patch);
    });
  });
  const send = async (element: HTMLFormElement): Promise<boolean> => {
    const sent = typedIn(element);
    const isSent = await action.run(new FormData(element));
    // What is typed meanwhile waits for the next save.
    if (isSent) setUnsaved(typedIn(element) !== sent);
    return isSent;
  };
  useUnsaved(
    isUnsaved ? { name: title, save: async () => isFilledIn(form.current) && send(form.current), discard } : null,
  );
  const look = (element: HTMLFormElement): void => {
    const typed = new FormData(element);
    preview(read(typed));
    setUnsaved(Object.keys(changed(typed)).length > 0);
    forget();
  };
  return (
    <Section title={title} hint={hint} anchor={anchor} done={done}>
      <form
        ref={form}
        className="event-group"
        onInput={({ currentTarget }) => {
          // What the browser draws after it, such as a field that appears, counts too.
          queueMicrotask(() => look(currentTarget));
        }}
        onSubmit={(happened) => {
          happened.preventDefault();
          void send(happened.currentTarget);
        }}
      >
        {children(action.error)}
        {action.error && <SaveFailure error={action.error} />}
        <div className="actions">
          <button
            type="submit"
            className={isUnsaved ? 'button compact' : 'button second compact'}
            aria-disabled={action.busy}
          >
            {words.save}
            <span className="vh"> {title}</span>
          </button>
          {isUnsaved && <span className="tag warn">{words.unsaved}</span>}
        </div>
        <AsCall />
      </form>
    </Section>
  );
}
