import { useState } from 'react';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { AddPerson } from './add-person.tsx';
import { ChangePerson } from './change-person.tsx';
import { mayManage, type Team, type TeamMember } from './team.ts';

interface PeopleSectionProps {
  readonly team: Team;
  readonly reload: () => Promise<void>;
}

/** Who takes turns, and who attends every meeting. */
export function PeopleSection({ team, reload }: PeopleSectionProps) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [isAdding, setAdding] = useState(false);
  const [changing, setChanging] = useState<TeamMember | null>(null);
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  const { done, report } = useDone();
  const remove = async ({ userId, name }: TeamMember): Promise<void> => {
    const { keptMeetings } = await call('removeTeamMember', { id: team.id, userId }, workspace.id);
    await report(words.removed(name, keptMeetings), reload);
  };
  const add = mayManage(workspace) && (
    <button type="button" className="button second compact" onClick={() => setAdding(true)}>
      {words.addPerson}
    </button>
  );
  return (
    <Section title={words.hosts} hint={words.hostsHint} action={add} done={done}>
      {team.members.length === 0 ? (
        <p className="quiet none">{words.noHosts}</p>
      ) : (
        <PeopleRows members={team.members} onChange={setChanging} onRemove={setRemoving} />
      )}
      {isAdding && (
        <AddPerson
          team={team}
          onAdded={(name) => report(words.addedPerson(name), reload)}
          onClose={() => setAdding(false)}
        />
      )}
      {changing && (
        <ChangePerson
          team={team}
          member={changing}
          onChanged={() => report(words.changedPerson(changing.name), reload)}
          onClose={() => setChanging(null)}
        />
      )}
      {removing && (
        <Confirm
          title={words.removeTitle(removing.name)}
          verb={words.remove}
          act={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{words.removeText}</p>
        </Confirm>
      )}
    </Section>
  );
}

interface PeopleRowsProps {
  readonly members: readonly TeamMember[];
  readonly onChange: (member: TeamMember) => void;
  readonly onRemove: (member: TeamMember) => void;
}

function PeopleRows({ members, onChange, onRemove }: PeopleRowsProps) {
  const words = useWords(teamWords);
  const { workspace } = useDashboard();
  return (
    <ul className="rows" aria-label={words.hosts}>
      {members.map((member) => (
        <li key={member.userId}>
          <div>
            <p>
              <strong>
                <bdi>{member.name}</bdi>
              </strong>
              <span className="quiet">{member.fixed ? words.isFixed : words.weightOf(member.weight)}</span>
            </p>
            {!member.hasSchedule && <p className="small warn-words">{words.noSchedule}</p>}
          </div>
          {mayManage(workspace) && (
            <div className="row-actions">
              <button type="button" className="button second compact" onClick={() => onChange(member)}>
                {words.change}
                <span className="vh"> {member.name}</span>
              </button>
              <button type="button" className="button second danger compact" onClick={() => onRemove(member)}>
                {words.remove}
                <span className="vh"> {member.name}</span>
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
