import type { CalendarPermission } from '../../domain/calendars/consent.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';

interface Permissions {
  readonly asked: readonly string[];
  /** Scopes without which nothing is stored. */
  readonly needed: Readonly<Partial<Record<CalendarPermission, string>>>;
}

const GOOGLE = 'https://www.googleapis.com/auth/calendar.';
const GRAPH = 'https://graph.microsoft.com/';

/** The least that works (docs/calendars.md says what each is for). */
const PERMISSIONS: Readonly<Record<CalendarProviderName, Permissions>> = {
  google: {
    asked: ['openid', 'email', `${GOOGLE}calendarlist.readonly`, `${GOOGLE}events.owned`, `${GOOGLE}events.freebusy`],
    needed: {
      list: `${GOOGLE}calendarlist.readonly`,
      events: `${GOOGLE}events.owned`,
      freeBusy: `${GOOGLE}events.freebusy`,
    },
  },
  microsoft: {
    // `profile` has the account's id; without MailboxSettings.Read whole days are those of the account's zone.
    asked: [
      ...['openid', 'email', 'profile', 'offline_access'],
      ...['Calendars.ReadWrite', 'MailboxSettings.Read'].map((name) => `${GRAPH}${name}`),
    ],
    needed: { events: `${GRAPH}Calendars.ReadWrite` },
  },
};

/** What an authorization request asks for. */
export const askedScopes = (provider: CalendarProviderName): string => PERMISSIONS[provider].asked.join(' ');

/** Microsoft answers with short names. */
const shortForm = (scope: string): string => scope.replace(GRAPH, '').toLowerCase();

/** What the person left unticked, of what we need. @param granted as the provider answered */
export function missingPermissions(provider: CalendarProviderName, granted: readonly string[]): CalendarPermission[] {
  const given = new Set(granted.map(shortForm));
  const needed = Object.entries(PERMISSIONS[provider].needed) as [CalendarPermission, string][];
  return needed.filter(([, scope]) => !given.has(shortForm(scope))).map(([permission]) => permission);
}
