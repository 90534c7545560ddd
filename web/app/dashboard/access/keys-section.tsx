import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { CreateKey } from './create-key.tsx';
import { isApp, KeyList } from './key-list.tsx';
import type { Access, Key } from './use-access.ts';

interface KeysSectionProps {
  readonly workspace: Membership;
  readonly access: Access;
  readonly userId: string;
}

const HINT = 'What you made here, and what the tools and agents got that you approved.';

/** The person's own connected apps have a section of their own. Owners and admins see those of others here. */
const isMyApp = (key: Key, userId: string): boolean => isApp(key) && key.createdByUserId === userId;

export function KeysSection({ workspace, access: { keys, seats, reload }, userId }: KeysSectionProps) {
  const { call } = useApi();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const { done, report } = useDone();
  const revoke = ({ id, name }: Key): Promise<void> =>
    report(`${name} is revoked.`, async () => {
      await call('revokeApiKey', { apiKeyId: id }, workspace.id);
      await reload();
    });
  const ofSeats = new Set(seats.status === 'ready' ? seats.data.seats.map(({ apiKeyId }) => apiKeyId) : []);
  const newKey = (
    <button type="button" className="button second compact" onClick={() => setCreating(true)}>
      New key
    </button>
  );
  return (
    <Section title="Keys and connected devices" hint={HINT} action={newKey} done={done}>
      <LoadState state={keys} what="your keys" reload={reload}>
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
          title={`Revoke ${revoking.name}?`}
          verb="Revoke key"
          onClose={() => setRevoking(null)}
          act={() => revoke(revoking)}
        >
          <p>
            Whatever uses the key <code>{revoking.prefix}…</code> stops working at once. Seats and open invitations made
            with it end too, and upcoming bookings of a test key are canceled. This cannot be undone.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
