import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { allEventTypes, allKeyOf } from '../event-types/all-event-types.ts';
import type { EventLine } from '../event-types/event-type.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { type Assignment, assignmentOptions } from './assignment.ts';
import { NewTeamEvent } from './new-team-event.tsx';
import { mayManage, TEAM_EVENTS, type Team } from './team.ts';

interface TeamEventsProps {
  readonly team: Team;
  readonly reload: () => Promise<void>;
}

/** What guests book with the team, and who meets them. */
export function TeamEventsSection({ team, reload }: TeamEventsProps) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const list = useLoad(allKeyOf(workspace.id, 'active'), () => allEventTypes(call, 'active', workspace.id));
  const [isAdding, setAdding] = useState(false);
  const { done, report } = useDone();
  const readAgain = async (): Promise<void> => {
    await Promise.all([list.reload(), reload()]);
  };
  const choose = useAction(({ id, name }: EventLine, assignment: Assignment) =>
    report(words.savedWho(name), async () => {
      await call('updateEventType', { eventTypeId: id, assignment }, workspace.id);
      await readAgain();
    }),
  );
  const add = mayManage(workspace) && (
    <button type="button" className="button second compact" onClick={() => setAdding(true)}>
      {words.addEvent}
    </button>
  );
  return (
    <Section title={words.eventTypes} hint={words.eventTypesHint} anchor={TEAM_EVENTS} action={add} done={done}>
      {choose.error && <Failure error={choose.error} />}
      <LoadState {...list} what={words.loadingEvents}>
        {(all) => (
          <EventRows
            lines={all.filter((line) => line.team?.id === team.id)}
            onChoose={(line, who) => void choose.run(line, who)}
          />
        )}
      </LoadState>
      {isAdding && (
        <NewTeamEvent
          team={team}
          onCreated={(name) => report(words.createdEvent(name), readAgain)}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

interface EventRowsProps {
  readonly lines: readonly EventLine[];
  readonly onChoose: (line: EventLine, assignment: Assignment) => void;
}

function EventRows({ lines, onChoose }: EventRowsProps) {
  const words = useWords(teamWords);
  const { workspace } = useDashboard();
  if (lines.length === 0) return <p className="quiet none">{words.noEvents}</p>;
  return (
    <ul className="rows team-events" aria-label={words.eventTypes}>
      {lines.map((line) => {
        const who = line.team?.assignment ?? 'round_robin';
        const options = assignmentOptions(words);
        return (
          <li key={line.id}>
            <p>
              <Link to="/event-types/$eventTypeId" params={{ eventTypeId: line.id }}>
                <bdi>{line.name}</bdi>
              </Link>
            </p>
            {mayManage(workspace) ? (
              <select
                aria-label={words.whoOf(line.name)}
                value={who}
                onChange={(event) => onChoose(line, event.currentTarget.value as Assignment)}
              >
                {options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            ) : (
              <span className="tag">{options.find(({ value }) => value === who)?.label}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
