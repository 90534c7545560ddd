import { invitationWords } from '../../texts/en/pages/accounts.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';

export interface InvitationPageProps {
  readonly workspaceName: string;
  /** null: has left */
  readonly inviterName: string | null;
  /** what the role allows, in words */
  readonly role: string;
  /** the invited address */
  readonly email: string;
  readonly notice: NoticeText | null;
  readonly step:
    | { readonly kind: 'sign in'; readonly href: string }
    | { readonly kind: 'accept'; readonly action: string; readonly csrfToken: string }
    | { readonly kind: 'wrong account'; readonly signedInAs: string; readonly csrfToken: string }
    | { readonly kind: 'joined'; readonly href: string };
}

/** {app_url}/invitations/{token}: the button joins; opening the link changes nothing. */
export function InvitationPage({ workspaceName, inviterName, role, email, notice, step }: InvitationPageProps) {
  const words = useWords(invitationWords);
  const joined = step.kind === 'joined';
  const title = joined ? words.youAreIn(workspaceName) : words.join(workspaceName);
  return (
    <Layout title={title}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        {step.kind === 'wrong account' && <Notice notice={wrongAccount(step.signedInAs, email, words)} />}
        <h1>{title}</h1>
        {!joined && <p className="lead">{words.invites(inviterName)}</p>}
        <Facts
          facts={[
            { label: words.workspace, value: workspaceName, strong: true },
            ...(inviterName === null ? [] : [{ label: words.by, value: inviterName }]),
            { label: joined ? words.are : words.would, value: role },
            { label: words.for, value: email },
          ]}
        />
        <Step step={step} email={email} workspaceName={workspaceName} />
      </Sheet>
    </Layout>
  );
}

const wrongAccount = (signedInAs: string, email: string, words: typeof invitationWords): NoticeText => ({
  tone: 'warning',
  title: words.wrong,
  text: words.wrongText(signedInAs, email),
});

function Step({ step, email, workspaceName }: Pick<InvitationPageProps, 'step' | 'email' | 'workspaceName'>) {
  const words = useWords(invitationWords);
  switch (step.kind) {
    case 'sign in':
      return (
        <>
          <div className="actions">
            <a className="button" href={step.href}>
              {words.signIn}
            </a>
          </div>
          <p className="aside small">
            {words.signInAs} <strong>{email}</strong>. {words.newHere}
          </p>
        </>
      );
    case 'accept':
      return (
        <form method="post" action={step.action}>
          <input type="hidden" name="csrfToken" value={step.csrfToken} />
          <div className="actions">
            <button type="submit" className="button">
              {words.accept(workspaceName)}
            </button>
          </div>
          <p className="aside small">{words.notYou}</p>
        </form>
      );
    case 'wrong account':
      return (
        <form method="post" action="/logout">
          <input type="hidden" name="csrfToken" value={step.csrfToken} />
          <div className="actions">
            <button type="submit" className="button second">
              {words.out}
            </button>
          </div>
        </form>
      );
    case 'joined':
      return (
        <div className="actions">
          <a className="button" href={step.href}>
            {words.home}
          </a>
        </div>
      );
  }
}
