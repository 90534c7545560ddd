export const makerWords = {
  none: (maker: string) => `You have no ${maker} calendar connected that makes a link for each meeting.`,
  connect: 'Connect one',
  newTab: '(new tab)',
  orElse: ', or enter a link below. Otherwise guests get none.',
  enter: 'Enter a link below. Otherwise guests get none.',
};

const madeBy = (maker: string): DetailWords => ({
  label: 'Link to join',
  hint: `Leave it empty if a connected ${maker} calendar makes a link for each meeting.`,
});

interface DetailWords {
  readonly label: string;
  readonly hint: string;
}

export const detailWords = {
  address: 'Enter a web address that begins with https://.',
  where: 'Say where guests find you.',
  google_meet: madeBy('Google'),
  microsoft_teams: madeBy('Microsoft'),
  phone: {
    label: 'Who calls which number',
    hint: 'Such as: Call me at +49 30 901820. Leave it empty, and guests give their number: you call them.',
  },
  in_person: { label: 'The place', hint: 'Address, floor, room: what guests need to find it.' },
  custom_link: { label: 'Link to join', hint: 'Guests get it when they book.' },
};

/** An event type's link, in all forms. */
export const shareWords = {
  title: 'Share',
  hint: 'The link shows your free times. Short links can each be ended, and stay when the link changes.',
  website: 'On your website',
  code: 'the code for your website',
  adapt: 'Change its look, and try it',
  short: 'Short links',
  none: 'None yet. Make one for each place where you share it.',
  loading: 'the short links',
  add: 'New short link',
  create: 'Create short link',
  name: 'Where you share it',
  nameHint: 'Your note, such as “Newsletter”. Guests do not see it.',
  unnamed: 'Without a note',
  shortLink: (name: string) => `the short link ${name}`,
  end: 'End',
  endTitle: (name: string) => `End the short link ${name}?`,
  endText: 'It stops working at once, for good. The event type and its bookings stay.',
  ended: (name: string) => `The short link ${name} is ended.`,
  made: 'The short link is ready. Copy it below.',
};

export const askWayInWords = {
  noLink: 'Guests get no link to join: this event names none.',
  addLink: 'Add a link',
  link: 'Link to join',
  linkHint: 'Guests get it when they book, and in their mails. Meetings that are booked already stay as they are.',
  linkWrong: 'Enter a web address that begins with https://.',
  save: 'Save',
};

export const missingWayInWords = {
  for: (name: string) => `for ${name}`,
};

/** The page of all event types, and the dialogs that it opens. */
export const listWords = {
  title: 'Event types',
  lead: 'What guests can book with you.',
  mine: 'Your event types',
  mineHint: 'Each has a link of its own. Share it, or the link to your booking page, which has all of them.',
  others: 'Of others and of teams',
  othersHint: 'Those that you may change.',
  switchedOff: 'Event types that are off',
  switchedOffHint: 'Nobody can book them. Meetings that were booked stay.',
  showOff: 'Off',
  showAll: 'All',
  noneOff: 'None is off.',
  on: 'On',
  off: 'Off',
  bookable: (name: string) => `Guests can book ${name}`,
  isOn: (name: string) => `${name} is on: guests can book it again.`,
  isOff: (name: string) => `${name} is off: its link says that it cannot be booked right now.`,
  offText: 'Its link takes no bookings. Booked meetings stay.',
  saveFirst: 'Save or discard your changes first.',
  which: 'Which event types',
  none: 'You have no event types yet. Make one, and share its link.',
  loading: 'the event types',
  linkTitle: 'Your booking page',
  copyLink: 'Copy link',
  to: (name: string) => `to ${name}`,
  linkTo: (name: string) => `the link to ${name}`,
  toBookingPage: 'to your booking page',
  bookingPage: 'the link to your booking page',
  website: 'Button for a website',
  add: 'New event type',
  create: 'Create',
  name: 'Name',
  nameHint: 'What guests see, such as “Intro call”.',
  minutes: 'Minutes',
  place: 'Where',
  taken: 'There is one with this link already',
  takenHint: 'Choose another name, or change the one that is there.',
  takenSince: 'Another event type has its link since. Switch that one off, or change its link.',
  created: (name: string) => `${name} can be booked now. Its link is below.`,
  hidden: 'Hidden',
  approval: 'By approval',
  roundRobin: 'Team, in turn',
  collective: 'Team, all together',
  withHost: (host: string) => `with ${host}`,
  coming: (count: number) => (count === 1 ? '1 meeting is coming' : `${count} meetings are coming`),
  menu: 'More',
  edit: 'Edit',
  duplicate: 'Duplicate',
  duplicateTitle: (name: string) => `Duplicate ${name}`,
  copyOf: (name: string) => `${name} (copy)`,
  duplicateHint: 'It gets the same settings and questions, and a link of its own.',
  qr: 'QR code',
  seen: (name: string) => `Guests of ${name} see it from now on.`,
  noRole: 'Your role is for billing only',
  noRoleText: 'Ask an owner or admin of the workspace for a role that works with meetings.',
};

export const qrWords = {
  title: (name: string) => `QR code: ${name}`,
  picture: (url: string) => `QR code that opens ${url}`,
  save: 'Save as PNG',
  saveSvg: 'Save as SVG',
  close: 'Close',
};
