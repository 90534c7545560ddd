import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { minuteInUtc } from '../parts/minute-in-utc.ts';
import { Outcomes } from '../parts/powers.tsx';

export interface AddressPageProps {
  readonly step:
    | { readonly kind: 'sign in'; readonly href: string }
    | ({ readonly kind: 'confirm'; readonly csrfToken: string } & Addresses & Form)
    | { readonly kind: 'confirmed'; readonly newEmail: string }
    | ({ readonly kind: 'undo'; readonly changedAt: string } & Addresses & Form)
    | { readonly kind: 'undone'; readonly oldEmail: string };
}

interface Addresses {
  readonly oldEmail: string;
  readonly newEmail: string;
}

interface Form {
  readonly action: string;
}

const TITLES = {
  'sign in': 'Sign in to confirm your new address',
  confirm: 'Use this address?',
  confirmed: 'Your address is changed',
  undo: 'Take this address back?',
  undone: 'Your account has its old address again',
} as const;

/** {app_url}/account/address/{token} and …/undo/{token}: the button changes the address; opening the link changes nothing. */
export function AddressPage({ step }: AddressPageProps) {
  return (
    <Layout title={TITLES[step.kind]}>
      <Sheet>
        <h1>{TITLES[step.kind]}</h1>
        <Step step={step} />
      </Sheet>
    </Layout>
  );
}

function Step({ step }: AddressPageProps) {
  switch (step.kind) {
    case 'sign in':
      return (
        <>
          <p className="lead">A new address works once you confirm it where you are signed in.</p>
          <Link href={step.href} label="Sign in" />
          <p className="aside small">
            Sign in with the address that you have now. Then open the link of the mail again.
          </p>
        </>
      );
    case 'confirm':
      return <Confirm {...step} />;
    case 'confirmed':
      return (
        <>
          <p className="lead">
            You sign in with <strong>{step.newEmail}</strong> from now on. Your other browsers are signed out.
          </p>
          <Link href="/" label="Go to your meetings" />
        </>
      );
    case 'undo':
      return <Undo {...step} />;
    case 'undone':
      return (
        <>
          <p className="lead">
            You sign in with <strong>{step.oldEmail}</strong>. Everything that got a way in since the change is ended.
          </p>
          <Link href="/login" label="Sign in" />
        </>
      );
  }
}

const Link = ({ href, label }: { readonly href: string; readonly label: string }) => (
  <div className="actions">
    <a className="button" href={href}>
      {label}
    </a>
  </div>
);

function Confirm({ oldEmail, newEmail, action, csrfToken }: Extract<AddressPageProps['step'], { kind: 'confirm' }>) {
  return (
    <>
      <Facts
        facts={[
          { label: 'New address', value: <bdi>{newEmail}</bdi>, strong: true },
          { label: 'Address until now', value: <bdi>{oldEmail}</bdi> },
        ]}
      />
      <Outcomes
        outcomes={[
          ['If you use it', 'You sign in with it, and all mails go there. Your other browsers are signed out.'],
          ['The old address', 'It gets a mail, with a link that takes this back within 7 days.'],
        ]}
      />
      <form method="post" action={action}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <div className="actions">
          <button type="submit" className="button">
            Use this address
          </button>
        </div>
        <p className="aside small">You did not ask for this? Close this page; nothing happens.</p>
      </form>
    </>
  );
}

function Undo({ oldEmail, newEmail, changedAt, action }: Extract<AddressPageProps['step'], { kind: 'undo' }>) {
  return (
    <>
      <Facts
        facts={[
          { label: 'Your address before', value: <bdi>{oldEmail}</bdi>, strong: true },
          { label: 'Changed to', value: <bdi>{newEmail}</bdi> },
          { label: 'Changed', value: <time dateTime={changedAt}>{minuteInUtc(changedAt)}</time> },
        ]}
      />
      <Outcomes
        outcomes={[
          [
            'If you take it back',
            'The account has your address again. All its browsers are signed out; passkeys, linked accounts, keys, apps, agents and calendars that came since the change end for good, and invitations that nobody has accepted.',
          ],
          ['What stays', 'Meetings that were booked, and people who joined a workspace: look at Team afterwards.'],
        ]}
      />
      <form method="post" action={action}>
        <div className="actions">
          <button type="submit" className="button danger">
            Take it back
          </button>
        </div>
        <p className="aside small">It was you? Close this page; nothing happens.</p>
      </form>
    </>
  );
}
