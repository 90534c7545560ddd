import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
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
  const joined = step.kind === 'joined';
  const title = joined ? `You are in ${workspaceName}` : `Join ${workspaceName}`;
  return (
    <Layout title={title}>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        {step.kind === 'wrong account' && <Notice notice={wrongAccount(step.signedInAs, email)} />}
        <h1>{title}</h1>
        {!joined && <p className="lead">{inviterName ?? 'Somebody'} invites you to work with them.</p>}
        <Facts
          facts={[
            { label: 'Workspace', value: workspaceName, strong: true },
            ...(inviterName === null ? [] : [{ label: 'Invited by', value: inviterName }]),
            { label: joined ? 'You are' : 'You would be', value: role },
            { label: 'Invitation for', value: email },
          ]}
        />
        <Step step={step} email={email} workspaceName={workspaceName} />
      </Sheet>
    </Layout>
  );
}

const wrongAccount = (signedInAs: string, email: string): NoticeText => ({
  tone: 'warning',
  title: 'You are signed in as somebody else',
  text: `You are ${signedInAs} here, and this invitation is for ${email}. Sign out, then open the link of the mail again.`,
});

function Step({ step, email, workspaceName }: Pick<InvitationPageProps, 'step' | 'email' | 'workspaceName'>) {
  switch (step.kind) {
    case 'sign in':
      return (
        <>
          <div className="actions">
            <a className="button" href={step.href}>
              Sign in to accept
            </a>
          </div>
          <p className="aside small">
            Sign in as <strong>{email}</strong>. New here? We’ll create your account, and lead you back to this page.
          </p>
        </>
      );
    case 'accept':
      return (
        <form method="post" action={step.action}>
          <input type="hidden" name="csrfToken" value={step.csrfToken} />
          <div className="actions">
            <button type="submit" className="button">
              Accept and join {workspaceName}
            </button>
          </div>
          <p className="aside small">Not for you? Close this page; nothing happens.</p>
        </form>
      );
    case 'wrong account':
      return (
        <form method="post" action="/logout">
          <input type="hidden" name="csrfToken" value={step.csrfToken} />
          <div className="actions">
            <button type="submit" className="button second">
              Sign out
            </button>
          </div>
        </form>
      );
    case 'joined':
      return (
        <div className="actions">
          <a className="button" href={step.href}>
            Go to your home page
          </a>
        </div>
      );
  }
}
