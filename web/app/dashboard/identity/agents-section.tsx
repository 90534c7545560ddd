import { useState } from 'react';
import { SCOPE_WORDS } from '../../../../domain/identity/scope-words.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf, minuteOf } from '../../parts/words.ts';

type Agent = OutputOf<'listMyAgents'>['agents'][number];

/** The agents that act for the signed-in person, whatever the workspace. */
export function AgentsSection() {
  const { call } = useApi();
  const [stopping, setStopping] = useState<Agent | null>(null);
  const { done, report } = useDone();
  const mine = useLoad('agents', () => call('listMyAgents', {}));
  const stop = ({ principalId, agentLabel }: Agent): Promise<void> =>
    report(`${agentLabel} is stopped.`, async () => {
      await call('revokeMyAgent', { principalId });
      await mine.reload();
    });
  return (
    <Section
      title="Agents that act for you"
      hint="You allowed them by a code of your mail. Stop those that you do not need."
      anchor="agents"
      done={done}
    >
      <LoadState {...mine} what="your agents">
        {({ agents }) => (agents.length === 0 ? <None /> : <AgentList agents={agents} onStop={setStopping} />)}
      </LoadState>
      {stopping && (
        <Confirm
          title={`Stop ${stopping.agentLabel}?`}
          verb="Stop it"
          onClose={() => setStopping(null)}
          act={() => stop(stopping)}
        >
          <p>It ends at once and for good, with the open invitations that it sent for you. What it did stays.</p>
        </Confirm>
      )}
    </Section>
  );
}

const None = () => <p className="quiet">No agent acts for you.</p>;

interface AgentListProps {
  readonly agents: readonly Agent[];
  readonly onStop: (agent: Agent) => void;
}

const AgentList = ({ agents, onStop }: AgentListProps) => (
  <ul className="rows" aria-label="Agents that act for you">
    {agents.map((agent) => (
      <li key={agent.principalId}>
        <AgentFacts agent={agent} />
        {agent.status === 'verified' && (
          <button type="button" className="button second danger compact" onClick={() => onStop(agent)}>
            Stop<span className="vh"> {agent.agentLabel}</span>
          </button>
        )}
      </li>
    ))}
  </ul>
);

const ENDED = { verified: null, revoked: 'Stopped', expired: 'Expired' } as const;

function AgentFacts({ agent }: { agent: Agent }) {
  const { agentLabel, workspace, scopes, since, lastUsedAt, status, endedAt, acts } = agent;
  const ended = ENDED[status];
  return (
    <div>
      <p>
        <strong>
          <bdi>{agentLabel}</bdi>
        </strong>
        {ended && <span className="tag">{ended}</span>}
      </p>
      <p className="small quiet">
        In <bdi>{workspace.name}</bdi> · since {dayOf(since)} ·{' '}
        {lastUsedAt === null ? 'never used' : `last used ${minuteOf(lastUsedAt)}`}
        {endedAt !== null && ` · ended ${minuteOf(endedAt)}`}
      </p>
      <p className="small">It may:</p>
      <ul className="points small">
        {scopes.map((scope) => (
          <li key={scope}>{SCOPE_WORDS[scope]}</li>
        ))}
      </ul>
      {acts.length > 0 && <Acts agentLabel={agentLabel} acts={acts} />}
    </div>
  );
}

const ACT_WORDS: Readonly<Record<string, string>> = {
  'booking.confirmed': 'Booked a meeting',
  'booking.requested': 'Requested a meeting',
  'booking.rescheduled': 'Moved a meeting',
  'booking.canceled': 'Canceled a meeting',
  'checkout.started': 'Prepared a payment',
  'invitation.created': 'Invited somebody',
  'invitation.renewed': 'Invited somebody again',
  'account.created': 'Made your account',
  'workspace.created': 'Made a workspace',
  'agent_identity.verified': 'Got your consent',
};

const Acts = ({ agentLabel, acts }: Pick<Agent, 'agentLabel' | 'acts'>) => (
  <details className="small">
    <summary>
      What it did lately<span className="vh">: {agentLabel}</span>
    </summary>
    <ul>
      {acts.map(({ at, action, subjectId }) => (
        <li key={`${at} ${subjectId}`}>
          {ACT_WORDS[action] ?? action} · {minuteOf(at)}
        </li>
      ))}
    </ul>
  </details>
);
