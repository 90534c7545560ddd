import { Facts, Points } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';

export interface StopAgentPageProps {
  /** what the agent calls itself, and its workspace; null: it does not read like a name */
  readonly agentLabel: string | null;
  readonly workspaceName: string | null;
  /** for whom it acts, or asks to */
  readonly prospectEmail: string;
  /** pending: the code was not entered yet */
  readonly status: 'pending' | 'verified' | 'revoked' | 'expired';
  /** what it may do, in words */
  readonly may: readonly string[];
  /** an instant in UTC; null: never allowed */
  readonly since: string | null;
  readonly action: string;
}

const LEADS = {
  pending: 'It asks to act for you. Without the code of the mail it can do nothing.',
  verified: 'It acts for you since you gave it the code of a mail.',
  revoked: 'It can do nothing for you. There is nothing left to do here.',
  expired: 'Its time is over: it can do nothing for you. There is nothing left to do here.',
} as const;

/** {app_url}/agents/stop/{token}: the button ends it; opening the link changes nothing. */
export function StopAgentPage({ status, action, ...agent }: StopAgentPageProps) {
  const isLive = status === 'pending' || status === 'verified';
  const heading = { pending: 'Refuse this agent?', verified: 'Stop this agent?' };
  return (
    <Layout title={isLive ? 'Stop an agent' : 'It does not act for you'}>
      <Sheet>
        <h1>{isLive ? heading[status] : 'This agent does not act for you'}</h1>
        <p className="lead">{LEADS[status]}</p>
        <AgentFacts {...agent} />
        {isLive && (
          <form method="post" action={action}>
            <p className="field">
              {status === 'pending'
                ? 'Its code stops working at once.'
                : 'It ends at once and for good, with the open invitations that it sent for you. What it did stays.'}
            </p>
            <div className="actions">
              <button type="submit" className="button danger">
                {status === 'pending' ? 'Refuse it' : 'Stop it'}
              </button>
            </div>
            <p className="aside small">All is well? Close this page; nothing happens.</p>
          </form>
        )}
        {!isLive && (
          <div className="actions">
            <a className="button second" href="/#agents">
              See your agents
            </a>
          </div>
        )}
      </Sheet>
    </Layout>
  );
}

const shown = (name: string | null) =>
  name === null ? 'A name that does not read like one, so it is not shown' : <bdi>{name}</bdi>;

function AgentFacts({
  agentLabel,
  workspaceName,
  prospectEmail,
  may,
  since,
}: Omit<StopAgentPageProps, 'status' | 'action'>) {
  return (
    <Facts
      facts={[
        { label: 'It calls itself', value: shown(agentLabel), strong: true },
        { label: 'In the workspace', value: shown(workspaceName) },
        { label: 'For', value: prospectEmail },
        ...(may.length === 0 ? [] : [{ label: 'It may', value: <Points points={may} /> }]),
        ...(since === null ? [] : [{ label: 'Since', value: <time dateTime={since}>{minuteInUtc(since)}</time> }]),
      ]}
    />
  );
}

const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const minuteInUtc = (instant: string): string => `${MINUTE.format(new Date(instant))} UTC`;
