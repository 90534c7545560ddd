import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { minuteInUtc } from '../parts/minute-in-utc.ts';
import { Outcomes, Powers } from '../parts/powers.tsx';

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
  /** instants in UTC */
  readonly askedAt: string;
  /** null: never allowed */
  readonly since: string | null;
  readonly action: string;
}

const LEADS = {
  pending: 'It asks to act for you. Without the code of the mail it can do nothing.',
  verified: 'It acts for you since you gave it the code of a mail.',
  revoked: 'It can do nothing for you. There is nothing left to do here.',
  expired: 'Its time is over: it can do nothing for you. There is nothing left to do here.',
} as const;

const STAYS = 'What it did stays: meetings, workspaces, people who joined.';
const ASKS_AGAIN = 'Its workspace can send you no code for 30 days.';
const OUTCOMES = {
  pending: [
    ['If you refuse', `Its code stops working at once. ${ASKS_AGAIN}`],
    ['If you do nothing', 'The code ends by itself after 10 minutes.'],
  ],
  verified: [
    ['If you stop it', `It ends at once and for good, with the open invitations that it sent for you. ${ASKS_AGAIN}`],
    ['What stays', STAYS],
    ['If you do nothing', 'It goes on. It ends by itself when it has not been used for 90 days.'],
  ],
  revoked: [['What stays', STAYS]],
  expired: [['What stays', STAYS]],
} as const;

/** {app_url}/agents/stop/{token}: the button ends it; opening the link changes nothing. */
export function StopAgentPage({ status, may, action, ...agent }: StopAgentPageProps) {
  const isLive = status === 'pending' || status === 'verified';
  const heading = { pending: 'Refuse this agent?', verified: 'Stop this agent?' };
  return (
    <Layout title={isLive ? 'Stop an agent' : 'It does not act for you'}>
      <Sheet>
        <h1>{isLive ? heading[status] : 'This agent does not act for you'}</h1>
        <p className="lead">{LEADS[status]}</p>
        <AgentFacts {...agent} />
        <Powers title={status === 'verified' ? 'What it can do for you' : 'What it could do for you'} powers={may} />
        <Outcomes outcomes={OUTCOMES[status]} />
        {isLive ? (
          <form method="post" action={action}>
            <div className="actions">
              <button type="submit" className="button danger">
                {status === 'pending' ? 'Refuse it' : 'Stop it'}
              </button>
            </div>
          </form>
        ) : (
          <div className="actions">
            <a className="button second" href="/login?return_to=%2F%23agents">
              See who acts for you
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
  askedAt,
  since,
}: Omit<StopAgentPageProps, 'status' | 'may' | 'action'>) {
  return (
    <Facts
      facts={[
        { label: 'It calls itself', value: shown(agentLabel), strong: true },
        { label: 'In the workspace', value: shown(workspaceName) },
        { label: 'For', value: prospectEmail },
        { label: 'Asked', value: <time dateTime={askedAt}>{minuteInUtc(askedAt)}</time> },
        ...(since === null ? [] : [{ label: 'Allowed', value: <time dateTime={since}>{minuteInUtc(since)}</time> }]),
      ]}
    />
  );
}
