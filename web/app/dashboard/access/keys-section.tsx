import { useState } from 'react';
import { keysSectionWords as say } from '../../../../texts/en/dashboard/access.ts';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import type { Membership } from '../workspaces/choice.ts';
import { CreateKey } from './create-key.tsx';
import { useKeptWebhooks } from './kept-webhooks.tsx';
import { isApp, KeyList } from './key-list.tsx';
import type { Access, Key } from './use-access.ts';

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
