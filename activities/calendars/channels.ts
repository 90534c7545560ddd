import { v7 as uuidv7 } from 'uuid';
import { CHANNEL_MS, CHANNEL_RETRY_MS } from '../../domain/calendars/sync-state.ts';
import { channelSecret, type Secrets } from '../../domain/secrets.ts';
import { callLimits } from '../../outbound/calendars/call-limits.ts';
import { type CalendarAccount, ProviderError } from '../../outbound/calendars/provider.ts';
import {
  type ChannelRow,
  type ChannelWork,
  forgetChannel,
  lookAtChannelsLater,
  noteOpened,
  readChannelWork,
  storeChannel,
} from '../../store/calendars/channels.ts';
import { pauseConnection } from '../../store/calendars/sync-state.ts';
import { type AccountDependencies, withAccount } from './accounts.ts';

export interface ChannelDependencies extends AccountDependencies {
  readonly secrets: Secrets;
  readonly links: { readonly appUrl: string };
}

/** How channels stand after a look. */
export interface ChannelOutcome {
  readonly openCount: number;
  readonly result: 'open' | 'refused' | 'later' | 'disconnected';
}

/**
 * Opens the channels that a connection lacks, renews those at half of their life, and closes those that were replaced. A provider that
 * refuses, such as for an address without TLS, is asked again later: until then the connection is read without pushes.
 */
export async function renewChannels(dependencies: ChannelDependencies, connectionId: string): Promise<ChannelOutcome> {
  const { sql } = dependencies;
  const work = await readChannelWork(sql, connectionId, 'active');
  if (!work) return { openCount: 0, result: 'disconnected' };
  const wanted = work.provider === 'google' ? work.calendars : work.calendars.slice(0, 1);
  let [openCount, result]: [number, ChannelOutcome['result']] = [0, 'open'];
  for (const calendar of wanted) {
    const opened = await keepOpen(dependencies, { connectionId, work, calendar });
    if (opened === 'open') openCount += 1;
    else result = opened;
    if (opened === 'later') break;
  }
  if (result !== 'later') await closeOld(dependencies, connectionId);
  await lookAtChannelsLater(sql, connectionId, { dueAt: work.dueAt, retryMs: retryOf(result) });
  return { openCount, result };
}

const retryOf = (result: ChannelOutcome['result']): number | null => {
  if (result === 'refused') return CHANNEL_RETRY_MS.refused;
  return result === 'later' ? CHANNEL_RETRY_MS.away : null;
};

interface Watched {
  readonly connectionId: string;
  readonly work: ChannelWork;
  readonly calendar: ChannelWork['calendars'][number];
}

async function keepOpen(dependencies: ChannelDependencies, watched: Watched): Promise<'open' | 'refused' | 'later'> {
  const { work, calendar } = watched;
  const calendarId = work.provider === 'google' ? calendar.id : null;
  const ofCalendar = work.channels.filter((channel) => channel.calendarId === calendarId);
  const live = ofCalendar.find(({ isLive }) => isLive);
  if (live && !live.isToRenew) return 'open';
  // The answer to our call was lost; a push said what it is.
  const known = live ?? ofCalendar.find(({ isUnanswered, providerId }) => isUnanswered && providerId !== null);
  try {
    if (known && (await renew(dependencies, watched.connectionId, known))) return 'open';
    await open(dependencies, watched, calendarId);
    return 'open';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.retryAfterMs !== null) await pauseConnection(dependencies.sql, watched, error.retryAfterMs);
    return ['refused', 'forbidden', 'not_found'].includes(error.failure) ? 'refused' : 'later';
  }
}

/** False: this provider renews none, or does not know it any more. */
async function renew(dependencies: ChannelDependencies, connectionId: string, { id, providerId }: ChannelRow) {
  if (providerId === null) return false;
  const expiresMs = dependencies.now() + CHANNEL_MS;
  const renewed = await withAccount(dependencies, connectionId, callLimits(), (account) =>
    account.renewChannel(providerId, expiresMs, callLimits()),
  );
  if (renewed) await noteOpened(dependencies.sql, id, renewed);
  return renewed !== null;
}

async function open(
  dependencies: ChannelDependencies,
  { connectionId, work, calendar }: Watched,
  calendarId: string | null,
): Promise<void> {
  const { sql, secrets, links, now } = dependencies;
  const [id, expiresMs] = [uuidv7(), now() + CHANNEL_MS];
  // The provider may push before it answers, and asks Microsoft's address while our call waits.
  await storeChannel(sql, { id, connectionId, calendarId, expiresMs });
  const channel = {
    ...{ id, expiresMs, secret: channelSecret(secrets, id) },
    address: `${links.appUrl}/inbound/${work.provider}`,
  };
  try {
    const opened = await withAccount(dependencies, connectionId, callLimits(), (account) =>
      account.openChannel(calendar.providerCalendarId, channel, callLimits()),
    );
    await noteOpened(sql, id, opened);
  } catch (error) {
    // Refused: it was never open. Without an answer it may be: its row stays, and its pushes count, until it runs out.
    if (error instanceof ProviderError && error.failure !== 'away') await forgetChannel(sql, id);
    throw error;
  }
}

/** Closes channels that were replaced, or whose calendar is not read any more. One that the provider does not know is closed. */
async function closeOld(dependencies: ChannelDependencies, connectionId: string): Promise<void> {
  const work = await readChannelWork(dependencies.sql, connectionId, 'active');
  if (!work) return;
  const read = new Set<string | null>(work.calendars.map(({ id }) => id));
  const isUsed = ({ isLive, calendarId }: ChannelRow) =>
    isLive && (calendarId === null ? work.calendars.length > 0 : read.has(calendarId));
  const closing = work.channels.filter((channel) => !isUsed(channel) && channel.providerId !== null);
  for (const channel of closing) {
    try {
      await withAccount(dependencies, connectionId, callLimits(), (account) => close(account, channel));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // It ends by itself, and what it still sends does no harm.
      if (error.failure === 'away' || error.failure === 'throttled') return;
    }
    await forgetChannel(dependencies.sql, channel.id);
  }
}

const close = (account: CalendarAccount, { id, providerId }: ChannelRow): Promise<void> =>
  providerId === null ? Promise.resolve() : account.closeChannel({ id, providerId }, callLimits());

/**
 * Closes all channels of a connection that was disconnected: without tokens they cannot be closed.
 * @throws ProviderError away, throttled: later
 */
export async function closeAll(dependencies: ChannelDependencies, connectionId: string): Promise<void> {
  const work = await readChannelWork(dependencies.sql, connectionId, 'revoked');
  for (const channel of work?.channels ?? []) {
    try {
      await withAccount(dependencies, connectionId, callLimits(), (account) => close(account, channel), {
        status: 'revoked',
      });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure === 'away' || error.failure === 'throttled') throw error;
    }
    await forgetChannel(dependencies.sql, channel.id);
  }
}
