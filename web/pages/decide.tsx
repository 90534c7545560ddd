import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { factWords } from '../../texts/en/pages/frame.ts';
import { decideWords } from '../../texts/en/pages/meeting.ts';
import { Facts, Lines, When } from '../parts/facts.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
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
  /** before the guest's last move, in the host's zone; null: not moved, or decided */
  readonly before: MeetingTime | null;
  /** the host had approved that time */
  readonly wasMeeting: boolean;
  /** the same for the guest, if their zone differs */
  readonly guestTime: MeetingTime | null;
  readonly answers: readonly { readonly label: string; readonly display: string }[];
  readonly status: BookingStatus;
  /** in words, in the host's zone; null: nothing to decide any more */
  readonly decideBy: string | null;
  readonly notice: NoticeText | null;
  /** what came into the hosts' calendars since the request; null: nothing, or decided */
  readonly clash: NoticeText | null;
  readonly action: string;
  readonly pageToken: string;
  /** The start that the form shows. A form that is posted later says by it what its reader saw. */
  readonly startAt: string;
  readonly reason: string;
  readonly problem: string | undefined;
  /** what to know before the meeting; null: none takes place */
  readonly prepHref: string | null;
  /** the meeting, to move or cancel it; null: none takes place */
  readonly meetingHref: string | null;
}

/** {app_url}/decide/{token}: the host approves or declines. Opening the link decides nothing. */
export function DecidePage(props: DecidePageProps) {
  const { eventName, guestName, guestEmail, status, notice, clash, decideBy, prepHref, meetingHref } = props;
  const words = useWords(decideWords);
  const open = decideBy !== null;
  const guest = guestName ?? guestEmail;
  return (
    <Layout title={(open ? words.titleOpen : words.title)(eventName, guest)}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        {open && clash !== null && <Notice notice={clash} />}
        <p className={open ? 'badge waiting' : 'badge over'}>{open ? words.waiting : words.decided[status]}</p>
        <h1 dir="auto">{open ? headingOf(props, words) : words.title(eventName, guest)}</h1>
        {open && <p className="lead">{words.keptUntil(decideBy)}</p>}
        <Request {...props} />
        {open && <Decision {...props} />}
        {meetingHref !== null && (
          <div className="actions">
            <a className="button second" href={`${meetingHref}?act=move`}>
              {words.move}
            </a>
            <a className="button second" href={`${meetingHref}?act=cancel`}>
              {words.cancel}
            </a>
          </div>
        )}
        {prepHref !== null && (
          <div className="actions">
            <a className="button second" href={prepHref}>
              {words.prep}
            </a>
          </div>
        )}
      </Sheet>
    </Layout>
  );
}

function headingOf({ guestName, guestEmail, before, wasMeeting }: DecidePageProps, words: typeof decideWords): string {
  const guest = guestName ?? guestEmail;
  if (before === null) return words.wouldLikeToMeet(guest);
  return wasMeeting ? words.movedMeeting(guest) : words.movedRequest(guest);
}

function Request({
  eventName,
  guestName,
  guestEmail,
  guests,
  agentEmail,
  place,
  time,
  before,
  guestTime,
  answers,
}: DecidePageProps) {
  const words = useWords(decideWords);
  const { what, when, where } = useWords(factWords);
  return (
    <Facts
      facts={[
        { label: what, value: eventName },
        { label: when, value: <When time={time} />, strong: true },
        ...(before === null ? [] : [{ label: words.before, value: <When time={before} was /> }]),
        ...(guestTime === null ? [] : [{ label: words.forGuest, value: <When time={guestTime} /> }]),
        { label: where, value: place },
        { label: words.guest, value: <Lines lines={guestName === null ? [guestEmail] : [guestName, guestEmail]} /> },
        ...(guests.length === 0 ? [] : [{ label: words.invited, value: <Lines lines={guests} /> }]),
        ...(agentEmail === null ? [] : [{ label: words.bookedBy, value: <Lines lines={[agentEmail]} /> }]),
        ...answers.map(({ label, display }) => ({ label, value: <Lines lines={[display]} /> })),
      ]}
    />
  );
}

function Decision({ action, pageToken, startAt, reason, problem }: DecidePageProps) {
  const words = useWords(decideWords);
  const frame: FieldFrame = {
    id: 'reason',
    label: words.word,
    required: false,
    problem,
  };
  return (
    <form method="post" action={action}>
      <input type="hidden" name="pageToken" value={pageToken} />
      <input type="hidden" name="startAt" value={startAt} />
      <Field frame={frame}>
        <textarea
          id="reason"
          name="reason"
          className="short"
          dir="auto"
          rows={2}
          maxLength={500}
          defaultValue={reason}
          aria-describedby={describedBy(frame)}
          aria-invalid={problem === undefined ? undefined : true}
        />
      </Field>
      <div className="actions">
        <button type="submit" className="button" name="decision" value="approve">
          {words.approve}
        </button>
        <button type="submit" className="button second" name="decision" value="decline">
          {words.decline}
        </button>
      </div>
    </form>
  );
}
