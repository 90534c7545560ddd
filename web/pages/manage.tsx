import { isScheduled } from '../../domain/booking/booking-states.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { factWords } from '../../texts/en/pages/frame.ts';
import { manageWords } from '../../texts/en/pages/meeting.ts';
import { type CalendarLinks, Calendars } from '../parts/calendars.tsx';
import { Facts, Lines, Place, What, When } from '../parts/facts.tsx';
import { Fill } from '../parts/fill.tsx';
import { Join } from '../parts/join.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

export interface MeetingView {
  readonly status: BookingStatus;
  /** how a canceled request ended that nobody canceled */
  readonly endedAs: 'declined' | 'expired' | null;
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly place: string;
  readonly joinUrl: string | null;
  readonly guest: { readonly name: string | null; readonly email: string };
  readonly guests: readonly string[];
  /** the agent that booked for the guest */
  readonly agentEmail: string | null;
  /** why it was canceled, or moved by the host */
  readonly reason: string | null;
  /** until when the host may answer a request; null: no request */
  readonly decideBy: string | null;
  /** the time before the last move of an open request; null: not moved, or no request */
  readonly before: MeetingTime | null;
  /** it was a meeting at the time before: the new time must be approved again */
  readonly waitsAgain: boolean;
}

export interface ManagePageProps {
  readonly meeting: MeetingView;
  readonly notice: NoticeText | null;
  readonly rescheduleHref: string | null;
  readonly cancelHref: string | null;
  readonly notMeHref: string | null;
  /** to let the mails to waiting guests leave; null: nobody waits */
  readonly waitingGuests: { readonly action: string; readonly pageToken: string } | null;
  /** null unless it is a meeting */
  readonly calendar: CalendarLinks | null;
  /** to book again after it is over or canceled */
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

/** /manage/{token}: the meeting, and the actions still possible. */
export function ManagePage(props: ManagePageProps) {
  const { meeting, notice } = props;
  const { status, eventName, hostName } = meeting;
  const words = useWords(manageWords);
  const state = meeting.endedAs ?? status;
  const hint = meeting.waitsAgain ? words.waitsAgain(hostName) : words.statusHint[state]?.(hostName);
  return (
    <Layout title={words.title(eventName, hostName)}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <p className={TONES[status]}>{words.status[state]}</p>
        <h1>
          <What event={eventName} host={hostName} />
        </h1>
        {hint !== undefined && notice === null && <p className="lead">{hint}</p>}
        <MeetingFacts meeting={meeting} />
        {props.waitingGuests !== null && <WaitingGuests {...props.waitingGuests} />}
        <Actions {...props} />
        {props.calendar !== null && <Calendars {...props.calendar} />}
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
  const { status, time, place, joinUrl, guest, guests, agentEmail, reason, decideBy, before } = meeting;
  const words = useWords(manageWords);
  const { when, where } = useWords(factWords);
  const canceled = status === 'canceled';
  return (
    <Facts
      facts={[
        { label: when, value: <When time={time} was={canceled} />, strong: !canceled },
        ...(before === null ? [] : [{ label: words.before, value: <When time={before} was /> }]),
        { label: where, value: <Place words={place} link={canceled ? null : joinUrl} /> },
        ...(decideBy === null ? [] : [{ label: words.decideBy, value: decideBy }]),
        { label: words.guest, value: <Guest {...guest} /> },
        ...(guests.length === 0 ? [] : [{ label: words.invited, value: <Lines lines={guests} /> }]),
        ...(agentEmail === null ? [] : [{ label: words.bookedBy, value: <bdi>{agentEmail}</bdi> }]),
        ...(reason === null ? [] : [{ label: words.reason, value: <Lines lines={[reason]} /> }]),
      ]}
    />
  );
}

function Guest({ name, email }: MeetingView['guest']) {
  return <Lines lines={name === null ? [email] : [name, email]} />;
}

function WaitingGuests({ action, pageToken }: NonNullable<ManagePageProps['waitingGuests']>) {
  const words = useWords(manageWords);
  return (
    <form method="post" action={action}>
      <p className="lead">{words.guestsWait}</p>
      <input type="hidden" name="pageToken" value={pageToken} />
      <div className="actions">
        <button type="submit" className="button second">
          {words.mailGuests}
        </button>
      </div>
    </form>
  );
}

const isToCome = ({ status }: MeetingView): boolean => isScheduled(status);

function Actions({ meeting, rescheduleHref, cancelHref, bookAgainHref }: ManagePageProps) {
  const words = useWords(manageWords);
  const { move, cancel } = meeting.status === 'pending_confirmation' ? words.ofRequest : words.ofMeeting;
  const joinUrl = isToCome(meeting) ? meeting.joinUrl : null;
  if (joinUrl === null && rescheduleHref === null && cancelHref === null && bookAgainHref === null) return null;
  return (
    <div className="actions">
      {joinUrl !== null && <Join href={joinUrl} />}
      {rescheduleHref !== null && (
        <a className={joinUrl === null ? 'button' : 'button second'} href={rescheduleHref}>
          {move}
        </a>
      )}
      {cancelHref !== null && (
        <a className="button second" href={cancelHref}>
          {cancel}
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
