import { type OAuthClient, TokenEndpoint } from '../oauth.ts';
import type { CalendarProvider } from '../provider.ts';
import { microsoftAccount } from './account.ts';

/** Microsoft Graph. @param apiUrl another server with its API, such as a stand-in's */
export function microsoftProvider(client: OAuthClient, apiUrl = 'https://graph.microsoft.com/'): CalendarProvider {
  const endpoint = new TokenEndpoint('microsoft', client);
  return {
    name: 'microsoft',
    refresh: (refreshToken, limits) => endpoint.refresh(refreshToken, limits),
    revoke: (refreshToken, limits) => endpoint.revoke(refreshToken, limits),
    account: (accessToken, mailbox = accessToken) => microsoftAccount(accessToken, apiUrl, mailbox),
  };
}
