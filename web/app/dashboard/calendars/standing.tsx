import { useEffect, useState } from 'react';
import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { pageWords } from '../../parts/page-words.ts';
import { clockOf, dayOf, minuteOf, zoneHere } from '../../parts/words.ts';
import type { Connection } from './use-listed.ts';

const say = pageWords(
  {
    other: (provider: string, host: string) => `${provider} refuses our access. Only ${host} can connect it again.`,
    own: (provider: string, blocks: boolean) =>
      `${provider} refuses our access${blocks ? ', so guests get no times of yours' : ''}. Connect it again: your choice stays, and what was not written meanwhile is written then.`,
    elsewhere: 'Connected in another workspace: its full address and its calendars are not shown here.',
    unchosen: 'It is not read: nothing was chosen in it.',
    first: 'It is read for the first time now. This takes some seconds.',
    unread: 'Not read yet.',
    next: (at: string) => `Next try at ${at}.`,
    pushes: 'Changes reach us at once.',
    polls: 'It is read every two minutes.',
    last: (ago: string) => `Last read ${ago}, at`,
    blocks: 'Blocks:',
    nothing: 'nothing',
    takes: 'Takes bookings:',
    now: 'just now',
    seconds: (count: number) => `${count} seconds ago`,
    minutes: (count: number) => `${count} minutes ago`,
    hours: (count: number) => `${count} hours ago`,
    days: (count: number) => `${count} days ago`,
  },
  {
    other: (provider: string, host: string) =>
      `${provider} verweigert uns den Zugang. Nur ${host} kann es neu verbinden.`,
    own: (provider: string, blocks: boolean) =>
      `${provider} verweigert uns den Zugang${blocks ? ', also bekommen Gäste keine Zeiten von Ihnen' : ''}. Verbinden Sie es neu: Ihre Auswahl bleibt, und was inzwischen nicht geschrieben wurde, wird dann geschrieben.`,
    elsewhere:
      'In einem anderen Arbeitsbereich verbunden: Die volle Adresse und die Kalender werden hier nicht gezeigt.',
    unchosen: 'Es wird nicht gelesen: Darin ist nichts ausgewählt.',
    first: 'Es wird gerade zum ersten Mal gelesen. Das dauert einige Sekunden.',
    unread: 'Noch nicht gelesen.',
    next: (at: string) => `Nächster Versuch um ${at}.`,
    pushes: 'Änderungen erreichen uns sofort.',
    polls: 'Es wird alle zwei Minuten gelesen.',
    last: (ago: string) => `Zuletzt gelesen ${ago}, um`,
    blocks: 'Belegt:',
    nothing: 'nichts',
    takes: 'Nimmt Buchungen auf:',
    now: 'gerade eben',
    seconds: (count: number) => `vor ${count} Sekunden`,
    minutes: (count: number) => `vor ${count} Minuten`,
    hours: (count: number) => `vor ${count} Stunden`,
    days: (count: number) => `vor ${count} Tagen`,
  },
);

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
