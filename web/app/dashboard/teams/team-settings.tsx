import { useState } from 'react';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useGuardedForm } from '../../parts/use-guarded-form.ts';
import { ZoneOptions } from '../../parts/zone-options.tsx';
import { changedSettings } from '../event-types/changed-settings.ts';
import { withoutScheme } from '../event-types/event-type.ts';
import { SelectField } from '../event-types/fields.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Team } from './team.ts';
import { TeamFailure } from './team-failure.tsx';

interface TeamSettingsProps {
  readonly team: Team;
  readonly reload: () => Promise<void>;
}

const read = (form: FormData) => ({
  name: String(form.get('name')).trim(),
  slug: String(form.get('slug')).trim().toLowerCase(),
  timezone: String(form.get('timezone')),
});

/** Name, link and zone. Only what differs is sent; a change of somebody else is told, never overwritten. */
export function TeamSettings({ team, reload }: TeamSettingsProps) {
  const words = useWords(teamWords);
  const [round, setRound] = useState(0);
  const { done, report } = useDone();
  const startAnew = async (): Promise<void> => {
    await reload();
    setRound(round + 1);
  };
  return (
    <Section title={words.settings} hint={words.settingsHint} done={done}>
      <TeamForm key={round} {...{ team, reload, report }} onLoadNew={() => void startAnew()} />
    </Section>
  );
}

interface TeamFormProps extends TeamSettingsProps {
  readonly report: (words: string, work: () => Promise<void>) => Promise<void>;
  readonly onLoadNew: () => void;
}

function TeamForm({ team, reload, report, onLoadNew }: TeamFormProps) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  // What the fields show. The version also rises with people who come and go: that is no change of these fields.
  const [drawn, setDrawn] = useState(team);
  const isSame = drawn.name === team.name && drawn.slug === team.slug && drawn.timezone === team.timezone;
  const save = useAction(async (form: FormData) => {
    const patch = changedSettings(drawn, read(form));
    const isEmpty = Object.keys(patch).length === 0;
    await report(isEmpty ? words.unchanged : words.saved, async () => {
      if (isEmpty) return;
      const input = { id: team.id, ...patch, expectedVersion: (isSame ? team : drawn).version };
      setDrawn((await call('updateTeam', input, workspace.id)).team);
      await reload();
    });
  });
  const guarded = useGuardedForm({ name: words.settings, action: save });
  const start = withoutScheme(drawn.bookingUrl).replace(/[^/]*$/, '');
  return (
    <form key={guarded.round} {...guarded.props}>
      {save.error && <TeamFailure error={save.error} onLoadNew={onLoadNew} />}
      <TextField name="name" label={words.name} maxLength={120} defaultValue={drawn.name} error={save.error} />
      <TextField
        name="slug"
        label={words.slug}
        hint={words.slugHint(start)}
        wrong={words.slugWrong}
        maxLength={60}
        defaultValue={drawn.slug}
        error={save.error}
      />
      <SelectField name="timezone" label={words.zone} hint={words.zoneHint} defaultValue={drawn.timezone}>
        <ZoneOptions chosen={drawn.timezone} />
      </SelectField>
      <div className="actions">
        <button type="submit" className="button compact" aria-disabled={save.busy}>
          {words.save}
          <span className="vh"> {words.settings}</span>
        </button>
      </div>
      <AsCall />
    </form>
  );
}
