import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';

export interface ConnectCalendarPageProps {
  readonly step:
    | {
        readonly kind: 'connect';
        readonly provider: 'google' | 'microsoft';
        /** such as "Google" */
        readonly label: string;
        /** the account that is connected again; null: any */
        readonly reconnects: string | null;
        readonly href: string;
      }
    | { readonly kind: 'wrong person'; readonly signedInAs: string; readonly csrfToken: string };
}

/** {app_url}/calendars/connect/{token}: what is shared, then the provider's own page. Opening it changes nothing. */
export function ConnectCalendarPage({ step }: ConnectCalendarPageProps) {
  return step.kind === 'connect' ? <Connect {...step} /> : <WrongPerson {...step} />;
}

type Step<Kind> = Extract<ConnectCalendarPageProps['step'], { kind: Kind }>;

function Connect({ provider, label, reconnects, href }: Step<'connect'>) {
  const title = reconnects === null ? `Connect a calendar of ${label}` : `Connect ${reconnects} again`;
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">
          Guests then see only times at which you are free, and your bookings appear in your calendar.
        </p>
        <ul className="points">
          <li>
            We read when you are busy. We store times alone: no titles, no descriptions, no guests of your own events.
          </li>
          <li>We write, move and delete only the events of your bookings.</li>
          {provider === 'google' && <li>On the next page, leave all boxes ticked. Each of them is needed.</li>}
          {reconnects !== null && <li>Choose {reconnects} there. Your settings stay as they are.</li>}
        </ul>
        <div className="actions">
          <a className="button" href={href}>
            Continue to {label}
          </a>
        </div>
        <p className="aside small">
          You can disconnect it at any time, under Settings, Calendars. Did you not ask for this? Close this page;
          nothing happens.
        </p>
      </Sheet>
    </Layout>
  );
}

function WrongPerson({ signedInAs, csrfToken }: Step<'wrong person'>) {
  const title = 'This link is for somebody else';
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">
          You are signed in as <strong>{signedInAs}</strong>. A link connects the calendar of one person, and only they
          can open it. If it is yours, sign out and sign in with your other address.
        </p>
        <form method="post" action="/logout">
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <div className="actions">
            <button type="submit" className="button second">
              Sign out
            </button>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

export interface CalendarConnectedPageProps {
  readonly label: string;
  readonly email: string;
  /** names of the calendars that block times */
  readonly blocking: readonly string[];
  /** false: the person chose that calendars block nothing */
  readonly counts: boolean;
  /** the name of the calendar for bookings; null: none of this account */
  readonly written: string | null;
}

/** {app_url}/calendars/connected/{id}: what happens from now on. */
export function CalendarConnectedPage({ label, email, blocking, counts, written }: CalendarConnectedPageProps) {
  const title = 'Your calendar is connected';
  const blocks = blocking.length === 0 ? 'No calendar' : blocking.join(', ');
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">
          {counts
            ? 'We are reading it now. Changes in it count within seconds.'
            : 'It blocks none of your times: you chose that only bookings make you busy.'}
        </p>
        <Facts
          facts={[
            { label: 'Account', value: <bdi>{email}</bdi>, strong: true },
            { label: 'At', value: label },
            {
              label: 'Blocks your time',
              value: <bdi>{counts ? blocks : 'Nothing'}</bdi>,
            },
            { label: 'Bookings are written to', value: <bdi>{written ?? 'No calendar of this account'}</bdi> },
          ]}
        />
        <div className="actions">
          <a className="button" href="/settings/calendars">
            {counts ? 'Choose other calendars' : 'Change your rules'}
          </a>
        </div>
        <p className="aside small">You can close this page.</p>
      </Sheet>
    </Layout>
  );
}
