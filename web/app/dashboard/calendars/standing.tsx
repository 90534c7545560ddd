import { useEffect, useState } from 'react';
import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { standingWords as say } from '../../../../texts/en/dashboard/calendars.ts';
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
  if (seatStatus !== 'reconnect_required' && connection.emailMasked) return <Elsewhere connection={connection} />;
  if (seatStatus !== 'reconnect_required')
    return (
      <>
        <Reading connection={connection} />
        <Does connection={connection} />
      </>
    );
  const name = PROVIDER_NAMES[provider];
  if (!isOwn) return <p className="small">{say.other(name, host.name)}</p>;
  const isBlocking = counts && connection.calendars.some(({ blocks }) => blocks);
  return <p className="small">{say.own(name, isBlocking)}</p>;
}

/** Somebody else connected it in another workspace: only how it stands is known here. */
function Elsewhere({ connection: { asOf } }: Pick<StandingProps, 'connection'>) {
  const now = useNow();
  return (
    <p className="small quiet">
      {asOf !== null && <LastRead asOf={asOf} now={now} />} {say.elsewhere}
    </p>
  );
}

/** When it was read, and when it is read next. */
function Reading({ connection }: Pick<StandingProps, 'connection'>) {
  const now = useNow();
  const { asOf, problem, pushes, nextReadAt } = connection;
  if (!connection.calendars.some(({ blocks, isWritten }) => blocks || isWritten))
    return <p className="small quiet">{say.unchosen}</p>;
  if (asOf === null && problem === null)
    return (
      <p className="small quiet" role="status">
        {say.first}
      </p>
    );
  const read = asOf === null ? null : <LastRead asOf={asOf} now={now} />;
  if (problem !== null)
    return (
      <>
        <p className="small">{problem}</p>
        <p className="small quiet">
          {read ?? say.unread}
          {nextReadAt !== null && Date.parse(nextReadAt) > now && ` ${say.next(clockOf(nextReadAt))}`}
        </p>
      </>
    );
  return (
    <p className="small quiet">
      {read} {pushes ? say.pushes : say.polls}
    </p>
  );
}

/** "Last read 20 seconds ago, at 14:05 (Europe/Berlin)." */
function LastRead({ asOf, now }: { readonly asOf: string; readonly now: number }) {
  const isToday = dayOf(asOf) === dayOf(new Date(now).toISOString());
  return (
    <>
      {say.last(agoOf(now - Date.parse(asOf)))}{' '}
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
      {say.blocks} <bdi>{blocking.length === 0 ? say.nothing : blocking.join(', ')}</bdi>
      {written !== undefined && (
        <>
          {' '}
          · {say.takes} <bdi>{written}</bdi>
        </>
      )}
    </p>
  );
}

function agoOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 10) return say.now;
  if (seconds < 90) return say.seconds(seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return say.minutes(minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? say.hours(hours) : say.days(Math.round(hours / 24));
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
