import type { BookingStatus } from '../../schemas/public-calendar.ts';
import { Facts, Lines, Place, When } from '../parts/facts.tsx';
import { Fill } from '../parts/fill.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { factWords } from '../texts/facts.ts';
import { useWords } from '../texts/locale.ts';
import { manageWords } from '../texts/manage.ts';

export interface MeetingView {
  readonly status: BookingStatus;
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly place: string;
  readonly joinUrl: string | null;
  readonly guest: { readonly name: string | null; readonly email: string };
  readonly guests: readonly string[];
  /** the agent that booked for the guest */
  readonly agentEmail: string | null;
  readonly cancelReason: string | null;
}

export interface ManagePageProps {
  readonly meeting: MeetingView;
  readonly notice: NoticeText | null;
  readonly rescheduleHref: string | null;
  readonly cancelHref: string | null;
  readonly notMeHref: string | null;
  /** how to put it into a calendar; none while it is no meeting yet, or no more */
  readonly calendars: readonly { readonly label: string; readonly href: string }[];
  /** to book anew once this meeting is over or canceled */
  readonly bookAgainHref: string | null;
}

const TONES: Readonly<Record<BookingStatus, string>> = {
  pending_confirmation: 'badge waiting',
  confirmed: 'badge',
  rescheduled: 'badge',
  canceled: 'badge over',
  completed: 'badge over',
  no_show: 'badge over',
};

/** /manage/{token}: the meeting, and what may still be done with it. */
export function ManagePage(props: ManagePageProps) {
  const { meeting, notice } = props;
  const { status, eventName, hostName } = meeting;
  const words = useWords(manageWords);
  const { with: meetingWith } = useWords(factWords);
  const hint = words.statusHint[status]?.(hostName);
  return (
    <Layout title={words.title(eventName, hostName)}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <p className={TONES[status]}>{words.status[status]}</p>
        <h1>
          <Fill text={meetingWith} parts={{ event: <bdi>{eventName}</bdi>, host: <bdi>{hostName}</bdi> }} />
        </h1>
        {hint !== undefined && notice === null && <p className="lead">{hint}</p>}
        <MeetingFacts meeting={meeting} />
        <Actions {...props} />
        <Calendars calendars={props.calendars} />
        {props.notMeHref !== null && (
          <p className="aside small">
            <Fill text={words.bookedForYou} parts={{ agent: <bdi>{meeting.agentEmail}</bdi> }} />{' '}
            <a href={props.notMeHref}>{words.notMe}</a>
          </p>
        )}
      </Sheet>
    </Layout>
  );
}

function MeetingFacts({ meeting }: { meeting: MeetingView }) {
  const { status, time, place, joinUrl, guest, guests, agentEmail, cancelReason } = meeting;
  const words = useWords(manageWords);
  const { when, where } = useWords(factWords);
  const canceled = status === 'canceled';
  return (
    <Facts
      facts={[
        { label: when, value: <When time={time} was={canceled} />, strong: !canceled },
        { label: where, value: <Place words={place} link={canceled ? null : joinUrl} /> },
        { label: words.guest, value: <Guest {...guest} /> },
        ...(guests.length === 0 ? [] : [{ label: words.invited, value: <Lines lines={guests} /> }]),
        ...(agentEmail === null ? [] : [{ label: words.bookedBy, value: <bdi>{agentEmail}</bdi> }]),
        ...(cancelReason === null ? [] : [{ label: words.reason, value: <Lines lines={[cancelReason]} /> }]),
      ]}
    />
  );
}

function Guest({ name, email }: MeetingView['guest']) {
  return <Lines lines={name === null ? [email] : [name, email]} />;
}

function Actions({ rescheduleHref, cancelHref, bookAgainHref }: ManagePageProps) {
  const words = useWords(manageWords);
  if (rescheduleHref === null && cancelHref === null && bookAgainHref === null) return null;
  return (
    <div className="actions">
      {rescheduleHref !== null && (
        <a className="button" href={rescheduleHref}>
          {words.move}
        </a>
      )}
      {cancelHref !== null && (
        <a className="button second" href={cancelHref}>
          {words.cancel}
        </a>
      )}
      {bookAgainHref !== null && (
        <a className="button" href={bookAgainHref}>
          {words.bookAgain}
        </a>
      )}
    </div>
  );
}

function Calendars({ calendars }: Pick<ManagePageProps, 'calendars'>) {
  const words = useWords(manageWords);
  if (calendars.length === 0) return null;
  return (
    <section className="aside">
      <h2>{words.addToCalendar}</h2>
      <ul className="choices small">
        {calendars.map(({ label, href }) => (
          <li key={href}>
            <a href={href} rel="noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
