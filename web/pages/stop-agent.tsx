import { stopAgentWords } from '../../texts/en/pages/access.ts';
import { Facts } from '../parts/facts.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useLocale, useWords } from '../parts/locale.ts';
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

/** {app_url}/agents/stop/{token}: the button ends it; opening the link changes nothing. */
export function StopAgentPage({ status, may, action, ...agent }: StopAgentPageProps) {
  const words = useWords(stopAgentWords);
  const isLive = status === 'pending' || status === 'verified';
  return (
    <Layout title={isLive ? words.stopAnAgent : words.notForYou}>
      <Sheet>
        <h1>{isLive ? words.headings[status] : words.thisNot}</h1>
        <p className="lead">{words.leads[status]}</p>
        <AgentFacts {...agent} />
        <Powers title={status === 'verified' ? words.can : words.could} powers={may} />
        <Outcomes outcomes={words.outcomes[status]} />
        {isLive ? (
          <form method="post" action={action}>
            <div className="actions">
              <button type="submit" className="button danger">
                {status === 'pending' ? words.refuse : words.stop}
              </button>
            </div>
          </form>
        ) : (
          <div className="actions">
            <a className="button second" href="/login?return_to=%2F%23agents">
              {words.see}
            </a>
          </div>
        )}
      </Sheet>
    </Layout>
  );
}

const shown = (name: string | null, words: typeof stopAgentWords) =>
  name === null ? words.unreadable : <bdi>{name}</bdi>;

function AgentFacts({
  agentLabel,
  workspaceName,
  prospectEmail,
  askedAt,
  since,
}: Omit<StopAgentPageProps, 'status' | 'may' | 'action'>) {
  const words = useWords(stopAgentWords);
  const { tag } = useLocale();
  return (
    <Facts
      facts={[
        { label: words.calls, value: shown(agentLabel, words), strong: true },
        { label: words.in, value: shown(workspaceName, words) },
        { label: words.for, value: prospectEmail },
        { label: words.asked, value: <time dateTime={askedAt}>{minuteInUtc(askedAt, tag)}</time> },
        ...(since === null
          ? []
          : [{ label: words.allowed, value: <time dateTime={since}>{minuteInUtc(since, tag)}</time> }]),
      ]}
    />
  );
}
