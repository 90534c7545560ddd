import type { ReactNode } from 'react';
import { guestNumber, placeFor } from '../../../../domain/booking/meeting-place.ts';
import { meetingWords } from '../../../../texts/en/dashboard/meetings.ts';
import { type Fact, Facts, Place, When } from '../../../parts/facts.tsx';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneName } from '../../../parts/meeting-time.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { CalendarEvents } from './calendar-events.tsx';
import type { MeetingDetail } from './meeting.ts';
import { isMaking, isOfReader } from './meeting-history.tsx';
import { guestTime, hostTime, momentIn } from './their-time.ts';
import { useGuestName } from './use-guest-name.ts';

/** When, where, with whom, by whom: what is known of a meeting. */
export function MeetingFacts({ meeting }: { readonly meeting: MeetingDetail }) {
  const words = useWords(meetingWords);
  const { facts } = words;
  const locale = useLocale();
  const guest = useGuestName(meeting);
  const { invitee, guests, host, otherHosts = [], bookedBy, bookedAt, decideBy, cancelReason, flow, local } = meeting;
  const theirs = guestTime(meeting, locale);
  const zone = zoneName(local.timezone, locale);
  const hosts = [host, ...otherHosts].map(({ name }) => name);
  const clashes = meeting.calendarClashes ?? [];
  const { person } = useDashboard();
  const making = meeting.history.find(isMaking);
  const isOwn = making !== undefined && bookedBy.kind === 'host' && isOfReader(making, person.id);
  const rows: readonly [string, ReactNode][] = [
    [facts.when, <When key="when" time={hostTime(meeting, locale)} />],
    [facts.theirs, theirs],
    [facts.answerBy, decideBy && `${momentIn(decideBy, local.timezone, locale)} (${zone})`],
    [facts.where, <Where key="where" meeting={meeting} />],
    [facts.guest, invitee.email && <Address email={invitee.email} />],
    [facts.others, guests.length > 0 && <bdi>{guests.join(', ')}</bdi>],
    [hosts.length === 1 ? facts.host : facts.hosts, <bdi key="hosts">{hosts.join(', ')}</bdi>],
    [
      facts.booked,
      <>
        <bdi>{isOwn ? words.byYouFor(guest) : words.bookedBy[bookedBy.kind](bookedBy.name, guest)}</bdi>
        <br />
        <span className="small quiet">
          {momentIn(bookedAt, local.timezone, locale)} ({zone})
        </span>
      </>,
    ],
    [facts.canceled, cancelReason && <bdi>{cancelReason}</bdi>],
    [facts.calendar, meeting.calendarEvents.length > 0 && <CalendarEvents meeting={meeting} />],
    [facts.flow, flow.url && <a href={flow.url}>{words.openFlow}</a>],
  ];
  return (
    <section className="card meeting-facts" aria-label={facts.when}>
      {clashes.map(({ host: name, startAt }) => (
        <p key={`${name} ${startAt}`} className="small tag warn">
          {words.clash(name)}
        </p>
      ))}
      <Facts facts={rows.filter(([, value]) => value).map(([label, value]): Fact => ({ label, value }))} />
    </section>
  );
}

/** The place; the number that the host calls is a link. */
function Where({ meeting }: { readonly meeting: MeetingDetail }) {
  const { language } = useLocale();
  const asked = { ...meeting, answers: meeting.formAnswers };
  const { words, link } = placeFor('host', asked, language);
  const number = meeting.locationDetail === null ? guestNumber(asked) : null;
  return number === null ? <Place words={words} link={link} /> : <a href={`tel:${number}`}>{words}</a>;
}

const Address = ({ email }: { readonly email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
    <bdi>{email}</bdi>
  </a>
);
