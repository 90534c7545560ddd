import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import { dayOf, minuteOf } from '../../parts/words.ts';
import { useKeptWebhooks } from '../access/kept-webhooks.tsx';

const say = pageWords(
  {
    ended: (name: string) => `${name} is disconnected.`,
    title: 'Connected apps',
    hint: 'Apps such as Claude, ChatGPT or an editor that you let act for you. Disconnect those that you do not need.',
    what: 'your connected apps',
    ask: (name: string) => `Disconnect ${name}?`,
    verb: 'Disconnect',
    text: 'It ends at once and for good, with open invitations made by it. What else it did stays: members it invited, webhooks, meetings.',
    none: 'You have connected no app.',
    read: 'May read, and change nothing.',
    full: 'May do what you may do there.',
    over: 'Ended',
    self: 'Registered itself',
    went: 'answers went to',
    in: 'In',
    since: (day: string) => `since ${day}`,
    never: 'never used',
    used: (at: string) => `last used ${at}`,
    endedAt: (at: string) => `ended ${at}`,
    reused: (at: string, from: string) => `Its token was used twice on ${at}${from === '' ? '' : `, from ${from}`}.`,
    reusedHint: 'Apps do this when an answer is lost. If you don’t recognize this network, disconnect the app.',
    and: ' and ',
  },
  {
    ended: (name: string) => `${name} ist getrennt.`,
    title: 'Verbundene Apps',
    hint: 'Apps wie Claude, ChatGPT oder ein Editor, die Sie für sich handeln lassen. Trennen Sie, was Sie nicht brauchen.',
    what: 'Ihre verbundenen Apps',
    ask: (name: string) => `${name} trennen?`,
    verb: 'Trennen',
    text: 'Es endet sofort und für immer, mit offenen Einladungen, die sie anlegte. Was sie sonst tat, bleibt: eingeladene Mitglieder, Webhooks, Termine.',
    none: 'Sie haben keine App verbunden.',
    read: 'Sie liest nur.',
    full: 'Sie darf, was Sie dort dürfen.',
    over: 'Beendet',
    self: 'Hat sich selbst registriert',
    went: 'Antworten gingen an',
    in: 'In',
    since: (day: string) => `seit ${day}`,
    never: 'nie benutzt',
    used: (at: string) => `zuletzt benutzt ${at}`,
    endedAt: (at: string) => `beendet ${at}`,
    reused: (at: string, from: string) => `Ihr Token wurde ${at} zweimal benutzt${from === '' ? '' : `, von ${from}`}.`,
    reusedHint: 'Das tun Apps, wenn eine Antwort verloren geht. Kennen Sie ein Netz nicht, dann trennen Sie die App.',
    and: ' und ',
  },
);

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
