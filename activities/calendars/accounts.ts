import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import { hasKeyOf, openToken, type SealedToken, sealToken, type TokenKeys } from '../../domain/sealed-token.ts';
import {
  type CalendarAccount,
  type CalendarProvider,
  type CallLimits,
  ProviderError,
  type ProviderFailure,
} from '../../outbound/calendars/provider.ts';
import {
  beginRefresh,
  giveUpRefresh,
  readTokens,
  requireReconnect,
  type StoredTokens,
  saveTokens,
} from '../../store/calendars/tokens.ts';

export interface AccountDependencies {
  readonly sql: Sql;
  readonly tokenKeys: TokenKeys;
  readonly calendarProviders: ReadonlyMap<CalendarProviderName, CalendarProvider>;
  readonly now: () => number;
  /** Called with each failure that is not part of normal reading: operators find the provider's answer in the log. */
  readonly onProviderFailure: (connectionId: string, error: ProviderError) => void;
}

/** An access token that ends sooner is refreshed first. */
const FRESH_FOR_MS = 60_000;
const POLL_MS = 50;

/**
 * Runs work with a connection's account. An expired token is refreshed first, by one process at a time; a refused one is refreshed once.
 * @param known `status` of the connection: `revoked` for what ends it; `known`: tokens that were read a moment ago
 * @throws ProviderError token_refused: the connection now waits for its person; away, throttled and the others of the work
 */
export async function withAccount<T>(
  dependencies: AccountDependencies,
  connectionId: string,
  limits: CallLimits,
  work: (account: CalendarAccount) => Promise<T>,
  options: Known = {},
): Promise<T> {
  try {
    return await withFreshAccount(dependencies, connectionId, limits, work, options);
  } catch (error) {
    if (error instanceof ProviderError && !EXPECTED.has(error.failure))
      dependencies.onProviderFailure(connectionId, error);
    throw error;
  }
}

/** Answers that readings and writes know how to go on from. */
const EXPECTED: ReadonlySet<ProviderFailure> = new Set(['cursor_gone', 'not_found', 'event_changed']);

async function withFreshAccount<T>(
  dependencies: AccountDependencies,
  connectionId: string,
  limits: CallLimits,
  work: (account: CalendarAccount) => Promise<T>,
  { status = 'active', known }: Known,
): Promise<T> {
  const { sql } = dependencies;
  const usable =
    (known && opened(dependencies, connectionId, known, null)) ??
    (await fresh(dependencies, connectionId, limits, { status, deadVersion: null }));
  try {
    return await work(usable.account);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== 'token_refused') throw error;
    // Perhaps only this access token is dead: a new one shows it.
    const renewed = await fresh(dependencies, connectionId, limits, { status, deadVersion: usable.version });
    try {
      return await work(renewed.account);
    } catch (again) {
      if (again instanceof ProviderError && again.failure === 'token_refused')
        await requireReconnect(sql, { connectionId, userId: renewed.userId, version: renewed.version });
      throw again;
    }
  }
}

interface Known {
  readonly status?: 'active' | 'revoked';
  readonly known?: KnownTokens;
}

type KnownTokens = Pick<StoredTokens, 'userId' | 'provider' | 'accessToken' | 'accessExpiresMs' | 'version'>;

interface Usable {
  readonly account: CalendarAccount;
  readonly userId: string;
  readonly version: string;
}

/** null: these tokens are too old, or dead. */
function opened(
  { tokenKeys, calendarProviders, now }: AccountDependencies,
  connectionId: string,
  stored: KnownTokens,
  deadVersion: string | null,
): Usable | null {
  const isFresh = stored.version !== deadVersion && stored.accessExpiresMs > now() + FRESH_FOR_MS;
  const accessToken = isFresh && stored.accessToken ? openToken(tokenKeys, connectionId, stored.accessToken) : null;
  return accessToken === null
    ? null
    : usableWith(providerOf(calendarProviders, stored), connectionId, stored, accessToken);
}

const usableWith = (
  provider: CalendarProvider,
  connectionId: string,
  { userId, version }: Pick<StoredTokens, 'userId' | 'version'>,
  accessToken: string,
): Usable => ({ account: provider.account(accessToken, connectionId), userId, version });

/** @throws ProviderError misconfigured: this installation has no app at the provider any more */
function providerOf(
  providers: AccountDependencies['calendarProviders'],
  { provider }: Pick<StoredTokens, 'provider'>,
): CalendarProvider {
  const found = providers.get(provider);
  if (!found) throw new ProviderError('misconfigured', `${provider} is not configured`);
  return found;
}

/** @param wanted `deadVersion`: that of tokens that were refused just now; null: none */
async function fresh(
  dependencies: AccountDependencies,
  connectionId: string,
  limits: CallLimits,
  { status, deadVersion }: { readonly status: StoredTokens['status']; readonly deadVersion: string | null },
): Promise<Usable> {
  const { sql, calendarProviders } = dependencies;
  for (;;) {
    limits.signal.throwIfAborted();
    const stored = await readTokens(sql, connectionId);
    if (stored?.status !== status) throw new ProviderError('token_refused', 'not connected');
    const provider = providerOf(calendarProviders, stored);
    const usable = opened(dependencies, connectionId, stored, deadVersion);
    if (usable !== null) return usable;
    requireKeyOf(dependencies, stored);
    if (!(await beginRefresh(sql, stored))) {
      await delay(POLL_MS, undefined, { signal: limits.signal });
      continue;
    }
    const renewed = await refresh(dependencies, provider, stored, limits);
    // Used however short it lives: asking again would bring no longer one.
    const version = String(BigInt(stored.version) + 1n);
    if (renewed !== null) return usableWith(provider, connectionId, { ...stored, version }, renewed);
  }
}

/** While keys are being changed, some processes do not have the newest: that is no fault of the person's. @throws ProviderError misconfigured */
export function requireKeyOf(
  { tokenKeys }: Pick<AccountDependencies, 'tokenKeys'>,
  { refreshToken }: Pick<StoredTokens, 'refreshToken'>,
): void {
  if (refreshToken && !hasKeyOf(tokenKeys, refreshToken))
    throw new ProviderError('misconfigured', `this process has no key ${refreshToken.keyId} (CALENDAR_TOKEN_KEYS)`);
}

/** @returns the new access token; null: another process has stored newer tokens */
async function refresh(
  { sql, tokenKeys }: AccountDependencies,
  provider: CalendarProvider,
  stored: StoredTokens,
  limits: CallLimits,
): Promise<string | null> {
  const { connectionId } = stored;
  const refreshToken = stored.refreshToken && openToken(tokenKeys, connectionId, stored.refreshToken);
  if (refreshToken === null) {
    // A process with another SECRET_KEY, or other CALENDAR_TOKEN_KEYS, than the one that sealed it: no person is to connect again for that.
    await giveUpRefresh(sql, stored);
    throw new ProviderError('misconfigured', `key ${stored.refreshToken?.keyId} has other bytes than when it sealed`);
  }
  try {
    const tokens = await provider.refresh(refreshToken, limits);
    const seal = (token: string): SealedToken => sealToken(tokenKeys, connectionId, token);
    const isSaved = await saveTokens(sql, stored, {
      refreshToken: seal(tokens.refreshToken ?? refreshToken),
      accessToken: seal(tokens.accessToken),
      accessExpiresMs: tokens.accessExpiresMs,
    });
    return isSaved ? tokens.accessToken : null;
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.failure === 'token_refused';
    if (isRefused) await requireReconnect(sql, stored);
    else await giveUpRefresh(sql, stored);
    throw error;
  }
}
