export const outcomeWords: string = 'What happens';

/** Links of mails that do nothing any more: of a new address, of access and agents to stop, of an agent that asks to work here. */
export const deadLinkWords = {
  last: 'In your settings you see all keys, agents, apps and passkeys that have a way in, and end each.',
  settings: 'Go to your settings',
  home: 'Go to your meetings',
  unknown: 'This link does not work',
  cutOff: 'It may be cut off: take the whole link from the mail again.',
  cutOffNewest: 'It may be cut off: take the whole link from the newest mail.',
  nothingStopped: 'So nothing was stopped by it.',
  nothingChanged: 'So nothing was changed by it.',
  noRequest: 'It belongs to no request of an agent.',
  yourAgent: 'Is it your agent? Have it sign in again: you get a new mail.',
  tooOld: 'This request is too old',
  tooOldText: 'Requests of agents wait for a day. The agent got nothing.',
  notKnown: 'You do not know it? There is nothing to do.',
  address: {
    ended: {
      title: 'This link is too old',
      text: 'Links work for an hour, and a later one takes the place of an earlier one. Your address is the same as before.',
    },
    taken: {
      title: 'This address has an account already',
      text: 'So your account keeps its own. Choose another address, or sign in with this one and delete its account first.',
    },
    elsewhere: {
      title: 'This link is for another account',
      text: 'You are signed in as somebody else. Sign out, sign in as who asked for the new address, then open the link of the mail again.',
    },
  },
  undo: {
    expired: {
      title: 'This change cannot be taken back any more',
      text: 'The link works for 7 days after a change of address.',
    },
    taken: {
      title: 'This address has another account now',
      text: 'It was made since the change, so the address cannot go back to the first one.',
    },
    takenStep: 'Sign in with this address, delete that account, then open the link again.',
  },
};

/** The owner of an account ends a key, seat, passkey, app or linked account by the link of a mail. */
export const stopAccessWords = {
  kinds: {
    key: {
      what: 'Key',
      stop: 'Stop this key',
      way: 'Whoever has it works in your name.',
      effect: 'The key is revoked at once and for good.',
    },
    seat: {
      what: 'Agent seat',
      stop: 'Stop this agent',
      way: 'It works in your name.',
      effect: 'The seat and its key are revoked at once and for good.',
    },
    passkey: {
      what: 'Passkey',
      stop: 'Remove this passkey',
      way: 'Whoever has it can sign in as you.',
      effect:
        'The passkey is removed at once and for good, and all your browsers are signed out: whoever added it was signed in as you.',
    },
    grant: {
      what: 'Connected app',
      stop: 'Disconnect this app',
      way: 'It works in your name.',
      effect: 'It can do nothing in your name any more, at once and for good.',
    },
    linked_account: {
      what: 'Account',
      stop: 'Unlink this account',
      way: 'Whoever signs in there is signed in here as you.',
      effect:
        'The link ends at once, and all your browsers are signed out. If somebody signs in there again with your address, a new mail tells you.',
    },
  },
  stays: 'Meetings that were booked, and people who joined a workspace.',
  ways: {
    dashboard: 'The web page, signed in as you',
    web: 'The web page',
    host_api: 'The API',
    host_mcp: 'MCP',
    public_api: 'The public API',
    public_mcp: 'The public MCP',
    system: 'The service itself',
  },
  over: (what: string, name: string) => `${what} “${name}” does not work any more`,
  overTitle: 'It does not work any more',
  unknown: (way: string) => `${way} Stop it if you do not know it.`,
  ended: 'It is ended for good, and can do nothing in your name.',
  can: 'What it can do, in your name',
  ifStop: 'If you stop it',
  whatStays: 'What stays',
  ifNothing: 'If you do nothing',
  goesOn: 'It goes on. You can end it later, in the settings of the dashboard.',
  you: 'It was you? Close this page; nothing happens.',
  see: 'See what else has a way in',
  workspace: 'Workspace',
  made: 'Made',
  by: 'By',
  with: (way: string, key: string) => `${way}, with “${key}”`,
  network: 'From network',
  appOf: 'App of',
  nobody: 'Nobody vouches for it: it registered itself',
  wentTo: 'Answer went to',
};

/** A person confirms a new address, or takes it back. */
export const addressWords = {
  titles: {
    'sign in': 'Sign in to confirm your new address',
    confirm: 'Use this address?',
    confirmed: 'Your address is changed',
    undo: 'Take this address back?',
    undone: 'Your account has its old address again',
  },
  works: 'A new address works once you confirm it where you are signed in.',
  signIn: 'Sign in',
  withOld: 'Sign in with the address that you have now. Then open the link of the mail again.',
  before: 'You sign in with',
  afterNew: ' from now on. Your other browsers are signed out.',
  home: 'Go to your meetings',
  afterOld: '. Everything that got a way in since the change is ended.',
  newAddress: 'New address',
  untilNow: 'Address until now',
  ifUse: 'If you use it',
  ifUseText: 'You sign in with it, and all mails go there. Your other browsers are signed out.',
  old: 'The old address',
  oldText: 'It gets a mail, with a link that takes this back within 7 days.',
  use: 'Use this address',
  notAsked: 'You did not ask for this? Close this page; nothing happens.',
  addressBefore: 'Your address before',
  changedTo: 'Changed to',
  changed: 'Changed',
  ifBack: 'If you take it back',
  backText:
    'The account has your address again. All its browsers are signed out; passkeys, linked accounts, keys, apps, agents and calendars that came since the change end for good, and invitations that nobody has accepted.',
  stays: 'What stays',
  staysText: 'Meetings that were booked, and people who joined a workspace: look at Team afterwards.',
  take: 'Take it back',
  you: 'It was you? Close this page; nothing happens.',
};

/** A person allows or refuses an app. */
export const consentWords = {
  title: 'Connect this app?',
  lead: 'An app asks to act for you. Allow it only if you started this in the app just now.',
  none: 'You belong to no workspace in which you can connect an app.',
  makeOne: 'Make a workspace',
  thenAgain: ', then connect the app again.',
  deny: 'Deny',
  allow: 'Allow',
  as: 'You are signed in as',
  other: 'Sign in as somebody else',
  later:
    'Under Settings, Connected apps, you can disconnect the app at any time. Without use its access ends after 90 days.',
  computer: 'The answer goes to a program on your computer',
  computerText: 'We cannot check which one. Allow this only if you just started it in a program on this computer.',
  device: 'The answer goes to an app on your device',
  deviceText:
    'We cannot check which one opens such links. Allow this only if you just started it in an app on this device.',
  appOf: 'App of',
  nobody: 'Nobody vouches for it: it registered itself',
  goesTo: 'Answer goes to',
  callsItself: 'Calls itself',
  noName: 'Nothing that reads like a name',
  unchecked: '(not checked)',
  may: 'What it may do',
  look: 'Look only',
  lookText: 'What you see there: meetings with what guests wrote, event types, availability, teams, members.',
  full: 'Full access',
  fullText:
    'All that you may do there: book, move and cancel meetings, change settings, and whatever else your role allows, such as inviting people and billing.',
  stays:
    'Some of it stays after you disconnect the app: people it invites and the roles it gives, webhooks that send meetings to addresses of its choice, and payment pages until they expire. It makes no keys.',
  actsIn: 'It acts in',
  aloneIn: ' alone.',
  workspace: 'Workspace',
  alone: 'It acts in this one alone.',
};

type AgentStatus = 'pending' | 'verified' | 'revoked' | 'expired';

/** A person ends an agent that acts for them by the link of a mail. */
export const stopAgentWords = {
  leads: {
    pending: 'It asks to act for you. Without the code of the mail it can do nothing.',
    verified: 'It acts for you since you gave it the code of a mail.',
    revoked: 'It can do nothing for you. There is nothing left to do here.',
    expired: 'Its time is over: it can do nothing for you. There is nothing left to do here.',
  },
  outcomes: {
    pending: [
      ['If you refuse', 'Its code stops working at once. Its workspace can send you no code for 30 days.'],
      ['If you do nothing', 'The code ends by itself after 10 minutes.'],
    ],
    verified: [
      [
        'If you stop it',
        'It ends at once and for good, with the open invitations that it sent for you. Its workspace can send you no code for 30 days.',
      ],
      ['What stays', 'What it did stays: meetings, workspaces, people who joined.'],
      ['If you do nothing', 'It goes on. It ends by itself when it has not been used for 90 days.'],
    ],
    revoked: [['What stays', 'What it did stays: meetings, workspaces, people who joined.']],
    expired: [['What stays', 'What it did stays: meetings, workspaces, people who joined.']],
  } as Record<AgentStatus, readonly (readonly [string, string])[]>,
  headings: { pending: 'Refuse this agent?', verified: 'Stop this agent?' },
  stopAnAgent: 'Stop an agent',
  notForYou: 'It does not act for you',
  thisNot: 'This agent does not act for you',
  can: 'What it can do for you',
  could: 'What it could do for you',
  refuse: 'Refuse it',
  stop: 'Stop it',
  see: 'See who acts for you',
  unreadable: 'A name that does not read like one, so it is not shown',
  calls: 'It calls itself',
  in: 'In the workspace',
  for: 'For',
  asked: 'Asked',
  allowed: 'Allowed',
};
