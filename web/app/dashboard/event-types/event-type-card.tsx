import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { EventFacts } from '../../../parts/event-facts.tsx';
import { useWords } from '../../../parts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { CardMenu } from './card-menu.tsx';
import { CreationFailure } from './creation-failure.tsx';
import { type EventLine, mayMissLink, withoutScheme } from './event-type.ts';
import { MissingJoinDetails } from './missing-way-in.tsx';
import { OnOff } from './on-off.tsx';

interface EventTypeCardProps {
  readonly line: EventLine;
  /** says what was done, and reads the list again */
  readonly onChanged: (said: string) => Promise<void>;
}

/** One event type: what it is, its link, and what can be done with it. */
export function EventTypeCard({ line, onChanged }: EventTypeCardProps) {
  const words = useWords(listWords);
  const { person } = useDashboard();
  const { id, name, host, bookingUrl, archivedAt } = line;
  const isOwn = host.id === person.id;
  const [failure, setFailure] = useState<CallError | null>(null);
  return (
    <li className={line.hidden || archivedAt ? 'event-row faded' : 'event-row'}>
      <div>
        <p className="event-row-name">
          <Link to="/event-types/$eventTypeId" params={{ eventTypeId: id }}>
            <bdi>{name}</bdi>
          </Link>
          {!isOwn && <bdi className="small quiet">{words.withHost(host.name)}</bdi>}
          <Tags line={line} />
        </p>
        <EventFacts durationMinutes={line.durationMinutes} locationType={line.locationType} />
        {bookingUrl !== null && (
          <a className="small" href={bookingUrl}>
            {withoutScheme(bookingUrl)}
          </a>
        )}
        {archivedAt !== null && <p className="small quiet">{words.offText}</p>}
        {line.upcomingMeetingCount > 0 && <p className="small quiet">{words.coming(line.upcomingMeetingCount)}</p>}
        {isOwn && archivedAt === null && mayMissLink(line) && (
          <MissingJoinDetails eventTypeId={id} onSaved={() => onChanged(words.seen(name))} />
        )}
        {failure && <CreationFailure error={failure} isSwitch />}
      </div>
      <div className="row-actions">
        <OnOff line={line} onChanged={() => onChanged('')} onFailure={setFailure} />
        {bookingUrl !== null && (
          <CopyButton text={bookingUrl} label={[words.copyLink, words.to(name)]} what={words.linkTo(name)} />
        )}
        <CardMenu line={line} />
      </div>
    </li>
  );
}

function Tags({ line: { hidden, requiresApproval, team } }: { readonly line: EventLine }) {
  const words = useWords(listWords);
  return (
    <>
      {hidden && <span className="tag warn">{words.hidden}</span>}
      {requiresApproval && <span className="tag">{words.approval}</span>}
      {team && <span className="tag">{team.assignment === 'round_robin' ? words.roundRobin : words.collective}</span>}
    </>
  );
}
