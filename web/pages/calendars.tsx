import { calendarPageWords } from '../../texts/en/pages/accounts.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

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
  const words = useWords(calendarPageWords);
  const title = reconnects === null ? words.connect(label) : words.reconnect(reconnects);
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">{words.lead}</p>
        <ul className="points">
          <li>{words.read}</li>
          <li>{words.write}</li>
          {provider === 'google' && <li>{words.boxes}</li>}
          {reconnects !== null && <li>{words.choose(reconnects)}</li>}
        </ul>
        <div className="actions">
          <a className="button" href={href}>
            {words.goOn(label)}
          </a>
        </div>
        <p className="aside small">{words.later}</p>
      </Sheet>
    </Layout>
  );
}

function WrongPerson({ signedInAs, csrfToken }: Step<'wrong person'>) {
  const words = useWords(calendarPageWords);
  const title = words.wrong;
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">
          {words.wrongBefore} <strong>{signedInAs}</strong>
          {words.wrongAfter}
        </p>
        <form method="post" action="/logout">
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <div className="actions">
            <button type="submit" className="button second">
              {words.out}
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
  const words = useWords(calendarPageWords);
  const title = words.connected;
  const blocks = blocking.length === 0 ? words.none : blocking.join(', ');
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">{counts ? words.reading : words.unread}</p>
        <Facts
          facts={[
            { label: words.account, value: <bdi>{email}</bdi>, strong: true },
            { label: words.at, value: label },
            {
              label: words.blocks,
              value: <bdi>{counts ? blocks : words.nothing}</bdi>,
            },
            { label: words.writtenTo, value: <bdi>{written ?? words.noneHere}</bdi> },
          ]}
        />
        <div className="actions">
          <a className="button" href="/settings/calendars">
            {counts ? words.others : words.rules}
          </a>
        </div>
        <p className="aside small">{words.close}</p>
      </Sheet>
    </Layout>
  );
}
