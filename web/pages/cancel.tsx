import { Facts, What, When } from '../parts/facts.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { Fill } from '../parts/fill.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { cancelWords } from '../texts/cancel.ts';
import { factWords } from '../texts/facts.ts';
import { useWords } from '../texts/locale.ts';

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
  /** the host has not answered yet: there is no meeting to cancel */
  readonly isRequest: boolean;
  /** as typed before */
  readonly reason: string;
  readonly problem: string | undefined;
}

/** Asks to confirm, and for a reason, before it ends. */
export function CancelPage({
  eventName,
  hostName,
  time,
  notice,
  action,
  backHref,
  pageToken,
  isRequest,
  ...typed
}: CancelPageProps) {
  const words = useWords(cancelWords);
  const asked = isRequest ? words.ofRequest : words.ofMeeting;
  const frame: FieldFrame = {
    id: 'reason',
    label: words.reason,
    required: false,
    hint: words.reasonHint(hostName),
    problem: typed.problem,
  };
  return (
    <Layout title={asked.title(eventName)}>
      <BackLink href={backHref}>{words.back}</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{asked.heading}</h1>
        <Ending eventName={eventName} hostName={hostName} time={time} />
        <form method="post" action={action}>
          <input type="hidden" name="pageToken" value={pageToken} />
          <Field frame={frame}>
            <textarea
              id="reason"
              name="reason"
              className="short"
              dir="auto"
              rows={2}
              maxLength={500}
              defaultValue={typed.reason}
              aria-describedby={describedBy(frame)}
              aria-invalid={frame.problem === undefined ? undefined : true}
            />
          </Field>
          <div className="actions">
            <button type="submit" className="button danger">
              {asked.submit}
            </button>
            <a href={backHref}>{asked.keep}</a>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

export interface NotMePageProps extends EndingProps {
  readonly agentEmail: string;
}

/** For a guest for whom an agent booked without being asked. Opening the link does nothing; the button does. */
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
  const words = useWords(cancelWords);
  return (
    <Layout title={words.notMeTitle}>
      <BackLink href={backHref}>{words.back}</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{words.notMeHeading}</h1>
        <p className="lead">
          <Fill text={words.notMeLead(hostName)} parts={{ agent: <bdi>{agentEmail}</bdi> }} />
        </p>
        <Ending eventName={eventName} hostName={hostName} time={time} />
        <form method="post" action={action}>
          <input type="hidden" name="pageToken" value={pageToken} />
          <div className="actions">
            <button type="submit" className="button danger">
              {words.notMeSubmit}
            </button>
            <a href={backHref}>{words.notMeKeep}</a>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

function Ending({ eventName, hostName, time }: Pick<EndingProps, 'eventName' | 'hostName' | 'time'>) {
  const words = useWords(factWords);
  return (
    <Facts
      facts={[
        { label: words.what, value: <What event={eventName} host={hostName} /> },
        { label: words.when, value: <When time={time} />, strong: true },
      ]}
    />
  );
}
