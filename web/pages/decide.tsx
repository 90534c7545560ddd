import type { BookingStatus } from '../../schemas/public-calendar.ts';
import { Facts, When } from '../parts/facts.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

export interface DecidePageProps {
  readonly eventName: string;
  readonly guestName: string | null;
  readonly guestEmail: string;
  readonly guests: readonly string[];
  readonly agentEmail: string | null;
  readonly place: string;
  /** in the host's zone */
  readonly time: MeetingTime;
  /** the same for the guest, where their zone differs */
  readonly guestTime: MeetingTime | null;
  readonly answers: readonly { readonly label: string; readonly display: string }[];
  readonly status: BookingStatus;
  /** in words, in the host's zone; null: there is nothing to decide any more */
  readonly decideBy: string | null;
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly pageToken: string;
  readonly reason: string;
  readonly problem: string | undefined;
}

/** {app_url}/decide/{token}: the host approves or declines. Opening the link decides nothing. */
export function DecidePage(props: DecidePageProps) {
  const { eventName, guestName, guestEmail, status, notice, decideBy } = props;
  const open = decideBy !== null;
  const guest = guestName ?? guestEmail;
  return (
    <Layout title={open ? `Decide: ${eventName} with ${guest}` : `${eventName} with ${guest}`}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <p className={open ? 'badge waiting' : 'badge over'}>{open ? 'Waiting for you' : DECIDED[status]}</p>
        <h1>{open ? `${guest} would like to meet` : `${eventName} with ${guest}`}</h1>
        {open && <p className="lead">The time is kept until you decide, at the latest {decideBy}.</p>}
        <Request {...props} />
        {open && <Decision {...props} />}
      </Sheet>
    </Layout>
  );
}

const DECIDED: Readonly<Record<BookingStatus, string>> = {
  pending_confirmation: 'Not decided in time',
  confirmed: 'Approved',
  rescheduled: 'Approved, moved since',
  canceled: 'Declined or canceled',
  completed: 'Took place',
  no_show: 'Marked as missed',
};

function Request({
  eventName,
  guestName,
  guestEmail,
  guests,
  agentEmail,
  place,
  time,
  guestTime,
  answers,
}: DecidePageProps) {
  return (
    <Facts
      facts={[
        { label: 'What', value: eventName },
        { label: 'When', value: <When time={time} />, strong: true },
        ...(guestTime === null ? [] : [{ label: 'For the guest', value: <When time={guestTime} /> }]),
        { label: 'Where', value: place },
        { label: 'Guest', value: guestName === null ? guestEmail : `${guestName}, ${guestEmail}` },
        ...(guests.length === 0 ? [] : [{ label: 'Also invited', value: guests.join(', ') }]),
        ...(agentEmail === null ? [] : [{ label: 'Booked by', value: agentEmail }]),
        ...answers.map(({ label, display }) => ({ label, value: <span className="prewrap">{display}</span> })),
      ]}
    />
  );
}

function Decision({ action, pageToken, reason, problem }: DecidePageProps) {
  const frame: FieldFrame = {
    id: 'reason',
    label: 'A word to the guest, if you decline',
    required: false,
    problem,
  };
  return (
    <form method="post" action={action}>
      <input type="hidden" name="pageToken" value={pageToken} />
      <Field frame={frame}>
        <textarea
          id="reason"
          name="reason"
          className="short"
          rows={2}
          maxLength={500}
          defaultValue={reason}
          aria-describedby={describedBy(frame)}
          aria-invalid={problem === undefined ? undefined : true}
        />
      </Field>
      <div className="actions">
        <button type="submit" className="button" name="decision" value="approve">
          Approve
        </button>
        <button type="submit" className="button second" name="decision" value="decline">
          Decline
        </button>
      </div>
    </form>
  );
}
