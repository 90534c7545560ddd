import { useId, useState } from 'react';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../parts/locale.ts';
import { useEditor } from './editor-context.ts';
import type { Patch } from './event-type.ts';
import { CheckField } from './fields.tsx';
import { SettingsGroup } from './settings-group.tsx';

const USUAL_COLOUR = '#0b6b5d';

const read = (form: FormData): Patch => ({
  hidden: form.has('hidden'),
  color: form.has('hasColour') ? String(form.get('color') ?? USUAL_COLOUR) : null,
});

/** Where it is listed, and its colour. */
export function LookGroup() {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  const id = useId();
  const [hasColour, setHasColour] = useState(event.color !== null);
  return (
    <SettingsGroup title={words.look} hint={words.lookHint} anchor="look" read={read}>
      {() => (
        <div className="rules">
          <CheckField name="hidden" label={words.hidden} hint={words.hiddenHint} defaultChecked={event.hidden} />
          <CheckField
            name="hasColour"
            label={words.hasColour}
            defaultChecked={event.color !== null}
            onChange={setHasColour}
          />
          {hasColour && (
            <div className="field">
              <label htmlFor={id}>{words.colour}</label>
              <input className="colour" type="color" id={id} name="color" defaultValue={event.color ?? USUAL_COLOUR} />
            </div>
          )}
        </div>
      )}
    </SettingsGroup>
  );
}
