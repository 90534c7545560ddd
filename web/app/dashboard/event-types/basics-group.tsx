import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../parts/locale.ts';
import { TextField } from '../../parts/text-field.tsx';
import { useEditor } from './editor-context.ts';
import { type Patch, withoutScheme } from './event-type.ts';
import { AreaField, NumberField, SelectField } from './fields.tsx';
import { SettingsGroup } from './settings-group.tsx';

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

const read = (form: FormData): Patch => ({
  name: textOf(form, 'name'),
  description: textOf(form, 'description').replaceAll('\r\n', '\n') || null,
  durationMinutes: Number(form.get('durationMinutes')),
  slug: textOf(form, 'slug').toLowerCase(),
  ...(form.has('assignment') && { assignment: textOf(form, 'assignment') as 'round_robin' | 'collective' }),
});

/** Name, text, length and link. */
export function BasicsGroup() {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  const start = event.bookingUrl === null ? '/' : withoutScheme(event.bookingUrl).replace(/[^/]*$/, '');
  return (
    <SettingsGroup title={words.basics} hint={words.basicsHint} anchor="basics" read={read}>
      {(error) => (
        <>
          <TextField name="name" label={words.name} maxLength={120} defaultValue={event.name} error={error} />
          <NumberField
            name="durationMinutes"
            label={words.minutes}
            min={5}
            max={720}
            defaultValue={event.durationMinutes}
            error={error}
          />
          <AreaField
            name="description"
            label={words.description}
            hint={words.descriptionHint}
            rows={3}
            maxLength={2_000}
            defaultValue={event.description ?? ''}
            error={error}
          />
          {event.team && (
            <SelectField
              name="assignment"
              label={words.assignment}
              defaultValue={event.team.assignment}
              options={[
                { value: 'round_robin', label: words.roundRobin },
                { value: 'collective', label: words.collective },
              ]}
            />
          )}
          <TextField
            name="slug"
            label={words.slug}
            hint={words.slugHint(start)}
            wrong={words.slugWrong}
            maxLength={60}
            defaultValue={event.slug}
            error={error}
          />
        </>
      )}
    </SettingsGroup>
  );
}
