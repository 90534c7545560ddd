import { meetingWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import type { MeetingDetail } from './meeting.ts';

/** The meeting in the calendars of its hosts: a link to each event, or why there is none. */
export function CalendarEvents({ meeting: { calendarEvents, host, otherHosts = [] } }: { meeting: MeetingDetail }) {
  const words = useWords(meetingWords);
  const nameOf = (hostId: string): string => [host, ...otherHosts].find(({ id }) => id === hostId)?.name ?? '';
  return calendarEvents.map(({ hostId, htmlLink, state, declined }) => (
    <span key={hostId} className="line">
      {htmlLink !== null && (
        <a href={htmlLink} target="_blank" rel="noreferrer">
          {words.openEvent(nameOf(hostId))}
        </a>
      )}
      {words.events[state] !== null && <span className="line small quiet">{words.events[state]}</span>}
      {declined.length > 0 && <bdi className="line small quiet">{words.declined(declined.join(', '))}</bdi>}
    </span>
  ));
}
