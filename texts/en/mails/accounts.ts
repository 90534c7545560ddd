import type { AccessKind } from '../../../domain/access/new-access.ts';
import type { BookingSource } from '../../../schemas/shapes/access.ts';

/** The mail with the six digits. */
export const codeTexts = {
  subject: (code: string, event: string, host: string) => `${code} is your code for ${event} with ${host}`,
  preview: (minutes: number) => `Works for ${minutes} minutes, only for this booking.`,
  heading: 'Your booking code',
  enter: (event: string, host: string) =>
    `Enter this code, or give it to the agent that books for you, to book “${event}” with ${host}.`,
  passOn: (event: string, host: string, guest: string) =>
    `Pass this code on to book “${event}” with ${host} for ${guest}.`,
  askedFor: (when: string) => `Requested time: ${when}.`,
  limits: (minutes: number) => `The code works once, for ${minutes} minutes, only for this booking.`,
  namesYou: 'The guest gets the confirmation. It names you.',
  footer: (service: string) =>
    `You did not ask for this? You do not need to do anything: nothing is booked without the code. Sent by ${service}.`,
};

/** A link to join that came after the first mails. */
export const linkTexts = {
  subject: (event: string, other: string, start: string) => `Link for ${event} with ${other}, ${start}`,
  heading: 'Here is the link for your meeting',
  lead: (event: string, other: string) =>
    `The link for “${event}” with ${other} is here now. Time and place stay as they are.`,
};

/** A person's account: another address, and its end. */
export const accountTexts = {
  taken: {
    subject: (service: string) => `You have an account at ${service} already`,
    preview: 'Somebody wanted to move another account to this address.',
    heading: 'This address has an account already',
    lead: (service: string) =>
      `Somebody asked to move an account at ${service} to this address. It has an account of its own, so nothing was changed.`,
    wasYou: 'It was you? Sign in with this address and delete its account first, or choose another address.',
    action: 'Sign in with this address',
  },
  link: {
    subject: (service: string) => `Confirm your new address at ${service}`,
    preview: (minutes: number) => `Works for ${minutes} minutes, where you are signed in.`,
    heading: 'Is this your new address?',
    lead: 'Open this link in the browser where you are signed in, and confirm there.',
    action: 'Use this address',
    limits: (minutes: number) => `The link works for ${minutes} minutes. Keep it private.`,
  },
  notAsked: (service: string) =>
    `You did not ask for this? You do not need to do anything: this mail alone changes nothing. Sent by ${service}.`,
  changed: {
    subject: (service: string) => `Your address at ${service} was changed`,
    preview: (email: string) => `It is ${email} now.`,
    heading: 'Your address was changed',
    lead: 'You sign in with the new address from now on, and all mails go there. Other browsers were signed out.',
    old: 'Old address',
    new: 'New address',
    when: 'Changed',
    back: (days: number) =>
      `It was not you? Take it back within ${days} days: your account has this address again, and everything ends that has got a way in since.`,
    action: 'See it, and take it back',
    footer: (service: string) => `${service} sends this to the old address of every account that changes it.`,
  },
  deleted: {
    subject: (service: string) => `Your account at ${service} is deleted`,
    preview: 'Your sessions, keys, passkeys and calendars ended with it.',
    heading: 'Your account is deleted',
    when: 'Deleted',
    effect:
      'All your sessions, keys, passkeys, connected apps and calendars ended with it. Your upcoming meetings are canceled, and their guests are told. Past meetings stay with the workspaces, without your name and address.',
    notYou:
      'It was not you? Then somebody was signed in as you. The account cannot be brought back; tell the owners of your workspaces. You can begin anew with this address.',
    action: 'Begin anew',
    footer: (service: string) => `This is the last mail about this account. Sent by ${service}.`,
  },
};

const YOURS = 'Was it you, or somebody who works for you? Then all is well.';

interface NewAccessTexts {
  readonly kinds: Readonly<Record<AccessKind, KindTexts>>;
  readonly stop: (isFine: string, effect: string) => string;
  readonly action: string;
  readonly name: string;
  readonly workspace: string;
  readonly may: string;
  readonly made: string;
  readonly by: string;
  readonly with: (way: string, key: string) => string;
  readonly network: string;
  readonly appOf: string;
  readonly nobody: string;
  readonly wentTo: string;
  readonly callsItself: string;
  readonly notChecked: (name: string) => string;
  readonly last: (count: number) => string;
  readonly seeAll: string;
  readonly footer: (service: string) => string;
}

interface KindTexts {
  /** "New key" */
  readonly title: string;
  /** What it may do. @param where the workspace; the service, if it is of none */
  readonly lead: (where: string) => string;
  /** What stopping does; what ends with it is in domain/access/ways-out-words.ts. */
  readonly effect: string;
  /** When all is well. */
  readonly isFine: string;
}

/** Something new acts in a person's name. */
export const newAccessTexts: NewAccessTexts = {
  kinds: {
    key: {
      title: 'New key',
      lead: (workspace) => `Whoever has a new key works in ${workspace} in your name.`,
      effect: 'Stopping revokes the key at once and for good.',
      isFine: YOURS,
    },
    seat: {
      title: 'New agent seat',
      lead: (workspace) => `A new agent works in ${workspace} in your name.`,
      effect: 'Stopping revokes the seat and its key at once and for good.',
      isFine: YOURS,
    },
    passkey: {
      title: 'New passkey',
      lead: (service) =>
        `A passkey was added to your account at ${service}. Whoever has it can sign in as you, without a mailed code.`,
      effect:
        'Stopping removes the passkey and signs you out in all browsers, because whoever added it was signed in as you. You sign in again with a mailed code.',
      isFine: 'Did you add it? Then there is nothing to do.',
    },
    grant: {
      title: 'New connected app',
      lead: (workspace) =>
        `An app works in ${workspace} in your name since you, or somebody signed in as you, allowed it.`,
      effect: 'Stopping disconnects the app at once and for good.',
      isFine: 'Did you connect it? Then all is well.',
    },
    linked_account: {
      title: 'New way to sign in',
      isFine: 'Did you sign in there? Then all is well. If not, stop it.',
      lead: (service) => `An account at the provider below signs you in to ${service} since just now.`,
      effect: 'Stopping ends the link and signs out all your browsers.',
    },
  },
  stop: (isFine, effect) => `${isFine} If not, stop it. ${effect}`,
  action: 'See it, and stop it',
  name: 'Name',
  workspace: 'Workspace',
  may: 'It may',
  made: 'Made',
  by: 'By',
  with: (way, key) => `${way}, with “${key}”`,
  network: 'From network',
  appOf: 'App of',
  nobody: 'Nobody vouches for it: it registered itself',
  wentTo: 'Answer went to',
  callsItself: 'Calls itself',
  notChecked: (name) => `${name} (not checked)`,
  last: (count) => `This is number ${count} since yesterday. There may be more today, without a mail.`,
  seeAll: 'See everything that works in your name',
  footer: (service) => `${service} sends this for everything new that works in your name.`,
};

/** By which interface it was made. */
export const waysIn: Readonly<Record<BookingSource | 'system', string>> = {
  dashboard: 'the web page, signed in as you',
  web: 'the web page',
  host_api: 'the API',
  host_mcp: 'MCP',
  public_api: 'the public API',
  public_mcp: 'the public MCP',
  system: 'the service itself',
};

/** The link and the code by which a person signs in. Anyone may have typed the address. */
export const signInTexts = {
  link: {
    subject: (service: string) => `Your link to sign in to ${service}`,
    heading: (service: string) => `Sign in to ${service}`,
    lead: 'Open this link in the browser where you want to sign in.',
    action: 'Sign in',
    limits: (minutes: number) => `The link works once, for ${minutes} minutes. Keep it private.`,
  },
  code: {
    subject: (code: string, service: string) => `${code} is your code to sign in to ${service}`,
    heading: 'Your code to sign in',
    lead: 'An app or agent asks to sign in as you. Enter this code there.',
    asked: 'Asked',
    network: 'From network',
    app: 'App, as it says',
    agent: 'Agent, as it says',
    limits: (minutes: number, service: string) =>
      `The code works once, for ${minutes} minutes. Whoever has it can act for you on ${service}: give it only to an app or agent of your own.`,
  },
  preview: (minutes: number) => `Works once, for ${minutes} minutes.`,
  footer: (service: string) =>
    `You did not ask for this? You do not need to do anything: this mail alone signs nobody in. Sent by ${service}.`,
};

/** An agent asks to act for a person, acts for them, or made an account for them. */
export const agentTexts = {
  anAgent: 'An agent',
  theAgent: (name: string) => `The agent “${name}”`,
  aWorkspace: 'a workspace',
  theWorkspace: (name: string) => `the workspace “${name}”`,
  code: {
    lead: (agent: string, workspace: string, service: string) =>
      `${agent} of ${workspace} asks to act for you on ${service}.`,
    subject: (code: string, service: string) => `${code} lets an agent act for you on ${service}`,
    heading: 'May this agent act for you?',
    give: 'If you asked it to, give it this code. What it chose, you see afterwards, and you can stop it at any time.',
    keep: 'If you did not ask for this, give the code to nobody, whatever they say. Nothing happens without it.',
    any: 'Who has the code can choose any of these:',
    network: 'Asked from network',
    limits: (minutes: number) => `The code works once, for ${minutes} minutes, only for this agent.`,
    refuse: 'Refuse it',
    footer: (service: string) => `${service} makes booking pages. It sends this because somebody typed your address.`,
  },
  allowed: {
    lead: (agent: string, workspace: string) =>
      `${agent} can act for you in ${workspace} since just now, because it entered the code of your mail.`,
    subject: (service: string) => `An agent can act for you on ${service}`,
    heading: 'An agent can act for you',
    may: 'It may:',
    since: 'Since',
    ends: (days: number) =>
      `It ends by itself when the agent has not been used for ${days} days, and at once when you stop it.`,
    action: 'See it, and stop it',
    footer: (service: string) => `${service} sends this once for each agent that may act for you.`,
  },
  signUp: {
    lead: (agent: string, workspace: string, service: string) =>
      `${agent} of ${workspace} made an account for you on ${service}. You allowed it to.`,
    subject: (service: string) => `An agent made an account for you on ${service}`,
    heading: 'An agent made an account for you',
    yours: (days: number) =>
      `The account is yours, and nobody is signed in to it. You need no password: type this address, and a link comes by mail. If you never sign in, the workspace takes no more bookings after ${days} days, unless a meeting is upcoming.`,
    action: 'Sign in to your account',
    hasStopped: 'The agent was stopped since, or its time is over: it can do nothing more for you. The account stays.',
    notWanted: 'You do not want this agent to act for you any more? No sign-in is needed. The account stays.',
    stop: 'Stop the agent',
    account: 'Account',
    with: 'With',
    withWorkspace: (name: string | null) =>
      `a workspace${name === null ? '' : ` “${name}”`} and an event that people can book`,
    made: 'Made',
    by: 'By',
    network: 'From network',
    footer: (service: string) => `${service} sends this once for an account that an agent makes.`,
  },
};
