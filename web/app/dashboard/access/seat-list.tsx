import { FirstOnly } from '../../parts/first-only.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { dayOf, minuteOf } from '../../parts/words.ts';
import { ROLE_WORDS } from '../workspaces/choice.ts';
import type { Key, Seat, Seats } from './use-access.ts';

const say = pageWords(
  {
    hidden: 'Your role sees billing; seats are for owners and members.',
    taken: (active: number, cap: number) => `${active} of ${cap}`,
    takenEnd: 'taken.',
    full: 'Revoke one, or choose a larger plan, to add another.',
    admins: 'Owners and admins manage them.',
    seats: 'Agent seats',
    revoke: 'Revoke',
    ofSeat: (name: string) => `the seat of ${name}`,
    over: (count: number) => `Revoked (${count})`,
    nothing: 'May do nothing now',
    actsAs: (role: string) => `Acts as ${role.toLowerCase()}`,
    reads: 'Reads only',
    billing: 'Billing only',
    never: 'Never used',
    made: (day: string) => `made ${day}`,
    used: (at: string) => `last used ${at}`,
    revoked: (day: string) => `revoked ${day}`,
    ends: (at: string) => `ends ${at}`,
  },
  {
    hidden: 'Ihre Rolle sieht die Abrechnung; Plätze sind für Inhaber und Mitglieder.',
    taken: (active: number, cap: number) => `${active} von ${cap}`,
    takenEnd: 'belegt.',
    full: 'Widerrufen Sie einen, oder wählen Sie einen größeren Tarif, um einen weiteren anzulegen.',
    admins: 'Inhaber und Admins verwalten sie.',
    seats: 'Plätze für Agenten',
    revoke: 'Widerrufen',
    ofSeat: (name: string) => `: der Platz von ${name}`,
    over: (count: number) => `Widerrufen (${count})`,
    nothing: 'Darf jetzt nichts',
    actsAs: (role: string) => `Handelt als ${role}`,
    reads: 'Liest nur',
    billing: 'Nur Abrechnung',
    never: 'Nie benutzt',
    made: (day: string) => `angelegt am ${day}`,
    used: (at: string) => `zuletzt benutzt ${at}`,
    revoked: (day: string) => `widerrufen am ${day}`,
    ends: (at: string) => `endet ${at}`,
  },
);

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
