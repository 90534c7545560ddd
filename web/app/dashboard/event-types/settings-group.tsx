import { type ReactNode, useState } from 'react';
import { useWords } from '../../../texts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { changedSettings } from './changed-settings.ts';
import { useEditor } from './editor-context.ts';
import type { Patch } from './event-type.ts';
import { SaveFailure } from './save-failure.tsx';
import { settingsWords } from './settings-words.ts';

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
  const { event, save, preview } = useEditor();
  const [isUnsaved, setUnsaved] = useState(false);
  const { done, report, forget } = useDone();
  const changed = (form: FormData): Patch => changedSettings(event, read(form));
  const action = useAction(async (form: FormData) => {
    const patch = changed(form);
    const isEmpty = Object.keys(patch).length === 0;
    await report(isEmpty ? words.unchanged : words.saved, async () => {
      if (!isEmpty) await save(patch);
      setUnsaved(false);
    });
  });
  const look = (form: HTMLFormElement): void => {
    const typed = new FormData(form);
    preview(read(typed));
    setUnsaved(Object.keys(changed(typed)).length > 0);
    forget();
  };
  return (
    <Section title={title} hint={hint} anchor={anchor} done={done}>
      <form
        className="event-group"
        onInput={(happened) => {
          // What the browser draws after it, such as a field that appears, counts too.
          const form = happened.currentTarget;
          queueMicrotask(() => look(form));
        }}
        onSubmit={(happened) => {
          happened.preventDefault();
          void action.run(new FormData(happened.currentTarget));
        }}
      >
        {action.error && <SaveFailure error={action.error} />}
        {children(action.error)}
        <div className="actions">
          <button type="submit" className="button compact" aria-disabled={action.busy}>
            {words.save}
            <span className="vh"> {title}</span>
          </button>
          {isUnsaved && <span className="small quiet">{words.unsaved}</span>}
        </div>
        <AsCall />
      </form>
    </Section>
  );
}
