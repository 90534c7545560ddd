import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import type { Membership } from '../workspaces/choice.ts';
import { CreateKey } from './create-key.tsx';
import { useKeptWebhooks } from './kept-webhooks.tsx';
import { isApp, KeyList } from './key-list.tsx';
import type { Access, Key } from './use-access.ts';

const say = pageWords(
  {
    hint: 'What you made here, and what the tools and agents got that you approved.',
    revoked: (name: string) => `${name} is revoked.`,
    add: 'New key',
    title: 'Keys and connected devices',
    what: 'your keys',
    ask: (name: string) => `Revoke ${name}?`,
    verb: 'Revoke key',
    stops: (key: string) =>
      `Whatever uses the key ${key} stops working at once. Seats and open invitations made with it end too, and upcoming bookings of a test key are canceled. This cannot be undone.`,
  },
  {
    hint: 'Was Sie hier angelegt haben, und was Werkzeuge und Agenten bekamen, die Sie zugelassen haben.',
    revoked: (name: string) => `${name} ist widerrufen.`,
    add: 'Neuer Schlüssel',
    title: 'Schlüssel und verbundene Geräte',
    what: 'Ihre Schlüssel',
    ask: (name: string) => `${name} widerrufen?`,
    verb: 'Schlüssel widerrufen',
    stops: (key: string) =>
      `Was den Schlüssel ${key} benutzt, hört sofort auf zu arbeiten. Plätze und offene Einladungen, die mit ihm entstanden, enden auch, und kommende Buchungen eines Testschlüssels werden abgesagt. Das lässt sich nicht rückgängig machen.`,
  },
);

interface KeysSectionProps {
  readonly workspace: Membership;
  readonly access: Access;
  readonly userId: string;
}

/** The person's own connected apps have a section of their own. Owners and admins see those of others here. */
const isMyApp = (key: Key, userId: string): boolean => isApp(key) && key.createdByUserId === userId;

export function KeysSection({ workspace, access: { keys, seats, reload }, userId }: KeysSectionProps) {
  const { call } = useApi();
  const [creating, setCreating] = useOpenedBy('key');
  const [revoking, setRevoking] = useState<Key | null>(null);
  const { done, report } = useDone();
  const webhooks = useKeptWebhooks();
  const revoke = ({ id, name }: Key): Promise<void> =>
    report(say.revoked(name), async () => {
      const { kept } = await call('revokeApiKey', { apiKeyId: id }, workspace.id);
      webhooks.offer(kept, () => call('revokeApiKey', { apiKeyId: id, alsoDisableWebhooks: true }, workspace.id));
      await reload();
    });
  const ofSeats = new Set(seats.status === 'ready' ? seats.data.seats.map(({ apiKeyId }) => apiKeyId) : []);
  const newKey = (
    <button type="button" className="button second compact" onClick={() => setCreating(true)}>
      {say.add}
    </button>
  );
  return (
    <Section title={say.title} hint={say.hint} action={newKey} done={done} anchor="keys">
      <LoadState state={keys} what={say.what} reload={reload}>
        {(all) => (
          <KeyList
            keys={all.filter((key) => !ofSeats.has(key.id) && !isMyApp(key, userId))}
            onRevoke={setRevoking}
            revokeNow={revoke}
            onCreate={() => setCreating(true)}
          />
        )}
      </LoadState>
      {creating && <CreateKey workspace={workspace} reload={reload} onClose={() => setCreating(false)} />}
      {revoking && (
        <Confirm
          title={say.ask(revoking.name)}
          verb={say.verb}
          onClose={() => setRevoking(null)}
          act={() => revoke(revoking)}
        >
          <p>{say.stops(`${revoking.prefix}…`)}</p>
        </Confirm>
      )}
      {webhooks.dialog}
    </Section>
  );
}
