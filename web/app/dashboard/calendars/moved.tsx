import { movedWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { clockOf, dayOf, minuteOf, noticeOf, zoneHere } from '../../parts/words.ts';
import type { CalendarsSectionProps, UnwrittenMeeting as Meeting } from './use-listed.ts';

interface MovedProps extends Pick<CalendarsSectionProps, 'workspace'> {
  readonly meetings: readonly Meeting[];
  /** The person has chosen, and it is being done. */
  readonly onChosen: (meeting: Meeting, keep: Keep) => Promise<void>;
}

/** What stays where it is. */
export type Keep = 'meeting' | 'event';

/** Meetings whose event the person has moved, and wants to be asked about: both times, and a button for each. */
export function Moved({ meetings, ...props }: MovedProps) {
  if (meetings.length === 0) return null;
  return (
    <section className="unwritten" aria-labelledby="moved">
      <h3 id="moved">{say.title}</h3>
      <p className="small quiet">{say.lead}</p>
      <ul className="rows">
        {meetings.map((meeting) => (
          <MovedRow key={meeting.bookingId} meeting={meeting} {...props} />
        ))}
      </ul>
    </section>
  );
}

function MovedRow({ meeting, workspace, onChosen }: Omit<MovedProps, 'meetings'> & { readonly meeting: Meeting }) {
  const { call } = useApi();
  const { bookingId, event, guest, movedTo } = meeting;
  const choose = useAction(async (keep: Keep) => {
    await call('retryCalendarEvent', { bookingId, keep }, workspace.id);
    await onChosen(meeting, keep);
  });
  const which = <span className="vh"> {say.for(event, minuteOf(meeting.startAt))}</span>;
  return (
    <li>
      <div>
        <p>
          <strong>{event}</strong> {say.with} {guest}
        </p>
        <Times label={say.meeting} times={meeting} />
        {movedTo && <Times label={say.inCalendar} times={movedTo} />}
        {choose.error && <Notice notice={noticeOf(choose.error)} />}
      </div>
      <div className="row-actions">
        <button
          type="button"
          className="button compact"
          aria-disabled={choose.busy}
          onClick={() => void choose.run('event')}
        >
          {say.move}
          {which}
        </button>
        <button
          type="button"
          className="button second compact"
          aria-disabled={choose.busy}
          onClick={() => void choose.run('meeting')}
        >
          {say.back}
          {which}
        </button>
      </div>
    </li>
  );
}

interface Times {
  readonly startAt: string;
  readonly endAt: string;
}

/** "Meeting: 24 Nov 2026, 10:00 to 10:30 (Europe/Berlin)" */
function Times({ label, times: { startAt, endAt } }: { readonly label: string; readonly times: Times }) {
  const end = dayOf(startAt) === dayOf(endAt) ? clockOf(endAt) : minuteOf(endAt);
  return (
    <p className="small">
      {label}:{' '}
      <time dateTime={startAt}>
        {minuteOf(startAt)} {say.to} {end}
      </time>{' '}
      <span className="quiet">({zoneHere()})</span>
    </p>
  );
}
