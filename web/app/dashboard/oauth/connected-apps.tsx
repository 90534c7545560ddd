import { useState } from 'react';
import { connectedAppsWords as say } from '../../../../texts/en/dashboard/oauth.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf, minuteOf } from '../../parts/words.ts';
import { useKeptWebhooks } from '../access/kept-webhooks.tsx';

type Grant = OutputOf<'listMyGrants'>['grants'][number];

/** Apps that the signed-in person connected by OAuth, whatever the workspace. */
export function ConnectedApps() {
  const { call } = useApi();
  const [ending, setEnding] = useState<Grant | null>(null);
  const { done, report } = useDone();
  const webhooks = useKeptWebhooks();
  const mine = useLoad('grants', () => call('listMyGrants', {}));
  const end = ({ id, appName }: Grant): Promise<void> =>
    report(say.ended(appName), async () => {
      const { kept } = await call('endMyGrant', { grantId: id });
      webhooks.offer(kept, () => call('endMyGrant', { grantId: id, alsoDisableWebhooks: true }));
      await mine.reload();
    });
  return (
    <Section title={say.title} hint={say.hint} anchor="apps" done={done}>
      <LoadState {...mine} what={say.what}>
        {({ grants }) => (grants.length === 0 ? <None /> : <GrantList grants={grants} onEnd={setEnding} />)}
      </LoadState>
      {ending && (
        <Confirm
          title={say.ask(ending.appName)}
          verb={say.verb}
          onClose={() => setEnding(null)}
          act={() => end(ending)}
        >
          <p>{say.text}</p>
        </Confirm>
      )}
      {webhooks.dialog}
    </Section>
  );
}

const None = () => <p className="quiet">{say.none}</p>;

interface GrantListProps {
  readonly grants: readonly Grant[];
  readonly onEnd: (grant: Grant) => void;
}

const GrantList = ({ grants, onEnd }: GrantListProps) => (
  <ul className="rows" aria-label={say.title}>
    {grants.map((grant) => (
      <li key={grant.id}>
        <GrantFacts grant={grant} />
        {grant.endedAt === null && (
          <button type="button" className="button second danger compact" onClick={() => onEnd(grant)}>
            {say.verb}
            <span className="vh"> {grant.appName}</span>
          </button>
        )}
      </li>
    ))}
  </ul>
);

const ACCESS_WORDS = { read: say.read, full: say.full } as const;

function GrantFacts({ grant }: { readonly grant: Grant }) {
  const { appName, appHost, appPath, redirectHost, workspace, access, since, lastUsedAt, endedAt, lastReuse } = grant;
  return (
    <div>
      <p>
        <strong>
          <bdi>{appName}</bdi>
        </strong>
        {endedAt !== null && <span className="tag">{say.over}</span>}
      </p>
      <p className="small quiet">
        {appHost === null ? say.self : <bdi>{`${appHost}${appPath ?? ''}`}</bdi>} · {say.went} <bdi>{redirectHost}</bdi>
      </p>
      <p className="small quiet">
        {say.in} <bdi>{workspace.name}</bdi> · {say.since(dayOf(since))} ·{' '}
        {lastUsedAt === null ? say.never : say.used(minuteOf(lastUsedAt))}
        {endedAt !== null && ` · ${say.endedAt(minuteOf(endedAt))}`}
      </p>
      <p className="small">{ACCESS_WORDS[access]}</p>
      {lastReuse !== null && (
        <p className="small">
          {say.reused(minuteOf(lastReuse.at), lastReuse.networks.join(say.and))} {say.reusedHint}
        </p>
      )}
    </div>
  );
}
