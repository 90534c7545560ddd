import { useState } from 'react';
import { seatsSectionWords as say } from '../../../../texts/en/dashboard/access.ts';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { inWorkspace, type Membership } from '../workspaces/choice.ts';
import { CreateSeat } from './create-seat.tsx';
import { useKeptWebhooks } from './kept-webhooks.tsx';
import { SeatList } from './seat-list.tsx';
import type { Access, Seat } from './use-access.ts';

interface SeatsSectionProps {
  readonly workspace: Membership;
  readonly access: Access;
}

const mayManage = ({ role }: Membership): boolean => role === 'owner' || role === 'admin';

export function SeatsSection({ workspace, access }: SeatsSectionProps) {
  const { keys, seats: state } = access;
  const { call } = useApi();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Seat | null>(null);
  const { done, report } = useDone();
  const webhooks = useKeptWebhooks();
  const isFull = state.status === 'ready' && state.data.activeCount >= state.data.cap;
  const revoke = ({ id, displayName }: Seat): Promise<void> =>
    report(say.revoked(displayName), async () => {
      const { kept } = await call('revokeAgentSeat', { id }, workspace.id);
      webhooks.offer(kept, () => call('revokeAgentSeat', { id, alsoDisableWebhooks: true }, workspace.id));
      await access.reload();
    });
  const newSeat = isFull ? (
    <a href={inWorkspace('/plans', workspace)}>{say.plans}</a>
  ) : (
    <button type="button" className="button second compact" onClick={() => setCreating(true)}>
      {say.add}
    </button>
  );
  return (
    <Section title={say.title} hint={say.hint} anchor="seats" action={mayManage(workspace) && newSeat} done={done}>
      <LoadState state={state} what={say.what} reload={access.reload}>
        {(seats) => (
          <SeatList
            seats={seats}
            keys={keys.status === 'ready' ? keys.data : []}
            onRevoke={mayManage(workspace) ? setRevoking : null}
          />
        )}
      </LoadState>
      {creating && <CreateSeat workspace={workspace} reload={access.reload} onClose={() => setCreating(false)} />}
      {revoking && (
        <Confirm
          title={say.ask(revoking.displayName)}
          verb={say.verb}
          onClose={() => setRevoking(null)}
          act={() => revoke(revoking)}
        >
          <p>{say.text}</p>
        </Confirm>
      )}
      {webhooks.dialog}
    </Section>
  );
}
