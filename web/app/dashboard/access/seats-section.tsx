import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { inWorkspace, type Membership } from '../workspaces/choice.ts';
import { CreateSeat } from './create-seat.tsx';
import { SeatList } from './seat-list.tsx';
import type { Access, Seat } from './use-access.ts';

interface SeatsSectionProps {
  readonly workspace: Membership;
  readonly access: Access;
}

const HINT = 'A free seat gives an agent a name and a key of its own; what it does is logged under that name.';

const mayManage = ({ role }: Membership): boolean => role === 'owner' || role === 'admin';

export function SeatsSection({ workspace, access }: SeatsSectionProps) {
  const { keys, seats: state } = access;
  const { call } = useApi();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Seat | null>(null);
  const { done, report } = useDone();
  const isFull = state.status === 'ready' && state.data.activeCount >= state.data.cap;
  const revoke = ({ id, displayName }: Seat): Promise<void> =>
    report(`The seat of ${displayName} is revoked.`, async () => {
      await call('revokeAgentSeat', { id }, workspace.id);
      await access.reload();
    });
  const newSeat = isFull ? (
    <a href={inWorkspace('/plans', workspace)}>Plans with more seats</a>
  ) : (
    <button type="button" className="button second compact" onClick={() => setCreating(true)}>
      New seat
    </button>
  );
  return (
    <Section title="Agent seats" hint={HINT} anchor="seats" action={mayManage(workspace) && newSeat} done={done}>
      <LoadState state={state} what="the agent seats" reload={access.reload}>
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
          title={`Revoke the seat of ${revoking.displayName}?`}
          verb="Revoke seat"
          onClose={() => setRevoking(null)}
          act={() => revoke(revoking)}
        >
          <p>
            The agent loses its key at once, and the seat is free for another. Seats and open invitations made with that
            key end too. This cannot be undone.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
