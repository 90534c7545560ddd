import { useState } from 'react';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Section } from '../../parts/section.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Team } from './team.ts';

/** The end of a team. */
export function EndTeam({ team, onEnded }: { readonly team: Team; readonly onEnded: () => Promise<void> }) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [isAsking, setAsking] = useState(false);
  const end = async (): Promise<void> => {
    await call('deleteTeam', { id: team.id }, workspace.id);
    await onEnded();
  };
  return (
    <Section title={words.end} hint={words.endHint}>
      <div className="actions">
        <button type="button" className="button second danger compact" onClick={() => setAsking(true)}>
          {words.end}
        </button>
      </div>
      {isAsking && (
        <Confirm title={words.endTitle(team.name)} verb={words.end} act={end} onClose={() => setAsking(false)}>
          <p>
            {team.eventTypeCount > 0 && words.endEvents(team.eventTypeCount)} {words.endText}
          </p>
        </Confirm>
      )}
    </Section>
  );
}
