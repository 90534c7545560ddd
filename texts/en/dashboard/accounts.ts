export const accountPageWords = {
  title: 'You',
  lead: (name: string, email: string) => `${name}. You sign in as ${email}.`,
};

export const accountWords = {
  title: 'Delete your account',
  hint: 'At once, in all your workspaces. It cannot be undone.',
  open: 'Delete my account',
  goes: 'Your sessions, passkeys, keys, connected apps and calendars end, and your name and address are forgotten. You leave every workspace; past meetings stay there without you.',
  meetings:
    'Meetings to come are canceled, and their guests told. To hand them to somebody else, leave the workspace first.',
  cancel: 'Cancel my meetings to come',
  type: 'Type your email to confirm',
  differs: 'This is not the address of your account.',
  verb: 'Delete my account',
  close: 'Keep it',
  why: {
    sole_owner: (names: string) =>
      `You are the only owner of ${names}. Make somebody else an owner under Members, or delete the workspace under Settings, Workspace.`,
    removal_under_way: (names: string) =>
      `Your meetings in ${names} are being handed over. Try again when that is done.`,
    meetings_wait_for_owner: (names: string, lastDay: string) =>
      `Somebody has taken over ${names}, and meetings of yours there wait for the owner’s decision, the last on ${lastDay}. Your account can be deleted once the owner has decided, or the meetings are over.`,
    hand_over_required: (names: string) =>
      `You have meetings to come in ${names}. Tick the box below, or hand them over first.`,
    address_changed_lately: () =>
      'Your address was changed less than 7 days ago. Until they are over its old inbox can take that back, so nothing is deleted for good.',
    sign_in_too_old: () => 'You signed in more than an hour ago. Sign in again, then delete your account.',
  },
  failed: 'Nothing was deleted',
};

export const profileWords = {
  title: 'Your name and address',
  hint: 'In all your workspaces. Guests see the name.',
  name: 'Your name',
  email: 'Your email',
  emailHint: 'We mail a link to a new address. It counts once you open that link here.',
  language: 'Language of your pages and mails',
  asBrowser: 'As in your browser',
  save: 'Save',
  saved: 'Your account is saved.',
  waits: (email: string) => `A link waits in the mailbox of ${email}. Until you open it, nothing changes.`,
};

export const photoWords = {
  title: 'How guests see you',
  hint: 'On your booking pages and those of your teams, in all your workspaces.',
  alt: (name: string) => `Picture of ${name}`,
  bio: 'About you',
  bioHint: 'A few words, for example what to talk to you about. At most 300 characters.',
  what: 'your picture',
  save: 'Save the text',
  saved: 'The text is saved. Guests see it from now on.',
};

export const passkeysWords = {
  hint: 'Sign in by fingerprint, face or PIN of your device, without a mail.',
  add: 'Add a passkey',
  title: 'Passkeys',
  what: 'your passkeys',
  added: (name: string) => `${name} signs you in from now on.`,
  ask: (name: string) => `Remove ${name}?`,
  verb: 'Remove passkey',
  removed: (name: string) => `${name} is removed.`,
  text: 'It signs nobody in any more, and browsers that it signed in are signed out, except this one. Your device may still offer it: delete it there, too. A mailed link always lets you in.',
  none: 'No passkeys yet.',
  noneHere: 'No passkeys yet. This browser cannot make one.',
  most: (most: number) => `You have ${most}, which is the most.`,
  remove: 'Remove',
  blocked: 'Blocked',
  synced: 'Synced',
  since: (day: string) => `added ${day}`,
  never: 'never used',
  used: (day: string) => `last used ${day}`,
  copy: 'It counts its uses, and the count went back: somebody may have a copy. Remove it and add a new one.',
};

export const browserNameWords = {
  a: 'A browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
};

export const sessionsWords = {
  email: 'by mailed link',
  google: 'with Google',
  microsoft: 'with Microsoft',
  click: 'by a click',
  passkey: 'with a passkey',
  ended: (name: string) => `${name} is signed out.`,
  everywhere: 'Sign out everywhere',
  title: 'Signed-in browsers',
  hint: 'Sign out devices you don’t recognise.',
  what: 'your sessions',
  ask: 'Sign out everywhere?',
  text: 'All your browsers are signed out, this one too. Keys and agents go on working.',
  out: 'Sign out',
  here: 'This browser',
  since: (day: string, how: string) => `in since ${day}, ${how}`,
  seen: (at: string) => `last seen ${at}`,
};

export const addPasskeyWords = {
  title: 'Add a passkey',
  submit: 'Make a passkey',
  text: 'Your browser asks next for your fingerprint, face or PIN. Holdfast gets a public key, never these.',
  name: 'Name',
  hint: 'How you will know it again.',
  again: 'Sign in again',
  not: 'No passkey was made: the browser asked and got no answer in time, or was told no.',
  there: 'This device has a passkey of yours already.',
  cannot: 'This browser or device could not make a passkey.',
};

export const linkedAccountsWords = {
  hint: 'Accounts at Google, Microsoft and Apple that sign you in. One is linked when you first sign in with it.',
  title: 'Linked accounts',
  what: 'your linked accounts',
  ask: (name: string) => `Unlink ${name}?`,
  unlink: 'Unlink',
  done: (name: string) => `${name} is unlinked.`,
  text: 'Browsers that it signed in are signed out, except this one. A mailed link always lets you in. Who signs in there again with your address links it anew, and a mail tells you.',
  none: 'No linked accounts.',
  linked: (day: string) => `linked ${day}`,
  used: (day: string) => `last used ${day}`,
};
