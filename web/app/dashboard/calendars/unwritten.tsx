import { unwrittenWords as say } from '../../../../texts/en/dashboard/calendars.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { minuteOf, noticeOf, zoneHere } from '../../parts/words.ts';
import type { CalendarsSectionProps, UnwrittenMeeting as Meeting } from './use-listed.ts';

const CAUSES: Readonly<Record<NonNullable<Meeting['failure']>, string>> = {
  forbidden: say.forbidden,
  not_found: say.gone,
  refused: say.refused,
  throttled: say.throttled,
  away: say.away,
};

interface UnwrittenProps extends Pick<CalendarsSectionProps, 'workspace'> {
  readonly meetings: readonly Meeting[];
  readonly onRetried: (meeting: Meeting) => Promise<void>;
}

/** Meetings that are not in the person's calendar, why, and a button that writes them again. */
export function Unwritten({ meetings, ...props }: UnwrittenProps) {
  if (meetings.length === 0) return null;
  return (
    <section className="unwritten" aria-labelledby="unwritten">
      <h3 id="unwritten">{say.title}</h3>
      <p className="small quiet">{say.lead(zoneHere())}</p>
      <ul className="rows">
        {meetings.map((meeting) => (
          <UnwrittenRow key={meeting.bookingId} meeting={meeting} {...props} />
        ))}
      </ul>
    </section>
  );
}

interface UnwrittenRowProps extends Omit<UnwrittenProps, 'meetings'> {
  readonly meeting: Meeting;
}

function UnwrittenRow({ meeting, workspace, onRetried }: UnwrittenRowProps) {
  const { call } = useApi();
  const { bookingId, event, guest, startAt, state, failure } = meeting;
  const retry = useAction(async () => {
    await call('retryCalendarEvent', { bookingId }, workspace.id);
    await onRetried(meeting);
  });
  return (
    <li>
      <div>
        <p>
          <strong>{event}</strong>
          <span>
            {say.with} <bdi>{guest}</bdi>
          </span>
          <time className="small quiet" dateTime={startAt}>
            {minuteOf(startAt)}
          </time>
        </p>
        <p className="small">{state === 'detached' ? say.deleted : CAUSES[failure ?? 'refused']}</p>
        {retry.error && <Notice notice={noticeOf(retry.error)} />}
      </div>
      <button
        type="button"
        className="button second compact"
        aria-disabled={retry.busy}
        onClick={() => void retry.run()}
      >
        {state === 'detached' ? say.back : say.again}
        <span className="vh"> {say.for(event, guest, minuteOf(startAt))}</span>
      </button>
    </li>
  );
}
