import { dayOf, minuteOf } from '../../parts/words.ts';
import type { Key, Seat, Seats } from './use-access.ts';

interface SeatListProps {
  readonly seats: Seats;
  readonly keys: readonly Key[];
  /** null: not permitted */
  readonly onRevoke: ((seat: Seat) => void) | null;
}

export function SeatList({ seats: { seats, activeCount, cap, hidden }, keys, onRevoke }: SeatListProps) {
  if (hidden) return <p className="small quiet none">Your role sees billing; seats are for owners and members.</p>;
  const active = seats.filter(({ revokedAt }) => revokedAt === null);
  const over = seats.filter(({ revokedAt }) => revokedAt !== null);
  const keyOf = ({ apiKeyId }: Seat): Key | undefined => keys.find(({ id }) => id === apiKeyId);
  return (
    <>
      <p className="small none">
        <strong>
          {activeCount} of {cap}
        </strong>{' '}
        taken.{activeCount >= cap && ' Revoke one, or choose a larger plan, to add another.'}
        {onRevoke === null && ' Owners and admins manage them.'}
      </p>
      <ul className="rows" aria-label="Agent seats">
        {active.map((seat) => (
          <li key={seat.id}>
            <SeatFacts seat={seat} keyOfSeat={keyOf(seat)} />
            {onRevoke && (
              <button type="button" className="button second danger compact" onClick={() => onRevoke(seat)}>
                Revoke<span className="vh"> the seat of {seat.displayName}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {over.length > 0 && (
        <details className="over-list">
          <summary>Revoked ({over.length})</summary>
          <ul className="rows">
            {over.map((seat) => (
              <li key={seat.id}>
                <SeatFacts seat={seat} keyOfSeat={keyOf(seat)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** What a seat may do. */
function mayWords(role: Seat['role'], scopes: Seat['scopes']): string {
  if (role === null) return 'May do nothing now';
  if (scopes.includes('workspace.act')) return `Acts as ${role.replace('_', ' ')}`;
  return scopes.includes('workspace.read') ? 'Reads only' : 'Billing only';
}

function SeatFacts({ seat, keyOfSeat }: { seat: Seat; keyOfSeat: Key | undefined }) {
  const { displayName, agentEmail, role, scopes, createdAt, expiresAt, revokedAt } = seat;
  return (
    <div>
      <p>
        <strong>{displayName}</strong> {keyOfSeat && <code className="small">{keyOfSeat.prefix}…</code>}
        {keyOfSeat?.lastUsedAt === null && revokedAt === null && <span className="tag warn">Never used</span>}
      </p>
      <p className="small quiet">
        {mayWords(role, scopes)} · {agentEmail !== null && `${agentEmail} · `}made {dayOf(createdAt)}
        {keyOfSeat && keyOfSeat.lastUsedAt !== null && ` · last used ${minuteOf(keyOfSeat.lastUsedAt)}`}
        {expiresAt !== null && revokedAt === null && ` · ends ${minuteOf(expiresAt)}`}
        {revokedAt !== null && ` · revoked ${dayOf(revokedAt)}`}
      </p>
    </div>
  );
}
