import { Link, useLocation } from '@tanstack/react-router';
import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { dayWords, zoneName } from '../../../parts/meeting-time.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { ActButtons } from './act-buttons.tsx';
import { isPrepared, isSample, type MeetingLine, prepAddress, waits } from './meeting.ts';
import { guestTime, hostTime, momentIn } from './their-time.ts';
import { useGuestName } from './use-guest-name.ts';

interface MeetingRowProps {
  readonly meeting: MeetingLine;
  /** no day stands above it */
  readonly hasDay?: boolean;
  /** the zone that stands above the list; null: none, so the row names its own */
  readonly saidZone: string | null;
}

/** When, who and what for, with what can be done. The guest's name leads to the meeting's page. */
export function MeetingRow({ meeting, hasDay = false, saidZone }: MeetingRowProps) {
  const words = useWords(meetingsWords);
  const locale = useLocale();
  const guest = useGuestName(meeting);
  const { range, zone } = hostTime(meeting, locale);
  const hasOwnZone = meeting.local.timezone !== saidZone;
  const href = useLocation({ select: (at) => at.href });
  const day = hasDay ? `${dayWords(meeting.local.dateLocal, locale, 'short')}, ` : '';
  return (
    <li className="meeting">
      <p className="meeting-time">
        <time dateTime={meeting.startAt}>
          {day}
          {range}
        </time>
        {hasOwnZone && <span className="small quiet"> ({zone})</span>}
      </p>
      <Who meeting={meeting} isRequest={hasDay} hasOwnZone={hasOwnZone} />
      <div className="row-actions">
        {isPrepared(meeting) && (
          <a className="button second compact" href={prepAddress(meeting.id, href)}>
            {words.prepare}
            <span className="vh"> {words.for(guest)}</span>
          </a>
        )}
        <ActButtons meeting={meeting} />
      </div>
    </li>
  );
}

interface WhoProps {
  readonly meeting: MeetingLine;
  /** it stands among requests: that it waits goes without saying */
  readonly isRequest: boolean;
  readonly hasOwnZone: boolean;
}

function Who({ meeting, isRequest, hasOwnZone }: WhoProps) {
  const words = useWords(meetingsWords);
  const locale = useLocale();
  const { person } = useDashboard();
  const { invitee, eventType, host, otherHosts = [], status, endedAs, decideBy, bookedBy } = meeting;
  const guest = useGuestName(meeting);
  const theirs = guestTime(meeting, locale);
  const tag = isRequest ? null : endedAs === undefined ? words.statuses[status] : words.ended[endedAs];
  const hosts = [host, ...otherHosts].filter(({ id }) => id !== person.id);
  return (
    <div className="meeting-who">
      <p>
        <Link to="/meetings/$bookingId" params={{ bookingId: meeting.id }} search={{}}>
          <bdi>{guest}</bdi>
        </Link>
        {invitee.email !== guest && <bdi className="small quiet">{invitee.email}</bdi>}
        {isSample(meeting) && <span className="tag">{words.sample}</span>}
        {meeting.testMode && <span className="tag">{words.test}</span>}
        {tag !== null && <span className={waits(meeting) ? 'tag warn' : 'tag'}>{tag}</span>}
        {bookedBy.kind === 'agent' && (
          <span className="tag">
            <bdi>{words.byAgent(bookedBy.name)}</bdi>
          </span>
        )}
      </p>
      <p className="small quiet">
        <bdi>{eventType.name}</bdi>
        {hosts.length > 0 && (
          <>
            {' '}
            · {words.with} <bdi>{hosts.map(({ name }) => name).join(', ')}</bdi>
          </>
        )}
      </p>
      {theirs !== null && (
        <p className="small quiet">
          {words.theirTime} {theirs}
        </p>
      )}
      {waits(meeting) && decideBy !== null && (
        <p className="small quiet">
          {words.answerBy(momentIn(decideBy, meeting.local.timezone, locale))}
          {hasOwnZone && ` (${zoneName(meeting.local.timezone, locale)})`}
        </p>
      )}
    </div>
  );
}
