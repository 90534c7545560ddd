import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { EndTeam } from './end-team.tsx';
import { FairnessSection } from './fairness-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { mayManage, maySeeTurns, type Team } from './team.ts';
import { TeamEventsSection } from './team-events-section.tsx';
import { TeamSettings } from './team-settings.tsx';
import { useTeams } from './use-teams.ts';

/** /team/{teamId}: who shares its meetings, what can be booked, and how they were given. */
export function OneTeamPage() {
  const words = useWords(teamWords);
  const { teamId } = useParams({ strict: false });
  const { workspace } = useDashboard();
  const teams = useTeams();
  const team = teams.state.status === 'ready' ? teams.state.data.find(({ id }) => id === teamId) : undefined;
  return (
    <>
      <PlaceHead
        title={team?.name ?? words.one}
        lead={<Link to="/team">← {words.all}</Link>}
        action={team && <Ways team={team} />}
        isArrival
      />
      {workspace.role === 'billing_only' ? (
        <Notice notice={{ tone: 'info', title: words.noRole, text: words.noRoleText }} />
      ) : (
        <LoadState {...teams} what={words.loading}>
          {() =>
            team ? (
              <Parts team={team} reload={teams.reload} />
            ) : (
              <Notice notice={{ tone: 'info', title: words.gone, text: words.goneText }} />
            )
          }
        </LoadState>
      )}
    </>
  );
}

function Ways({ team: { name, bookingUrl } }: { readonly team: Team }) {
  const words = useWords(teamWords);
  return (
    <div className="row-actions">
      <CopyButton text={bookingUrl} label={[words.copyLink, words.of(name)]} what={words.linkOf(name)} primary />
      <a className="button second compact" href={bookingUrl} target="_blank" rel="noopener">
        {words.open}
        <span className="vh"> {words.newTab}</span>
      </a>
    </div>
  );
}

function Parts({ team, reload }: { readonly team: Team; readonly reload: () => Promise<void> }) {
  const words = useWords(teamWords);
  const navigate = useNavigate();
  const { workspace, person } = useDashboard();
  const manages = mayManage(workspace);
  return (
    <div className="cards">
      {!manages && <p className="quiet">{words.onlyManagers}</p>}
      <PeopleSection team={team} reload={reload} />
      <TeamEventsSection team={team} reload={reload} />
      {maySeeTurns(workspace, team, person.id) && <FairnessSection team={team} />}
      {manages && <TeamSettings team={team} reload={reload} />}
      {manages && <EndTeam team={team} onEnded={() => navigate({ to: '/team' })} />}
    </div>
  );
}
