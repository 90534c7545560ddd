import { useEffect, useState } from 'react';
import type { OutputOf } from '../../data/call.ts';
import { minuteOf } from '../../parts/words.ts';

export type Connection = OutputOf<'listCalendars'>['calendars'][number];

const PROVIDERS: Readonly<Record<Connection['provider'], string>> = { google: 'Google', microsoft: 'Microsoft' };

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly isOwn: boolean;
  readonly onChoose: (connection: Connection) => void;
  readonly onDisconnect: (connection: Connection) => void;
  readonly onReconnect: () => void;
}

/** An account: its state in words, when it was read, what it does. */
export function ConnectionRow({ connection, isOwn, onChoose, onDisconnect, onReconnect }: ConnectionRowProps) {
  const { email, provider, host, seatStatus } = connection;
  const whose = <span className="vh"> {email}</span>;
  return (
    <li className="calendar-account">
      <div>
        <p>
          <strong>
            <bdi>{email}</bdi>
          </strong>
          <span className="quiet small">
            {PROVIDERS[provider]}
            {!isOwn && ` · ${host.name}`}
          </span>
          {seatStatus === 'reconnect_required' && <span className="tag warn">Connect again</span>}
          {seatStatus === 'unassigned' && <span className="tag">Blocks nothing</span>}
        </p>
        <State connection={connection} />
      </div>
      {isOwn && (
        <div className="row-actions">
          {seatStatus === 'reconnect_required' ? (
            <button type="button" className="button compact" onClick={onReconnect}>
              Connect again{whose}
            </button>
          ) : (
            <button type="button" className="button second compact" onClick={() => onChoose(connection)}>
              Choose<span className="vh"> calendars of</span>
              {whose}
            </button>
          )}
          <button type="button" className="button second compact" onClick={() => onDisconnect(connection)}>
            Disconnect{whose}
          </button>
        </div>
      )}
    </li>
  );
}

function State({ connection: { asOf, problem, calendars, seatStatus } }: { connection: Connection }) {
  const now = useNow();
  const blocking = calendars.filter(({ blocks }) => blocks).map(({ name }) => name);
  const written = calendars.find(({ isWritten }) => isWritten)?.name;
  if (seatStatus === 'reconnect_required')
    return (
      <p className="small">
        The provider refuses our access, so guests get no times. Connect it again: nothing else is lost.
      </p>
    );
  return (
    <>
      <p className="small quiet">
        {asOf === null ? 'Being read for the first time.' : <ReadAgo asOf={asOf} now={now} />}
        {problem !== null && ` ${problem}`}
      </p>
      <p className="small quiet">
        Blocks: <bdi>{blocking.length === 0 ? 'nothing' : blocking.join(', ')}</bdi>
        {written !== undefined && (
          <>
            {' '}
            · bookings go to <bdi>{written}</bdi>
          </>
        )}
      </p>
    </>
  );
}

/** "Read 20 seconds ago." */
function ReadAgo({ asOf, now }: { asOf: string; now: number }) {
  return (
    <time dateTime={asOf} title={minuteOf(asOf)}>
      Read {agoOf(now - Date.parse(asOf))}.
    </time>
  );
}

function agoOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 5) return 'just now';
  if (seconds < 90) return `${seconds} seconds ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes ago` : `${Math.round(minutes / 60)} hours ago`;
}

const TICK_MS = 5_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  // Between two ticks a newer reading may have come.
  return Math.max(now, Date.now());
}
