/** The scopes of the calendar that the stand-in knows, with the words of Google's consent page (discovery document of v3). */
export const CALENDAR = 'https://www.googleapis.com/auth/calendar';

export const SCOPES: Readonly<Record<string, string>> = {
  [CALENDAR]: 'See, edit, share, and permanently delete all the calendars you can access using Google Calendar',
  [`${CALENDAR}.readonly`]: 'See and download any calendar you can access using your Google Calendar',
  [`${CALENDAR}.calendarlist`]: 'See, add, and remove Google calendars you’re subscribed to',
  [`${CALENDAR}.calendarlist.readonly`]: 'See the list of Google calendars you’re subscribed to',
  [`${CALENDAR}.events`]: 'View and edit events on all your calendars',
  [`${CALENDAR}.events.readonly`]: 'View events on all your calendars',
  [`${CALENDAR}.events.owned`]: 'See, create, change, and delete events on Google calendars you own',
  [`${CALENDAR}.events.owned.readonly`]: 'See the events on Google calendars you own',
  [`${CALENDAR}.events.freebusy`]: 'See the availability on Google calendars you have access to',
  [`${CALENDAR}.freebusy`]: 'View your availability in your calendars',
};

/** Scopes of sign-in: the consent page has no boxes for them. */
export const SIGN_IN_SCOPES: readonly string[] = ['openid', 'email', 'profile'];

/** As the token answer names them. */
export const LONG_FORMS: Readonly<Record<string, string>> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
};

const calendarScopes = (...names: readonly string[]): readonly string[] => [
  CALENDAR,
  ...names.map((name) => `${CALENDAR}.${name}`),
];

const READ_EVENTS = [
  'readonly',
  'events',
  'events.readonly',
  'events.owned',
  'events.owned.readonly',
  'events.freebusy',
];
const WRITE_EVENTS = ['events', 'events.owned'];

/** Which scopes each method accepts. A test compares this with the discovery document. */
export const METHOD_SCOPES: Readonly<Record<string, readonly string[]>> = {
  'calendar.calendarList.list': calendarScopes('readonly', 'calendarlist', 'calendarlist.readonly'),
  'calendar.calendarList.get': calendarScopes('readonly', 'calendarlist', 'calendarlist.readonly'),
  'calendar.events.list': calendarScopes(...READ_EVENTS),
  'calendar.events.instances': calendarScopes(...READ_EVENTS),
  'calendar.events.get': calendarScopes(...READ_EVENTS),
  'calendar.events.watch': calendarScopes(...READ_EVENTS),
  'calendar.events.insert': calendarScopes(...WRITE_EVENTS),
  'calendar.events.update': calendarScopes(...WRITE_EVENTS),
  'calendar.events.patch': calendarScopes(...WRITE_EVENTS),
  'calendar.events.delete': calendarScopes(...WRITE_EVENTS),
  'calendar.events.move': calendarScopes(...WRITE_EVENTS),
  'calendar.channels.stop': calendarScopes('calendarlist', 'calendarlist.readonly', ...READ_EVENTS),
  'calendar.freebusy.query': calendarScopes('readonly', 'freebusy', 'events.freebusy'),
};
