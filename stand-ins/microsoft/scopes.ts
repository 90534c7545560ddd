/** The permissions that the stand-in knows, with the words of Microsoft's consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
  'User.Read': 'Sign you in and read your profile',
  'Calendars.ReadBasic': 'Read basic details of events in your calendars',
  'Calendars.Read': 'Read your calendars',
  'Calendars.ReadWrite': 'Have full access to your calendars',
  'Calendars.Read.Shared': 'Read calendars you can access',
  'MailboxSettings.Read': 'Read your mailbox settings',
};

/** Scopes of OpenID Connect: the consent page has no boxes for them. */
export const SIGN_IN_SCOPES: readonly string[] = ['openid', 'email', 'profile', 'offline_access'];

const GRAPH = 'https://graph.microsoft.com/';

/** A scope may be named with or without its resource. */
export const shortForm = (scope: string): string => (scope.startsWith(GRAPH) ? scope.slice(GRAPH.length) : scope);

export const READS: readonly string[] = ['Calendars.ReadBasic', 'Calendars.Read', 'Calendars.ReadWrite'];
export const SUBSCRIBES: readonly string[] = ['Calendars.Read', 'Calendars.ReadWrite'];
export const WRITES: readonly string[] = ['Calendars.ReadWrite'];
