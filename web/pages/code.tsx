import { Facts, When } from '../parts/facts.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

export interface CodePageProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly email: string;
  /** "14:08 (Europe/Berlin)", or null where the time is not held */
  readonly heldUntil: string | null;
  /** until when the code counts, written alike */
  readonly codeUntil: string;
  readonly notice: NoticeText | null;
  /** shown beside the input */
  readonly problem: string | undefined;
  /** false once the code can't be used any more: only a new one helps */
  readonly codeUsable: boolean;
  /** the sealed state of this booking */
  readonly state: string;
  /** IANA; goes along, so that a step that is too old can still lead to times in it */
  readonly timezone: string;
  readonly confirmAction: string;
  readonly resendAction: string;
  readonly editHref: string;
  /** where local mail can be read; null in production */
  readonly mailboxHref: string | null;
}

/** The third step: the code from the mail. */
export function CodePage(props: CodePageProps) {
  const { eventName, hostName, time, heldUntil, notice, problem, editHref, codeUsable } = props;
  return (
    <Layout title={`${problem === undefined ? '' : 'Error: '}Enter your code`}>
      <BackLink href={editHref}>Change details</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{codeUsable ? 'Enter the code we mailed you' : 'You need a new code'}</h1>
        <SentTo {...props} />
        {codeUsable && <CodeForm {...props} />}
        <Resend {...props} />
        <Facts
          facts={[
            { label: 'What', value: `${eventName} with ${hostName}` },
            { label: 'When', value: <When time={time} />, strong: true },
            ...(heldUntil === null ? [] : [{ label: 'Kept for you', value: `until ${heldUntil}` }]),
          ]}
        />
      </Sheet>
    </Layout>
  );
}

function SentTo({ email, codeUntil, codeUsable, mailboxHref }: CodePageProps) {
  return (
    <>
      <p className="lead">
        {codeUsable ? (
          <>
            Six digits went to <strong>{email}</strong>. They work until {codeUntil}.
          </>
        ) : (
          <>
            We can send another to <strong>{email}</strong>.
          </>
        )}
      </p>
      {mailboxHref !== null && (
        <p className="local small">
          This is a local stack: <a href={mailboxHref}>read the mail in the local mailbox</a>.
        </p>
      )}
    </>
  );
}

function CodeForm({ confirmAction, state, timezone, problem }: CodePageProps) {
  const frame: FieldFrame = { id: 'code', label: 'Six-digit code', required: true, problem };
  return (
    <form method="post" action={confirmAction} className="code">
      <input type="hidden" name="s" value={state} />
      <input type="hidden" name="timezone" value={timezone} />
      <Field frame={frame}>
        {/* A field for one thing on a page for one thing: the focus belongs there. */}
        <input
          type="text"
          id="code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 \-]*"
          maxLength={12}
          required
          // biome-ignore lint/a11y/noAutofocus: the page asks for nothing else
          autoFocus
          aria-describedby={describedBy(frame)}
          aria-invalid={problem === undefined ? undefined : true}
        />
      </Field>
      <div className="actions">
        <button type="submit" className="button">
          Book this time
        </button>
      </div>
    </form>
  );
}

function Resend({ resendAction, state, timezone, codeUsable }: CodePageProps) {
  return (
    <form method="post" action={resendAction} className={codeUsable ? 'resend' : 'actions'}>
      <input type="hidden" name="s" value={state} />
      <input type="hidden" name="timezone" value={timezone} />
      {codeUsable ? (
        <p className="small">
          <span className="quiet">No mail after a minute? Look in the spam folder, or </span>
          <button type="submit" className="link-button">
            send a new code
          </button>
        </p>
      ) : (
        <button type="submit" className="button">
          Send a new code
        </button>
      )}
    </form>
  );
}
