import { cancelWords } from '../../texts/en/pages/meeting.ts';
import { Ending, type EndingProps } from '../parts/ending.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';

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
