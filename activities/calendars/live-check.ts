import { blocks, mirrored } from '../../domain/calendars/busy.ts';
import type { RemoteEvent } from '../../domain/calendars/remote-event.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { type CallLimits, ProviderError } from '../../outbound/calendars/provider.ts';
import type { CalendarCheck } from '../../store/booking/check-holds.ts';
import { listAgain } from '../../store/calendars/connections.ts';
import type { CalendarToCheck } from '../../store/calendars/live-check.ts';
import { readOwn, type SeenEvent, saveSeen } from '../../store/calendars/mirror.ts';
import { type AccountDependencies, withAccount } from './accounts.ts';

export interface LiveCheckDependencies extends AccountDependencies {
  /** Called when a calendar could not be looked at: its guest gets a 503. */
  readonly onCalendarAway: (connectionId: string, reason: string) => void;
}

/** The result of a check of hosts' calendars. A host in neither list must reconnect, which their row says. */
export interface Seen {
  readonly free: readonly string[];
  readonly busy: readonly string[];
  /** A provider does not answer in time. */
  readonly isAway: boolean;
}

/**
 * Looks at the calendars of hosts, all at once, as they are now. Our own events do not count: their bookings claim the time. What
 * blocks is written into the mirror, so that it is not offered any more.
 */
export async function lookAtCalendars(
  dependencies: LiveCheckDependencies,
  { hostIds, guarded, calendars }: CalendarCheck,
  limits: CallLimits,
): Promise<Seen> {
  const looks = await Promise.all(
    calendars.map(async (calendar) => ({
      hostId: calendar.userId,
      state: await lookAt(dependencies, calendar, guarded, limits),
    })),
  );
  const statesOf = (hostId: string) => looks.filter((one) => one.hostId === hostId).map(({ state }) => state);
  return {
    free: hostIds.filter((id) => statesOf(id).every((state) => state === 'free')),
    busy: hostIds.filter((id) => statesOf(id).includes('busy')),
    isAway: looks.some(({ state }) => state === 'away'),
  };
}

type State = 'free' | 'busy' | 'away' | 'reconnect';

async function lookAt(
  dependencies: LiveCheckDependencies,
  calendar: CalendarToCheck,
  period: Interval,
  limits: CallLimits,
): Promise<State> {
  const { sql, onCalendarAway } = dependencies;
  const { connectionId, providerCalendarId, userId } = calendar;
  try {
    const events = await inTime(
      limits,
      withAccount(
        dependencies,
        connectionId,
        limits,
        (account) => account.readNow(providerCalendarId, period, limits),
        { known: knownTokens(calendar) },
      ),
    );
    const found = blockingIn(events, calendar, period);
    if (found.length === 0) return 'free';
    const own = await readOwn(sql, userId, found);
    const others = found.filter(({ id }) => !own.has(id));
    if (others.length === 0) return 'free';
    await saveSeen(
      sql,
      calendar,
      others.flatMap((event) => seenOf(event, calendar)),
    );
    return 'busy';
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'token_refused') return 'reconnect';
    if (isGone(error, calendar)) {
      // The next reading lists what there is. Until then the mirror counts.
      await listAgain(sql, connectionId);
      return 'free';
    }
    if (!(error instanceof ProviderError) && !limits.signal.aborted) throw error;
    onCalendarAway(connectionId, error instanceof ProviderError ? `${error.failure} ${error.detail}` : 'too slow');
    return 'away';
  }
}

const knownTokens = ({ userId, access: { provider, version, expiresMs, keyId, hex } }: CalendarToCheck) => ({
  ...{ userId, provider, version, accessExpiresMs: expiresMs ?? 0 },
  accessToken: keyId !== null && hex !== null ? { keyId, bytes: Buffer.from(hex, 'hex') } : null,
});

/**
 * The calendar was deleted, or its owner does not share it any more. An account's first calendar can be neither: what its provider
 * refuses there is not known, and never free.
 */
const isGone = (error: unknown, { isPrimary }: CalendarToCheck): boolean =>
  !isPrimary && error instanceof ProviderError && (error.failure === 'not_found' || error.failure === 'forbidden');

/** A library may not notice that a call is given up. @throws the signal's reason */
function inTime<T>({ signal }: CallLimits, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** Events that block this time. Whole days come from a day around it. */
export const blockingIn = (
  events: readonly RemoteEvent[],
  { timezone, rules }: Pick<CalendarToCheck, 'timezone' | 'rules'>,
  { startMs, endMs }: Interval,
): RemoteEvent[] =>
  events.filter((event) => {
    const kept = mirrored(event, timezone);
    return kept !== null && kept.period.startMs < endMs && kept.period.endMs > startMs && blocks(event, rules);
  });

/** An event without an id of its own could never be removed again. */
const UNNAMED = 'unnamed';

function seenOf(event: RemoteEvent, { timezone }: CalendarToCheck): SeenEvent[] {
  const kept = mirrored(event, timezone);
  if (!kept || event.id === UNNAMED) return [];
  const { id, seriesId, response } = event;
  return [{ eventId: id, seriesId, ...kept.period, availability: kept.availability, response }];
}
