import { useState } from 'react';
import { scopeWords } from '../../../../texts/en/access.ts';
import { agentsSectionWords as say } from '../../../../texts/en/dashboard/identity.ts';
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
    report(say.stopped(agentLabel), async () => {
      await call('revokeMyAgent', { principalId });
      await mine.reload();
    });
  return (
    <Section title={say.title} hint={say.hint} anchor="agents" done={done}>
      <LoadState {...mine} what={say.what}>
        {({ agents }) => (agents.length === 0 ? <None /> : <AgentList agents={agents} onStop={setStopping} />)}
      </LoadState>
      {stopping && (
        <Confirm
          title={say.ask(stopping.agentLabel)}
          verb={say.verb}
          onClose={() => setStopping(null)}
          act={() => stop(stopping)}
        >
          <p>{say.text}</p>
        </Confirm>
      )}
    </Section>
  );
}

const None = () => <p className="quiet">{say.none}</p>;

interface AgentListProps {
  readonly agents: readonly Agent[];
  readonly onStop: (agent: Agent) => void;
}

const AgentList = ({ agents, onStop }: AgentListProps) => (
  <ul className="rows" aria-label={say.title}>
    {agents.map((agent) => (
      <li key={agent.principalId}>
        <AgentFacts agent={agent} />
        {agent.status === 'verified' && (
          <button type="button" className="button second danger compact" onClick={() => onStop(agent)}>
            {say.stop}
            <span className="vh"> {agent.agentLabel}</span>
          </button>
        )}
      </li>
    ))}
  </ul>
);

const ENDED = { verified: null, revoked: say.over, expired: say.expired } as const;

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
        {say.in} <bdi>{workspace.name}</bdi> · {say.since(dayOf(since))} ·{' '}
        {lastUsedAt === null ? say.never : say.used(minuteOf(lastUsedAt))}
        {endedAt !== null && ` · ${say.ended(minuteOf(endedAt))}`}
      </p>
      <p className="small">{say.may}</p>
      <ul className="points small">
        {scopes.map((scope) => (
          <li key={scope}>{scopeWords[scope]}</li>
        ))}
      </ul>
      {acts.length > 0 && <Acts agentLabel={agentLabel} acts={acts} />}
    </div>
  );
}

const ACT_WORDS: Readonly<Record<string, string>> = {
  'booking.confirmed': say.booked,
  'booking.requested': say.requested,
  'booking.rescheduled': say.moved,
  'booking.canceled': say.canceled,
  'checkout.started': say.paid,
  'invitation.created': say.invited,
  'invitation.renewed': say.again,
  'account.created': say.account,
  'workspace.created': say.workspace,
  'agent_identity.verified': say.consent,
};

const Acts = ({ agentLabel, acts }: Pick<Agent, 'agentLabel' | 'acts'>) => (
  <details className="small">
    <summary>
      {say.lately}
      <span className="vh">: {agentLabel}</span>
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
