import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useDone } from '../../parts/done.tsx';
import { FirstOnly } from '../../parts/first-only.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { NewTeam } from './new-team.tsx';
import { mayManage, TEAM_EVENTS, type Team } from './team.ts';
import { useTeams } from './use-teams.ts';

/** The teams of the workspace. All members see them; managers and above make new ones. */
export function TeamList() {
  const words = useWords(teamWords);
  const { workspace } = useDashboard();
  const teams = useTeams();
  const [isAdding, setAdding] = useState(false);
  const { done, report } = useDone();
  const add = mayManage(workspace) && (
    <button type="button" className="button compact" onClick={() => setAdding(true)}>
      {words.add}
    </button>
  );
  return (
    <Section title={words.teams} hint={words.teamsHint} action={add} done={done}>
      <LoadState {...teams} what={words.loading}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet none">{words.none}</p>
          ) : (
            <>
              <Teams teams={all} />
              <FirstOnly count={all.length} />
            </>
          )
        }
      </LoadState>
      {isAdding && (
        <NewTeam onCreated={(name) => report(words.created(name), teams.reload)} onClose={() => setAdding(false)} />
      )}
    </Section>
  );
}

function Teams({ teams }: { readonly teams: readonly Team[] }) {
  const words = useWords(teamWords);
  const { workspace } = useDashboard();
  return (
    <ul className="rows" aria-label={words.teams}>
      {teams.map(({ id, name, members, eventTypeCount, bookingUrl }) => (
        <li key={id}>
          <div>
            <p>
              <Link to="/team/$teamId" params={{ teamId: id }}>
                <bdi>{name}</bdi>
              </Link>
            </p>
            <p className="small quiet">
              {words.peopleCount(members.length)} · {words.events(eventTypeCount)}
            </p>
            {eventTypeCount === 0 && mayManage(workspace) && (
              <p className="small">
                <Link to="/team/$teamId" params={{ teamId: id }} hash={TEAM_EVENTS}>
                  {words.giveEvent}
                  <span className="vh"> ({name})</span>
                </Link>
              </p>
            )}
          </div>
          <CopyButton text={bookingUrl} label={[words.copyLink, words.of(name)]} what={words.linkOf(name)} />
        </li>
      ))}
    </ul>
  );
}
