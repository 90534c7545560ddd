import type { Sql } from 'postgres';
import { openToken } from '../../domain/sealed-token.ts';
import { callLimits } from '../../outbound/calendars/call-limits.ts';
import { type CalendarProvider, ProviderError } from '../../outbound/calendars/provider.ts';
import { forgetChannelsOf } from '../../store/calendars/channels.ts';
import { forgetTokens, isConnectedAgain, readTokens } from '../../store/calendars/tokens.ts';
import { requireKeyOf } from './accounts.ts';
import { type ChannelDependencies, closeAll } from './channels.ts';

/**
 * Takes our access back after a disconnect: closes the channels, which needs a token, revokes at the provider, then forgets the tokens.
 * A provider that knows the tokens no more, or that this installation has no registration for, is left as it is.
 * @throws ProviderError away, throttled: later
 */
export async function disconnect(dependencies: ChannelDependencies, connectionId: string): Promise<void> {
  const { sql, tokenKeys, calendarProviders } = dependencies;
  const stored = await readTokens(sql, connectionId);
  if (stored?.status !== 'revoked') return;
  const provider = calendarProviders.get(stored.provider);
  requireKeyOf(dependencies, stored);
  const refreshToken = stored.refreshToken && openToken(tokenKeys, connectionId, stored.refreshToken);
  if (provider && refreshToken) await takeBack(dependencies, { connectionId, provider, refreshToken });
  await forgetAccess(sql, connectionId);
}

interface Leaving {
  readonly connectionId: string;
  readonly provider: CalendarProvider;
  readonly refreshToken: string;
}

/** Google revokes all of a person's grants with one token. So nothing is revoked for an account that they have reconnected. */
async function takeBack(
  dependencies: ChannelDependencies,
  { connectionId, provider, refreshToken }: Leaving,
): Promise<void> {
  await closeAll(dependencies, connectionId);
  if (!(await isConnectedAgain(dependencies.sql, connectionId)))
    await provider.revoke(refreshToken, callLimits()).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.failure === 'away' || error.failure === 'throttled') throw error;
    });
}

/** Nothing is left that could speak for the person. */
export async function forgetAccess(sql: Sql, connectionId: string): Promise<void> {
  await forgetChannelsOf(sql, connectionId);
  await forgetTokens(sql, connectionId);
}
