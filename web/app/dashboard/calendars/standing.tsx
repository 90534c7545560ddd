import { useEffect, useState } from 'react';
import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { clockOf, dayOf, minuteOf, zoneHere } from '../../parts/words.ts';
import type { Connection } from './use-listed.ts';

interface StandingProps {
  readonly connection: Connection;
  readonly isOwn: boolean;
  /** The person's calendars count, as far as we know. */
  readonly counts: boolean;
}

/** How an account stands, in words: what it does, when it was read, what fails. */
export function Standing({ connection, isOwn, counts }: StandingProps) {
  const { seatStatus, provider, host } = connection;
  if (seatStatus !== 'reconnect_required' && connection.email === null) return <Elsewhere connection={connection} />;
  if (seatStatus !== 'reconnect_required')
    return (
      <>
        <Reading connection={connection} />
        <Does connection={connection} />
      </>
    );
  const name = PROVIDER_NAMES[provider];
  if (!isOwn)
    return (
      <p className="small">
        {name} refuses our access. Only {host.name} can connect it again.
      </p>
    );
  const isBlocking = counts && connection.calendars.some(({ blocks }) => blocks);
  return (
    <p className="small">
      {name} refuses our access{isBlocking && ', so guests get no times of yours'}. Connect it again: your choice stays,
      and what was not written meanwhile is written then.
    </p>
  );
}

/** Somebody else connected it in another workspace: only how it stands is known here. */
function Elsewhere({ connection: { asOf } }: Pick<StandingProps, 'connection'>) {
  const now = useNow();
  return (
    <p className="small quiet">
      {asOf !== null && <LastRead asOf={asOf} now={now} />} Connected in another workspace: its address and calendars
      are not shown here.
    </p>
  );
}

/** When it was read, and when it is read next. */
function Reading({ connection }: Pick<StandingProps, 'connection'>) {
  const now = useNow();
  const { asOf, problem, pushes, nextReadAt } = connection;
  if (!connection.calendars.some(({ blocks, isWritten }) => blocks || isWritten))
    return <p className="small quiet">It is not read: nothing was chosen in it.</p>;
  if (asOf === null && problem === null)
    return (
      <p className="small quiet" role="status">
        It is read for the first time now. This takes some seconds.
      </p>
    );
  const read = asOf === null ? null : <LastRead asOf={asOf} now={now} />;
  if (problem !== null)
    return (
      <>
        <p className="small">{problem}</p>
        <p className="small quiet">
          {read ?? 'Not read yet.'}
          {nextReadAt !== null && Date.parse(nextReadAt) > now && ` Next try at ${clockOf(nextReadAt)}.`}
        </p>
      </>
    );
  return (
    <p className="small quiet">
      {read} {pushes ? 'Changes reach us at once.' : 'It is read every two minutes.'}
    </p>
  );
}

/** "Last read 20 seconds ago, at 14:05 (Europe/Berlin)." */
function LastRead({ asOf, now }: { readonly asOf: string; readonly now: number }) {
  const isToday = dayOf(asOf) === dayOf(new Date(now).toISOString());
  return (
    <>
      Last read {agoOf(now - Date.parse(asOf))}, at{' '}
      <time dateTime={asOf}>
        {isToday ? clockOf(asOf) : minuteOf(asOf)} ({zoneHere()})
      </time>
      .
    </>
  );
}

/** What blocks, and where bookings go. */
function Does({ connection: { calendars, conflictSource } }: Pick<StandingProps, 'connection'>) {
  const blocking = calendars.filter(({ blocks }) => blocks && conflictSource === 'calendar').map(({ name }) => name);
  const written = calendars.find(({ isWritten }) => isWritten)?.name;
  return (
    <p className="small quiet">
      Blocks: <bdi>{blocking.length === 0 ? 'nothing' : blocking.join(', ')}</bdi>
      {written !== undefined && (
        <>
          {' '}
          · Takes bookings: <bdi>{written}</bdi>
        </>
      )}
    </p>
  );
}

function agoOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 10) return 'just now';
  if (seconds < 90) return `${seconds} seconds ago`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
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
