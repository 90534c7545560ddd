export const movedWords = {
  title: 'Moved in your calendar only',
  lead: 'Your guests still come at the time of the meeting. If you move it, they get a mail.',
  for: (event: string, at: string) => `for ${event}, ${at}`,
  with: 'with',
  meeting: 'Meeting',
  inCalendar: 'In your calendar',
  move: 'Move the meeting',
  back: 'Put it back',
  to: 'to',
};

export const calendarsSectionWords = {
  hint: 'We hide times when a connected calendar is busy, and write your bookings into it.',
  title: 'Calendars',
  what: 'your calendars',
  chosen: (account: string) => `The choice for ${account} counts from now on.`,
  left: (account: string) => `${account} is disconnected.`,
  moved: 'has moved. Its guests get a mail.',
  stays: 'stays at its time. Its event is put back now.',
  goOn: 'Guests get times again. Only bookings make you busy, until you connect a calendar.',
  again: (event: string) => `${event} is written again now.`,
  saved: 'Your rules are saved.',
  ask: (account: string) => `Disconnect ${account}?`,
  verb: 'Disconnect',
  text: 'Its appointments block nothing any more. Bookings stay, and so do the events that were written.',
  last: 'It is your last calendar:',
  noTimes: 'guests get no times of yours',
  until: 'until you connect another one, or offer times by bookings alone.',
};

export const calendarsPageWords = {
  title: 'Calendars',
  none: 'Your role looks after billing and hosts no meetings, so it has no calendars.',
};

export const rulesWords = {
  stay: 'Leave it as it is',
  ask: 'Ask me by mail first',
  busy: 'What makes me busy',
  both: 'Bookings and my calendars',
  alone: 'Bookings alone',
  tentative: 'Tentative events',
  makes: 'Make me busy',
  leaves: 'Leave me free',
  declined: 'Events that I declined',
  elsewhere: 'Times when I work from another place',
  hostMove: 'If I move a meeting in my calendar',
  follow: 'Move it and mail the guests',
  hostDelete: 'If I delete a meeting from my calendar',
  cancel: 'Cancel it and mail the guests',
  title: 'Rules for your calendars',
  guests: 'Write guests into the event, to see who declines',
  google: 'Google only. They get no second invite.',
  all: 'Your rules hold in all your workspaces.',
  save: 'Save rules',
};

export const connectButtonsWords = {
  none: 'No calendar can be connected here yet: this installation is registered at no provider. Its operator finds how in the guide to calendars.',
  last: 'Your last try connected nothing.',
  connect: (name: string) => `Connect ${name}`,
  moment: 'One moment: the next page is the provider’s. You come back here.',
};

export const unwrittenWords = {
  forbidden: 'We may not write to that calendar. Choose another one for bookings.',
  gone: 'That calendar is gone. Choose another one for bookings.',
  refused: 'The provider does not accept the event.',
  throttled: 'The provider wanted no calls from us for two days.',
  away: 'The provider did not answer for two days.',
  title: 'Not in your calendar',
  lead: (zone: string) => `These meetings take place, and their times are kept. Times in ${zone}.`,
  with: 'with',
  deleted: 'You deleted its event.',
  back: 'Put it back',
  again: 'Try again',
  for: (event: string, guest: string, at: string) => `for ${event} with ${guest}, ${at}`,
};

export const chooseCalendarsWords = {
  title: (account: string) => `Calendars of ${account}`,
  save: 'Save',
  busy: 'Busy times in these are not offered',
  writeTo: 'New bookings are written to',
  none: 'No calendar of this account',
  one: 'One calendar of all your accounts takes new bookings. Those written before stay where they are.',
};

export const standingWords = {
  other: (provider: string, host: string) => `${provider} refuses our access. Only ${host} can connect it again.`,
  own: (provider: string, blocks: boolean) =>
    `${provider} refuses our access${blocks ? ', so guests get no times of yours' : ''}. Connect it again: your choice stays, and what was not written meanwhile is written then.`,
  elsewhere: 'Connected in another workspace: its full address and its calendars are not shown here.',
  unchosen: 'It is not read: nothing was chosen in it.',
  first: 'It is read for the first time now. This takes some seconds.',
  unread: 'Not read yet.',
  next: (at: string) => `Next try at ${at}.`,
  pushes: 'Changes reach us at once.',
  polls: 'It is read every two minutes.',
  last: (ago: string) => `Last read ${ago}, at`,
  blocks: 'Blocks:',
  nothing: 'nothing',
  takes: 'Takes bookings:',
  now: 'just now',
  seconds: (count: number) => `${count} seconds ago`,
  minutes: (count: number) => `${count} minutes ago`,
  hours: (count: number) => `${count} hours ago`,
  days: (count: number) => `${count} days ago`,
};

export const connectionRowWords = {
  again: 'Connect again',
  unread: 'Cannot be read now',
  reading: 'Being read',
  nothing: 'Blocks nothing',
  choose: 'Choose',
  of: ' calendars of',
  leave: 'Disconnect',
};

export const connectionsWords = {
  none: 'No calendar is connected',
  only: ': only bookings make you busy.',
  list: 'Connected calendars',
  block: 'Your calendars block nothing now: under Rules you chose that only bookings make you busy.',
  written: 'Your bookings are written into none of these calendars. Press Choose, and name one for new bookings.',
  closed: 'Guests get no times of yours',
  closedText: 'Your times depend on a calendar, and none is connected. Connect one, or offer times by bookings alone.',
  open: 'Offer times by bookings alone',
};
