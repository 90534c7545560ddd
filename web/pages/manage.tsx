import type { BookingStatus } from '../../schemas/public-calendar.ts';
import { Facts, Place, When } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

export interface MeetingView {
  readonly status: BookingStatus;
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly place: string;
  readonly joinUrl: string | null;
  readonly guest: string;
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
  readonly inviteHref: string | null;
  /** to book anew once this meeting is over or canceled */
  readonly bookAgainHref: string | null;
}

const STATUS: Readonly<Record<BookingStatus, { readonly words: string; readonly tone: string }>> = {
  pending_confirmation: { words: 'Waiting for the host', tone: 'badge waiting' },
  confirmed: { words: 'Confirmed', tone: 'badge' },
  rescheduled: { words: 'Confirmed at a new time', tone: 'badge' },
  canceled: { words: 'Canceled', tone: 'badge over' },
  completed: { words: 'Took place', tone: 'badge over' },
  no_show: { words: 'Marked as missed', tone: 'badge over' },
};

/** /manage/{token}: the meeting, and what may still be done with it. */
export function ManagePage(props: ManagePageProps) {
  const { meeting, notice } = props;
  const { words, tone } = STATUS[meeting.status];
  return (
    <Layout title={`${meeting.eventName} with ${meeting.hostName}`}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <p className={tone}>{words}</p>
        <h1>
          {meeting.eventName} with {meeting.hostName}
        </h1>
        <MeetingFacts meeting={meeting} />
        <Actions {...props} />
        {props.notMeHref !== null && (
          <p className="aside small">
            {meeting.agentEmail} booked this for you. You know nothing of it?{' '}
            <a href={props.notMeHref}>This wasn’t me</a>
          </p>
        )}
      </Sheet>
    </Layout>
  );
}

function MeetingFacts({ meeting }: { meeting: MeetingView }) {
  const over = meeting.status === 'canceled';
  return (
    <Facts
      facts={[
        { label: 'When', value: <When time={meeting.time} was={over} />, strong: !over },
        { label: 'Where', value: <Place words={meeting.place} link={over ? null : meeting.joinUrl} /> },
        { label: 'Guest', value: meeting.guest },
        ...(meeting.guests.length === 0 ? [] : [{ label: 'Also invited', value: meeting.guests.join(', ') }]),
        ...(meeting.agentEmail === null ? [] : [{ label: 'Booked by', value: meeting.agentEmail }]),
        ...(meeting.cancelReason === null ? [] : [{ label: 'Reason', value: meeting.cancelReason }]),
      ]}
    />
  );
}

function Actions({ rescheduleHref, cancelHref, inviteHref, bookAgainHref }: ManagePageProps) {
  return (
    <div className="actions">
      {rescheduleHref !== null && (
        <a className="button" href={rescheduleHref}>
          Move to another time
        </a>
      )}
      {cancelHref !== null && (
        <a className="button second" href={cancelHref}>
          Cancel the meeting
        </a>
      )}
      {bookAgainHref !== null && (
        <a className="button" href={bookAgainHref}>
          Book another time
        </a>
      )}
      {inviteHref !== null && (
        <a href={inviteHref} className="small">
          Calendar file (.ics)
        </a>
      )}
    </div>
  );
}
