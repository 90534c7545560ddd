/** Providers of accounts that sign a person in. Calendars are at the first two. */
export type AccountProvider = 'google' | 'microsoft' | 'apple';

/** How mails, pages and answers name a provider. */
export const PROVIDER_NAMES: Readonly<Record<AccountProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
};
