import { seatListWords as say } from '../../../../texts/en/dashboard/access.ts';
import { FirstOnly } from '../../parts/first-only.tsx';
import { dayOf, minuteOf } from '../../parts/words.ts';
import { ROLE_WORDS } from '../workspaces/choice.ts';
import type { Key, Seat, Seats } from './use-access.ts';

interface SeatListProps {
  readonly seats: Seats;
  readonly keys: readonly Key[];
  /** null: not permitted */
  readonly onRevoke: ((seat: Seat) => void) | null;
}

export function SeatList({ seats: { seats, activeCount, cap, hidden }, keys, onRevoke }: SeatListProps) {
  if (hidden) return <p className="small quiet none">{say.hidden}</p>;
  const active = seats.filter(({ revokedAt }) => revokedAt === null);
  const over = seats.filter(({ revokedAt }) => revokedAt !== null);
  const keyOf = ({ apiKeyId }: Seat): Key | undefined => keys.find(({ id }) => id === apiKeyId);
  return (
    <>
      <p className="small none">
        <strong>{say.taken(activeCount, cap)}</strong> {say.takenEnd}
        {activeCount >= cap && ` ${say.full}`}
        {onRevoke === null && ` ${say.admins}`}
      </p>
      <ul className="rows" aria-label={say.seats}>
        {active.map((seat) => (
          <li key={seat.id}>
            <SeatFacts seat={seat} keyOfSeat={keyOf(seat)} />
            {onRevoke && (
              <button type="button" className="button second danger compact" onClick={() => onRevoke(seat)}>
                {say.revoke}
                <span className="vh"> {say.ofSeat(seat.displayName)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {over.length > 0 && (
        <details className="over-list">
          <summary>{say.over(over.length)}</summary>
          <ul className="rows">
            {over.map((seat) => (
              <li key={seat.id}>
                <SeatFacts seat={seat} keyOfSeat={keyOf(seat)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <FirstOnly count={seats.length} />
    </>
  );
}

/** What a seat may do. */
function mayWords(role: Seat['role'], scopes: Seat['scopes']): string {
  if (role === null) return say.nothing;
  if (scopes.includes('workspace.act')) return say.actsAs(ROLE_WORDS[role]);
  return scopes.includes('workspace.read') ? say.reads : say.billing;
}

function SeatFacts({ seat, keyOfSeat }: { seat: Seat; keyOfSeat: Key | undefined }) {
  const { displayName, agentEmail, role, scopes, createdAt, expiresAt, revokedAt } = seat;
  return (
    <div>
      <p>
        <strong>{displayName}</strong> {keyOfSeat && <code className="small">{keyOfSeat.prefix}…</code>}
        {keyOfSeat?.lastUsedAt === null && revokedAt === null && <span className="tag warn">{say.never}</span>}
      </p>
      <p className="small quiet">
        {mayWords(role, scopes)} · {agentEmail !== null && `${agentEmail} · `}
        {say.made(dayOf(createdAt))}
        {keyOfSeat && keyOfSeat.lastUsedAt !== null && ` · ${say.used(minuteOf(keyOfSeat.lastUsedAt))}`}
        {expiresAt !== null && revokedAt === null && ` · ${say.ends(minuteOf(expiresAt))}`}
        {revokedAt !== null && ` · ${say.revoked(dayOf(revokedAt))}`}
      </p>
    </div>
  );
}
