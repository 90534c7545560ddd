import { codeWords } from '../../texts/en/pages/booking.ts';
import { questionWords } from '../../texts/en/pages/details.ts';
import { factWords } from '../../texts/en/pages/frame.ts';
import { Facts, What, When } from '../parts/facts.tsx';
import { describedBy, Field, type FieldFrame } from '../parts/field.tsx';
import { Fill } from '../parts/fill.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

export interface CodePageProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly email: string;
  /** whether the host must approve it */
  readonly byApproval: boolean;
  /** "14:15 (Berlin, Central European Time)": the one deadline */
  readonly codeUntil: string;
  readonly notice: NoticeText | null;
  /** shown beside the input */
  readonly problem: string | undefined;
  /** what the input holds at first: the code that was typed and is to be sent again */
  readonly code: string;
  /** false if the code can't be used any more: only a new one helps */
  readonly codeUsable: boolean;
  /** until another code may be requested; 0: now */
  readonly resendInSeconds: number;
  /** the sealed state of this booking */
  readonly state: string;
  /** IANA; a step that is too old links to times in this zone */
  readonly timezone: string;
  readonly confirmAction: string;
  readonly resendAction: string;
  readonly editHref: string;
  /** where local mail can be read; null in production */
  readonly mailboxHref: string | null;
}

/** The third step: the code from the mail. */
export function CodePage(props: CodePageProps) {
  const { eventName, hostName, time, notice, problem, editHref, codeUsable } = props;
  const words = useWords(codeWords);
  const facts = useWords(factWords);
  const { error } = useWords(questionWords);
  return (
    <Layout title={`${problem === undefined ? '' : error}${words.title}`}>
      <BackLink href={editHref}>{words.changeDetails}</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{codeUsable ? words.heading : words.newCodeNeeded}</h1>
        <SentTo {...props} />
        {codeUsable && <CodeForm {...props} />}
        <Resend {...props} />
        <Facts
          facts={[
            { label: facts.what, value: <What event={eventName} host={hostName} /> },
            { label: facts.when, value: <When time={time} />, strong: true },
          ]}
        />
      </Sheet>
    </Layout>
  );
}

function SentTo({ email, codeUntil, codeUsable, mailboxHref }: CodePageProps) {
  const words = useWords(codeWords);
  const address = (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
  return (
    <>
      <p className="lead">
        <Fill text={codeUsable ? words.sentTo : words.canSendTo} parts={{ email: address }} />
      </p>
      {codeUsable && <p className="small quiet">{words.worksUntil(codeUntil)}</p>}
      {mailboxHref !== null && (
        <p className="local small">
          <Fill text={words.local} parts={{ link: <a href={mailboxHref}>{words.localLink}</a> }} />
        </p>
      )}
    </>
  );
}

function CodeForm({ confirmAction, state, timezone, byApproval, problem, code }: CodePageProps) {
  const words = useWords(codeWords);
  const frame: FieldFrame = { id: 'code', label: words.label, required: true, problem };
  return (
    <form method="post" action={confirmAction} className="code">
      <input type="hidden" name="s" value={state} />
      <input type="hidden" name="timezone" value={timezone} />
      <Field frame={frame}>
        {/* No pattern, no length: a whole sentence of the mail may be pasted. */}
        <input
          type="text"
          id="code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          defaultValue={code}
          // biome-ignore lint/a11y/noAutofocus: the page asks for nothing else
          autoFocus
          aria-describedby={describedBy(frame)}
          aria-invalid={problem === undefined ? undefined : true}
        />
      </Field>
      <div className="actions">
        <button type="submit" className="button" data-busy={words.checking} data-slow={words.slow}>
          {byApproval ? words.ask : words.book}
        </button>
      </div>
    </form>
  );
}

/** Without a script the button always works, and the next page says if it was too soon. */
function Resend({ resendAction, resendInSeconds, state, timezone, codeUsable }: CodePageProps) {
  const words = useWords(codeWords);
  const waiting = {
    'data-resend-seconds': codeUsable ? resendInSeconds : 0,
    'data-countdown': words.sendNewIn('{seconds}'),
    'data-ready': words.sendNewReady,
  };
  return (
    <form method="post" action={resendAction} className={codeUsable ? 'resend' : 'actions'}>
      <input type="hidden" name="s" value={state} />
      <input type="hidden" name="timezone" value={timezone} />
      {codeUsable ? (
        <>
          <p className="small quiet">{words.noMail}</p>
          <button type="submit" className="link-button small" data-busy={words.sending} {...waiting}>
            {words.sendNew}
          </button>
        </>
      ) : (
        <button type="submit" className="button" data-busy={words.sending}>
          {words.sendNew}
        </button>
      )}
    </form>
  );
}
