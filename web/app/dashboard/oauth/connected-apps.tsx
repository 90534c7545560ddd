import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf, minuteOf } from '../../parts/words.ts';

type Grant = OutputOf<'listMyGrants'>['grants'][number];

/** Apps that the signed-in person connected by OAuth, whatever the workspace. */
export function ConnectedApps() {
  const { call } = useApi();
  const [ending, setEnding] = useState<Grant | null>(null);
  const { done, report } = useDone();
  const mine = useLoad('grants', () => call('listMyGrants', {}));
  const end = ({ id, appName }: Grant): Promise<void> =>
    report(`${appName} is disconnected.`, async () => {
      await call('endMyGrant', { grantId: id });
      await mine.reload();
    });
  return (
    <Section
      title="Connected apps"
      hint="Apps such as Claude, ChatGPT or an editor that you let act for you. Disconnect those that you do not need."
      anchor="apps"
      done={done}
    >
      <LoadState {...mine} what="your connected apps">
        {({ grants }) => (grants.length === 0 ? <None /> : <GrantList grants={grants} onEnd={setEnding} />)}
      </LoadState>
      {ending && (
        <Confirm
          title={`Disconnect ${ending.appName}?`}
          verb="Disconnect"
          onClose={() => setEnding(null)}
          act={() => end(ending)}
        >
          <p>It ends at once and for good, with the keys, seats and open invitations made by it. What it did stays.</p>
        </Confirm>
      )}
    </Section>
  );
}

const None = () => <p className="quiet">You have connected no app.</p>;

interface GrantListProps {
  readonly grants: readonly Grant[];
  readonly onEnd: (grant: Grant) => void;
}

const GrantList = ({ grants, onEnd }: GrantListProps) => (
  <ul className="rows" aria-label="Connected apps">
    {grants.map((grant) => (
      <li key={grant.id}>
        <GrantFacts grant={grant} />
        {grant.endedAt === null && (
          <button type="button" className="button second danger compact" onClick={() => onEnd(grant)}>
            Disconnect<span className="vh"> {grant.appName}</span>
          </button>
        )}
      </li>
    ))}
  </ul>
);

const ACCESS_WORDS = { read: 'It looks only.', full: 'It may do what you may do there.' } as const;

function GrantFacts({ grant }: { readonly grant: Grant }) {
  const { appName, appHost, appPath, redirectHost, workspace, access, since, lastUsedAt, endedAt } = grant;
  return (
    <div>
      <p>
        <strong>
          <bdi>{appName}</bdi>
        </strong>
        {endedAt !== null && <span className="tag">Ended</span>}
      </p>
      <p className="small quiet">
        {appHost === null ? 'Registered itself' : <bdi>{`${appHost}${appPath ?? ''}`}</bdi>} · answers went to{' '}
        <bdi>{redirectHost}</bdi>
      </p>
      <p className="small quiet">
        In <bdi>{workspace.name}</bdi> · since {dayOf(since)} ·{' '}
        {lastUsedAt === null ? 'never used' : `last used ${minuteOf(lastUsedAt)}`}
        {endedAt !== null && ` · ended ${minuteOf(endedAt)}`}
      </p>
      <p className="small">{ACCESS_WORDS[access]}</p>
    </div>
  );
}
