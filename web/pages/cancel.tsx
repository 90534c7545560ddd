import { Facts, When } from '../parts/facts.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

interface EndingProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly backHref: string;
  readonly pageToken: string;
}

export interface CancelPageProps extends EndingProps {
  /** as typed before */
  readonly reason: string;
  readonly problem: string | undefined;
}

/** Asks once more, and for a reason, before the meeting ends. */
export function CancelPage({
  eventName,
  hostName,
  time,
  notice,
  action,
  backHref,
  pageToken,
  ...typed
}: CancelPageProps) {
  const frame: FieldFrame = {
    id: 'reason',
    label: 'Reason',
    required: false,
    hint: `${hostName} reads this.`,
    problem: typed.problem,
  };
  return (
    <Layout title={`Cancel ${eventName}`}>
      <BackLink href={backHref}>The meeting</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>Cancel this meeting?</h1>
        <Ending eventName={eventName} hostName={hostName} time={time} />
        <form method="post" action={action}>
          <input type="hidden" name="pageToken" value={pageToken} />
          <Field frame={frame}>
            <textarea
              id="reason"
              name="reason"
              className="short"
              rows={2}
              maxLength={500}
              defaultValue={typed.reason}
              aria-describedby={describedBy(frame)}
              aria-invalid={frame.problem === undefined ? undefined : true}
            />
          </Field>
          <div className="actions">
            <button type="submit" className="button danger">
              Cancel the meeting
            </button>
            <a href={backHref}>Keep it</a>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

export interface NotMePageProps extends EndingProps {
  readonly agentEmail: string;
}

/** For a guest in whose name an agent booked without being asked. Opening the link does nothing; the button does. */
export function NotMePage({
  eventName,
  hostName,
  time,
  notice,
  action,
  backHref,
  pageToken,
  agentEmail,
}: NotMePageProps) {
  return (
    <Layout title="This wasn’t me">
      <BackLink href={backHref}>The meeting</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>You did not ask for this meeting?</h1>
        <p className="lead">
          {agentEmail} booked it in your name. Tell us that it wasn’t you: the meeting is canceled, and {hostName}{' '}
          learns why.
        </p>
        <Ending eventName={eventName} hostName={hostName} time={time} />
        <form method="post" action={action}>
          <input type="hidden" name="pageToken" value={pageToken} />
          <div className="actions">
            <button type="submit" className="button danger">
              This wasn’t me: cancel it
            </button>
            <a href={backHref}>It was me: keep it</a>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

function Ending({ eventName, hostName, time }: Pick<EndingProps, 'eventName' | 'hostName' | 'time'>) {
  return (
    <Facts
      facts={[
        { label: 'What', value: `${eventName} with ${hostName}` },
        { label: 'When', value: <When time={time} />, strong: true },
      ]}
    />
  );
}
