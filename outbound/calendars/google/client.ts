import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { OAuth2Client } from 'google-auth-library';
import { type CallLimits, ProviderError } from '../provider.ts';
import { googleFailure } from './failures.ts';

export type Api = calendar_v3.Calendar;

/** No call lasts longer, whatever its own limit is. */
const LONGEST_CALL_MS = 30_000;

/**
 * Google's own client. It has the access token alone, so it never refreshes and never repeats a call by itself: the caller does.
 * @param apiUrl https://www.googleapis.com/, or a stand-in's, with a slash at its end
 */
export function googleApi(accessToken: string, apiUrl: string): Api {
  // By default it would try three times more, without Retry-After, and lose the caller's signal on the way.
  const auth = new OAuth2Client({ transporterOptions: { retryConfig: { retry: 0 }, timeout: LONGEST_CALL_MS } });
  auth.setCredentials({ access_token: accessToken });
  return calendar({ version: 'v3', auth, rootUrl: apiUrl });
}

export const optionsOf = ({ signal }: CallLimits, headers: Readonly<Record<string, string>> = {}) => ({
  signal,
  headers,
});

/** A call whose failure comes in the words of all providers. Google's own error holds tokens, so it never leaves this folder. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw googleFailure(error);
  }
}

/** null: it is not there. */
export async function orNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await translated(call);
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'not_found') return null;
    throw error;
  }
}

/** A list of events. @throws ProviderError away: an answer of another kind, such as a page of a proxy */
export function requireEvents(data: calendar_v3.Schema$Events): calendar_v3.Schema$Events {
  if (data.kind !== 'calendar#events') throw new ProviderError('away', '200 no_events');
  return data;
}

/** Whether the person owns the calendar. Of others the scopes that we ask for give free/busy times alone. */
export const isOwned = ({ accessRole }: calendar_v3.Schema$Events): boolean => accessRole === 'owner';

export const windowOf = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }) => ({
  timeMin: new Date(startMs).toISOString(),
  timeMax: new Date(endMs).toISOString(),
});
