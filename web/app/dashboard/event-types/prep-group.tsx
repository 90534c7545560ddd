import { useState } from 'react';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../parts/locale.ts';
import { useEditor } from './editor-context.ts';
import type { EventType, Patch } from './event-type.ts';
import { CheckField, SelectField } from './fields.tsx';
import { SettingsGroup } from './settings-group.tsx';

const KINDS = ['general', 'sales', 'partnership', 'hiring', 'cs'] as const;
const MAIL_MINUTES = [15, 30, 60, 120, 240, 1_440];

const read = (form: FormData): Patch => ({
  prep: form.has('prep'),
  // Not shown without packs: then they stay as they are.
  ...(form.has('prepTemplate') && {
    prepTemplate: String(form.get('prepTemplate')) as EventType['prepTemplate'],
    prepMailMinutes: Number(form.get('prepMailMinutes')) || null,
  }),
});

/** What hosts get to read before a meeting. */
export function PrepGroup() {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  const [isOn, setOn] = useState(event.prep);
  const chosen = event.prepMailMinutes;
  const choices = [...new Set(chosen === null ? MAIL_MINUTES : [...MAIL_MINUTES, chosen])].sort((a, b) => a - b);
  const timeWords = (minutes: number): string => {
    if (minutes % 1_440 === 0) return words.beforeStart.days(minutes / 1_440);
    return minutes % 60 === 0 ? words.beforeStart.hours(minutes / 60) : words.beforeStart.minutes(minutes);
  };
  return (
    <SettingsGroup title={words.prep} hint={words.prepHint} anchor="prep" read={read}>
      {() => (
        <>
          <div className="rules">
            <CheckField name="prep" label={words.prepOn} defaultChecked={event.prep} onChange={setOn} />
          </div>
          {isOn && (
            <>
              <SelectField
                name="prepTemplate"
                label={words.prepKind}
                defaultValue={event.prepTemplate}
                options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
              />
              <SelectField
                name="prepMailMinutes"
                label={words.prepMail}
                defaultValue={chosen === null ? '' : String(chosen)}
                options={[
                  { value: '', label: words.prepMailNever },
                  ...choices.map((minutes) => ({ value: String(minutes), label: timeWords(minutes) })),
                ]}
              />
            </>
          )}
        </>
      )}
    </SettingsGroup>
  );
}
