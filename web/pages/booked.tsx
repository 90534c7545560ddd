import { bookedWords } from '../../texts/en/pages/booking.ts';
import { factWords } from '../../texts/en/pages/frame.ts';
import { type CalendarLinks, Calendars } from '../parts/calendars.tsx';
import { Facts, Place, What, When } from '../parts/facts.tsx';
import { Fill } from '../parts/fill.tsx';
import { Icon } from '../parts/icon.tsx';
import { Join } from '../parts/join.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import type { MeetingTime } from '../parts/meeting-time.ts';

export interface BookedPageProps {
  readonly outcome: keyof typeof MARKS;
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly place: string;
  readonly joinUrl: string | null;
  readonly email: string;
  readonly hostHref: string;
  /** the event's open times */
  readonly timesHref: string;
  /** to move or cancel it, or to see why it ended; null: only the mail has it */
  readonly manageHref: string | null;
  /** null if there is no meeting (yet) */
  readonly calendar: CalendarLinks | null;
}

const MARKS = {
  booked: { mark: 'mark', icon: 'check' },
  pending: { mark: 'mark waiting', icon: 'clock' },
  canceled: { mark: 'mark over', icon: 'cross' },
} as const;

/** The last step: the result and what is next. */
export function BookedPage(props: BookedPageProps) {
  const { outcome, eventName, hostName, time, place, joinUrl, email, calendar } = props;
  const words = useWords(bookedWords);
  const facts = useWords(factWords);
  const { title, heading, lead } = words[outcome];
  const { mark, icon } = MARKS[outcome];
  const canceled = outcome === 'canceled';
  const host = <bdi>{hostName}</bdi>;
  return (
    <Layout title={title}>
      <Sheet>
        <div className={mark}>
          <Icon name={icon} />
        </div>
        <h1>
          <Fill text={heading} parts={{ host }} />
        </h1>
        <p className="lead">
          <Fill text={lead} parts={{ host, email: <strong>{email}</strong> }} />
        </p>
        <Facts
          facts={[
            { label: facts.what, value: <What event={eventName} host={hostName} /> },
            { label: facts.when, value: <When time={time} was={canceled} />, strong: !canceled },
            { label: facts.where, value: <Place words={place} link={canceled ? null : joinUrl} /> },
          ]}
        />
        {outcome === 'booked' && joinUrl !== null && (
          <div className="actions">
            <Join href={joinUrl} />
          </div>
        )}
        {calendar !== null && <Calendars {...calendar} />}
        {canceled && (
          <div className="actions">
            <a className="button" href={props.timesHref}>
              {words.newTime}
            </a>
          </div>
        )}
        <WaysOn {...props} />
      </Sheet>
    </Layout>
  );
}

/** Links to change it, and to other meetings. */
function WaysOn({ outcome, hostName, hostHref, manageHref }: BookedPageProps) {
  const words = useWords(bookedWords);
  const { change, changeLater, changeByMail } = words[outcome];
  return (
    <div className="aside small quiet stack-tight">
      {manageHref !== null && (
        <p>
          <a href={manageHref}>{change}</a> {changeLater}
        </p>
      )}
      {manageHref === null && changeByMail !== '' && <p>{changeByMail}</p>}
      <p>
        <a href={hostHref}>
          <Fill text={words.more} parts={{ host: <bdi>{hostName}</bdi> }} />
        </a>
      </p>
    </div>
  );
}
