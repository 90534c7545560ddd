/** A short word stands on a phone, where all places share a line. */
export const placeWords = {
  nav: 'Dashboard',
  meetings: 'Meetings',
  eventTypes: 'Event types',
  availability: 'Availability',
  availabilityShort: 'Availability',
  team: 'Team',
  settings: 'Settings',
};

/** The texts around every page. */
export const frameWords = {
  skip: 'Skip to the content',
  foot: 'Scheduling by Holdfast',
  docs: 'Docs',
  agents: 'Agents',
  language: 'Language',
};

/** Texts that only scripts show. */
export const browserWords = {
  broken: 'A part of this page does not work',
  brokenHint: 'You can use the page without it. Nothing that you typed was sent.',
  offline: 'You are offline',
  offlineHint: 'What you typed stays here. Continue as soon as you are connected again.',
};

/** The document of a page that the browser draws, before it has drawn. */
export const appWords = {
  loading: 'Loading',
  script: 'This page needs JavaScript. Signing in and booking do not.',
  device: 'A device asks for access',
};

/** The button that opens a meeting's link. */
export const joinWords = { join: 'Join the meeting' };

/** The facts of a meeting, on each step of its booking. */
export const factWords = {
  what: 'What',
  when: 'When',
  where: 'Where',
  with: '{event} with {host}',
};

/** The texts of failures. */
export const problemWords = {
  again: 'Try again',
  quote: (requestId: string) => `If you ask for help, quote ${requestId}.`,
  inSeconds: (seconds: number) => (seconds <= 1 ? 'in a second' : `in ${seconds} seconds`),
  inMinutes: (minutes: number) => `in ${minutes} minutes`,
  inHours: (hours: number) => `in ${hours} hours`,
  notFound: 'This page does not exist',
  notFoundHint: 'The link may be incomplete, or the host may have changed it. Ask the person who sent it.',
  closedEvent: (name: string) => `${name} cannot be booked right now`,
  closedEventHint: 'The host takes no new bookings of it at the moment. Meetings that are booked stay as they are.',
  noGuide: 'There is no such page in the docs',
  noGuideHint: 'It may have moved. The list of all guides and the search are at /docs.',
  hostOffers: 'See what this host offers',
  deadShortLink: 'This link no longer works',
  deadShortLinkHint: 'It was ended or is switched off, or a part of it is missing. Ask the person who sent it.',
  locked: 'No bookings right now',
  lockedHint: 'This workspace takes no bookings at the moment. Please ask your host directly.',
  tooMuch: 'Too many requests',
  tooMuchHint: (wait: string) => `Too many requests came from your network. Please try again ${wait}.`,
  away: 'One moment, please',
  awayHint: (wait: string) =>
    `A part of our service does not answer right now. Nothing is lost. Please try again ${wait}.`,
  unreadTimes: 'The times can’t be read right now',
  busyService: 'Our service is busy right now',
  calendarAway: 'The host’s calendar does not answer right now',
  nothingLost: (wait: string) => `Nothing is lost. Please try again ${wait}.`,
  manyMoves: 'This meeting was moved often today',
  manyMovesHint: (wait: string) => `It stays where it is. Try again ${wait}, or cancel it and book another time.`,
  manyMails: 'That would be too many mails',
  manyMailsHint: (wait: string) =>
    `One of the people invited got many mails from us today. Nothing was changed. Try again ${wait}.`,
  unreadable: 'We could not read that',
  unreadableHint:
    'The link or the form has something in it that we do not understand. Please start again from the link you were sent.',
  unexpected: 'Something went wrong on our side',
  unexpectedHint: 'We could not finish this. Please try again in a minute.',
  deadManageLink: 'This link does not work any more',
  deadManageLinkHint:
    'Links to a meeting work until a day after it. Take the link from the newest mail about your meeting.',
  deadDecideLinkHint: 'Take the link from the newest mail about the request.',
  deadNoMailLinkHint: 'A part of it may be missing. Use the link at the end of a newer mail from us.',
  expiredStep: 'This page has expired',
  expiredStepHint:
    'For your safety it only works for two hours. If you have a confirmation mail, your meeting is booked. If not, please pick a time again.',
  stale: 'This page has expired',
  staleHint: 'Nothing has changed yet. Please check it and send it again.',
  plainText: 'Use plain text with at most 500 characters.',
};
