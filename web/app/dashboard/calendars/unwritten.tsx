import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { pageWords } from '../../parts/page-words.ts';
import { minuteOf, noticeOf, zoneHere } from '../../parts/words.ts';
import type { CalendarsSectionProps, UnwrittenMeeting as Meeting } from './use-listed.ts';

const say = pageWords(
  {
    forbidden: 'We may not write to that calendar. Choose another one for bookings.',
    gone: 'That calendar is gone. Choose another one for bookings.',
    refused: 'The provider does not accept the event.',
    throttled: 'The provider wanted no calls from us for two days.',
    away: 'The provider did not answer for two days.',
    title: 'Not in your calendar',
    lead: (zone: string) => `These meetings take place, and their times are kept. Times in ${zone}.`,
    with: 'with',
    deleted: 'You deleted its event.',
    back: 'Put it back',
    again: 'Try again',
    for: (event: string, guest: string, at: string) => `for ${event} with ${guest}, ${at}`,
  },
  {
    forbidden: 'Wir dürfen in diesen Kalender nicht schreiben. Wählen Sie einen anderen für Buchungen.',
    gone: 'Diesen Kalender gibt es nicht mehr. Wählen Sie einen anderen für Buchungen.',
    refused: 'Der Anbieter nimmt den Eintrag nicht an.',
    throttled: 'Der Anbieter wollte zwei Tage lang keine Anfragen von uns.',
    away: 'Der Anbieter hat zwei Tage lang nicht geantwortet.',
    title: 'Nicht in Ihrem Kalender',
    lead: (zone: string) => `Diese Termine finden statt, und ihre Zeiten sind belegt. Zeiten in ${zone}.`,
    with: 'mit',
    deleted: 'Sie haben den Eintrag gelöscht.',
    back: 'Zurücksetzen',
    again: 'Noch einmal versuchen',
    for: (event: string, guest: string, at: string) => `für ${event} mit ${guest}, ${at}`,
  },
);

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
