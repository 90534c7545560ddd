import { type OAuthClient, TokenEndpoint } from '../oauth.ts';
import type { CalendarProvider } from '../provider.ts';
import { googleAccount } from './account.ts';

/** Google Calendar. @param apiUrl another server with its API, such as a stand-in's */
export function googleProvider(client: OAuthClient, apiUrl = 'https://www.googleapis.com/'): CalendarProvider {
  const endpoint = new TokenEndpoint('google', client);
  return {
    name: 'google',
    refresh: (refreshToken, limits) => endpoint.refresh(refreshToken, limits),
    revoke: (refreshToken, limits) => endpoint.revoke(refreshToken, limits),
    account: (accessToken) => googleAccount(accessToken, apiUrl),
  };
}
