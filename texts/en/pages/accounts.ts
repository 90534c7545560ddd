/** The front page of an origin. */
export const landingWords = {
  title: 'Scheduling for people and their agents',
  claim: 'Let people pick a time. Let their agents, too.',
  description: 'A scheduling service for people, and for the agents that book for them.',
  book: 'Were you invited?',
  bookHint: 'Open the link that your host gave you. To move or cancel one, use the link in your confirmation mail.',
  start: 'Create your booking page',
  startHint: 'No password, no card. Have an account? The same button signs you in.',
  picture: 'A booking page: a guest picks 10:30 on the 18th, and the meeting is booked.',
  event: 'Intro call',
  eventFacts: '30 minutes with Ada',
  booked: 'Booked',
  bookedFacts: 'Wed 18, 10:30, by Mira’s agent',
  trial: 'To try it here',
  trialBook: 'Book with Ada, the demo host',
  trialMails: 'Read the mails that were sent',
  trialGuides: 'README.md has a first booking by API.',
  programs: 'For agents and programs',
  docs: 'Docs: guides and the API reference',
  openapi: 'The whole interface as an OpenAPI document',
  mcp: 'MCP over streamable HTTP:',
  health: 'Health',
};

/** Refusing further mails. */
export const noMailWords = {
  title: 'No more mails',
  heading: 'Get no more mails from people you do not know?',
  lead: 'Then we send no codes and no invitations to this address. Mails about meetings that you booked yourself still come.',
  submit: 'No more mails',
  refused: 'No more mails from people you do not know',
  refusedLead:
    'We send no codes and no invitations to this address. Mails about meetings that you booked yourself still come. To book with this address again, allow mails first.',
  allow: 'Allow mails again',
  allowed: 'Mails are allowed again',
  allowedLead: 'Codes and invitations reach this address again.',
};

/** Refusing the reminders of a workspace. */
export const noRemindersWords = (workspace: string) => ({
  title: 'No more reminders',
  heading: `Get no more reminders of ${workspace}?`,
  lead: `Then ${workspace} sends no reminders of meetings to this address. Confirmations, and mails about changes, still come.`,
  submit: 'No more reminders',
  refused: `No more reminders of ${workspace}`,
  refusedLead: 'We send none to this address. Confirmations, and mails about changes, still come.',
  allow: 'Get reminders again',
  allowed: 'Reminders come again',
  allowedLead: `This address gets the reminders of ${workspace} again.`,
});

/** Where a meeting is, for a further guest. */
export const invitedWords = {
  title: (event: string, host: string) => `${event} with ${host}`,
  takesPlace: (when: string, place: string) => `${when}. ${place}`,
  waits: (when: string, place: string) =>
    `${when}. ${place}. The host has not approved this time yet. You get a mail when they do.`,
  canceled: (when: string, _place: string) => `${when}. This meeting is canceled.`,
};

/** An invitation to a workspace. */
export const invitationWords = {
  youAreIn: (workspace: string) => `You are in ${workspace}`,
  join: (workspace: string) => `Join ${workspace}`,
  invites: (name: string | null) => `${name ?? 'Somebody'} invites you to work with them.`,
  workspace: 'Workspace',
  by: 'Invited by',
  are: 'You are',
  would: 'You would be',
  for: 'Invitation for',
  wrong: 'You are signed in as somebody else',
  wrongText: (as: string, email: string) =>
    `You are ${as} here, and this invitation is for ${email}. Sign out, then open the link of the mail again.`,
  signIn: 'Sign in to accept',
  signInAs: 'Sign in as',
  newHere: 'New here? We’ll create your account, and lead you back to this page.',
  accept: (workspace: string) => `Accept and join ${workspace}`,
  notYou: 'Not for you? Close this page; nothing happens.',
  out: 'Sign out',
  home: 'Go to your meetings',
  roles: {
    owner: 'Owner: everything, who else owns it included',
    admin: 'Admin: everything',
    manager: 'Manager: everybody’s meetings, event types, hours and teams',
    member: 'Member: your own meetings, event types and hours',
    billing_only: 'Billing: plans and bills, no meetings',
  },
  dead: {
    unknown: { title: 'This link does not work', text: 'It may be cut off. Take it from the newest mail.' },
    accepted: {
      title: 'This invitation was used already',
      text: 'Ask whoever invited you for another one.',
    },
    revoked: {
      title: 'This invitation was taken back',
      text: 'Ask whoever invited you for another one.',
    },
    void: {
      title: 'This invitation does not hold now',
      text: 'The person who sent it left the workspace, or may not give this role: not any more, or not in the week after they changed their address. Ask an owner or admin for another one.',
    },
    expired: {
      title: 'This invitation is too old',
      text: 'Invitations work for 7 days. Ask whoever invited you for another one.',
    },
  },
  elsewhere: {
    title: 'This invitation is for another address',
    text: 'You are signed in as somebody else. Sign out, then open the link of the mail again.',
  },
  noRoom: {
    title: 'You can not join right now',
    full: 'The plan of this workspace has no room for another member. Ask whoever invited you to make room; the invitation stays open.',
    deleted: 'The workspace is deleted. Until an owner restores it, nobody can join.',
  },
};

/** Connecting a calendar. */
export const calendarPageWords = {
  connect: (provider: string) => `Connect a calendar of ${provider}`,
  reconnect: (account: string) => `Connect ${account} again`,
  lead: 'Guests then see only times at which you are free, and your bookings appear in your calendar.',
  read: 'We read when you are busy. We store times alone: no titles, no descriptions, no guests of your own events.',
  write: 'We write, move and delete only the events of your bookings.',
  boxes: 'On the next page, leave all boxes ticked. Each of them is needed.',
  choose: (account: string) => `Choose ${account} there. Your settings stay as they are.`,
  goOn: (provider: string) => `Continue to ${provider}`,
  later:
    'You can disconnect it at any time, under Settings, Calendars. Did you not ask for this? Close this page; nothing happens.',
  wrong: 'This link is for somebody else',
  wrongBefore: 'You are signed in as',
  wrongAfter:
    '. A link connects the calendar of one person, and only they can open it. If it is yours, sign out and sign in with your other address.',
  out: 'Sign out',
  connected: 'Your calendar is connected',
  none: 'No calendar',
  reading: 'We are reading it now. Changes in it count within seconds.',
  unread: 'It blocks none of your times: you chose that only bookings make you busy.',
  account: 'Account',
  at: 'At',
  blocks: 'Blocks your time',
  nothing: 'Nothing',
  writtenTo: 'Bookings are written to',
  noneHere: 'No calendar of this account',
  others: 'Choose other calendars',
  rules: 'Change your rules',
  close: 'You can close this page.',
};

const counted = (count: number | null, one: string): string =>
  count === null ? `Unlimited ${one}s` : `${count === 0 ? 'No' : count} ${one}${count === 1 ? '' : 's'}`;

/** What each plan allows, and what it costs. */
export const plansWords = {
  title: 'Plans',
  lead: 'Every new account tries Growth for 14 days, without a card. Afterwards it is Free, and nothing is deleted.',
  seeYours: 'See your plan, and how much of it is used',
  signIn: 'Sign in, or start your trial',
  small:
    'Prices are in US dollars for each member, without VAT. A year costs ten months. When a plan is full, you can’t add more; everything else keeps working, and guests can book.',
  forGood: 'free forever',
  monthly: 'per member, monthly',
  onePerson: 'For one person',
  yearly: (usd: number) => `or $${usd} yearly`,
  upTo: (most: number) => `Up to ${most} members`,
  members: (count: number) => counted(count, 'member'),
  eventTypes: (count: number | null) => counted(count, 'event type'),
  teams: (count: number | null) => counted(count, 'team'),
  seats: (count: number | null) => counted(count, 'agent seat'),
  choose: (plan: string) => `Choose ${plan}`,
};

/** Sign-in: its pages, and what the browser says when a way in fails. */
export const loginWords = {
  title: 'Sign in',
  error: 'Error: ',
  lead: 'New here? We’ll create your account, with your first booking page.',
  email: 'Your email',
  emailProblem: 'Enter your email address, such as you@example.com.',
  mail: 'Mail me a link',
  passkey: 'Sign in with a passkey',
  passkeyNone: 'No passkey was used. Try again, or choose another way.',
  passkeyFailed: 'The passkey could not be asked for. Load this page again, or choose another way.',
  passkeyScript: 'To sign in with a passkey, turn JavaScript on.',
  goOnWith: (provider: string) => `Continue with ${provider}`,
  local: 'This is a local stack: come in as somebody of the demo.',
  noPerson: 'There is no such person in this stack',
  look: 'Check your email',
  sentBefore: 'We sent a link to ',
  sentAfter: '. It signs you in once, within 15 minutes.',
  localMail: 'This is a local stack: ',
  readMail: 'read the mail in the local mailbox',
  nothing: 'Nothing there after a minute or two? Look in the spam folder, or ',
  again: 'ask again',
  elsewhere: 'Another browser asked for this link',
  elsewhereText:
    'Go on only if that was you: then this browser is signed in, and the other one is not. If you did not ask, close this page.',
  asBefore: 'This browser will be signed in as ',
  asAfter: '.',
  goOnAs: (email: string) => `Continue as ${email}`,
  newLink: 'Ask for a new link',
  unknown: { title: 'This link does not work', text: 'It may be cut off. Take it from the newest mail.' },
  used: { title: 'This link was used already', text: 'Each link works once.' },
  expired: { title: 'This link is too old', text: 'Links work for 15 minutes, and end when you sign in by another.' },
  signedOut: { title: 'You are signed out' },
  canceled: { title: 'You are not signed in', text: 'You changed your mind. Choose any way below.' },
  passkeyStale: {
    title: 'That took too long',
    text: 'A passkey must be used within 5 minutes, in the browser that asked for it. Try again.',
  },
  passkeyUnknown: {
    title: 'This passkey does not sign anybody in',
    text: 'It may have been removed here. Choose another way below; then you can add a new one.',
  },
  passkeyBlocked: {
    title: 'This passkey is blocked',
    text: 'It counts its uses, and the count went back: somebody may have a copy of it. Sign in by mail, remove it, and add a new one.',
  },
  unproven: (provider: string) => ({
    title: `${provider} does not vouch for your address`,
    text: `${provider} did not say that the email address of this account is yours today. Sign in by mail instead: that proves it.`,
  }),
  byMail: 'Sign in by mail',
  away: (provider: string) => ({
    title: 'One moment, please',
    text: `${provider} does not answer right now. Try again in a minute, or sign in by mail.`,
  }),
  misconfigured: (provider: string) => ({
    title: `${provider} does not work here right now`,
    text: `${provider} does not accept how this service is registered there. Its operator finds why in the log. Please sign in by mail.`,
  }),
  notOurs: (provider: string) => ({
    title: 'That did not work',
    text: `What came back from ${provider} is not an answer to a sign-in that this browser began. Please begin again.`,
  }),
  stillIn: {
    title: 'Nothing was done',
    text: 'The page was open for a long time, or the form is not from us. You are still signed in.',
  },
  goOn: 'Go on',
  back: 'Back to sign-in',
};
