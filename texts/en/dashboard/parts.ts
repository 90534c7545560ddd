import type { GatedFeature } from '../../../schemas/shapes/plan.ts';

export const secretWords = {
  first: 'Copy it now.',
  once: 'It is shown this once; we keep only a fingerprint of it.',
  key: 'the key',
  have: 'I have it',
};

export const loadStateWords = {
  loading: (what: string) => `Loading ${what}`,
  again: 'Try again',
};

export const pictureFormWords = {
  unreadable: 'We cannot read that file as a picture',
  formats: 'Choose a PNG, JPEG or WebP picture.',
  removed: 'The picture is removed.',
  saved: 'The picture is saved. Guests see it from now on.',
  remove: 'Remove the picture',
  another: 'Choose another picture',
  choose: 'Choose a picture',
};

/** What a plan limits, and how a person makes room. */
export const FEATURE_WORDS: Readonly<Record<GatedFeature, { one: string; many: string; repair: string }>> = {
  members: {
    ...{ one: 'member', many: 'members' },
    repair: 'Open invitations count. Remove a member or an invitation',
  },
  eventTypes: { one: 'event type', many: 'event types', repair: 'Switch one off' },
  teams: { one: 'team', many: 'teams', repair: 'Delete one' },
  agentSeats: { one: 'agent seat', many: 'agent seats', repair: 'Revoke one' },
  webhooks: { one: 'webhook', many: 'webhooks', repair: 'Delete one' },
  remindersPerEventType: { one: 'reminder an event type', many: 'reminders an event type', repair: 'Leave one out' },
};

export const words = {
  seconds: (count: number) => `${count} seconds`,
  minutes: (count: number) => `${count} minutes`,
  hours: (count: number) => `${count} hours`,
  are: (used: number) => `${used} ${used === 1 ? 'is' : 'are'} there`,
  hasNone: (plan: string, many: string) => `The plan ${plan} has no ${many}.`,
  hasRoom: (plan: string, cap: number, name: string, are: string) =>
    `The plan ${plan} has room for ${cap} ${name}, and ${are}.`,
  forMembers: (plan: string, members: number) => `${plan} for ${members} members`,
  choose: (plan: string) => `choose ${plan} or more`,
  or: ', or ',
  locked: 'The workspace is locked',
  lockedText: 'Its plan is unpaid, or an owner deleted it. Nothing new can be made until it is paid or restored.',
  tooMany: 'Too many requests',
  wait: (time: string) => `Please try again in ${time}.`,
  stale: 'This page is out of date',
  staleText: 'It was open for a long time, or you signed in anew. Load it again.',
  signedOut: 'You are signed out',
  signedOutText: 'Sign in in another tab, then try again here. What you typed stays.',
  unfit: 'Something does not fit',
  unfitText: 'It is marked below.',
  unmarked: (list: string) => `The service says: ${list}.`,
  noRoom: 'The plan has no room',
  away: 'We could not reach Holdfast',
  failed: 'That did not work',
  ourFault: 'It is our fault. Try again in a moment.',
  ofApi: (_status: number, message: string) => message,
};

type Regions = Readonly<Record<string, string>>;

export const zoneOptionsWords = {
  likely: 'Likely',
  all: 'All',
  regions: {
    ...{ Africa: 'Africa', America: 'America', Antarctica: 'Antarctica', Arctic: 'Arctic', Asia: 'Asia' },
    ...{ Atlantic: 'Atlantic', Australia: 'Australia', Europe: 'Europe', Indian: 'Indian Ocean' },
    ...{ Pacific: 'Pacific' },
  } as Regions,
};

/** The texts about what is not saved. */
export const unsavedWords = {
  region: 'Unsaved changes',
  title: 'Unsaved:',
  save: 'Save all',
  saving: 'Saving …',
  saved: (names: string) => `Saved: ${names}`,
  discard: 'Discard',
  keys: 'Control and S saves, too.',
  refused: 'Not all is saved. The page says why.',
  leave: 'Leave without saving?',
  leaveText: 'These changes are not saved yet:',
  leaveDialog: 'What you typed here is lost.',
  saveAndLeave: 'Save and leave',
  leaveAnyway: 'Leave without saving',
  stay: 'Stay here',
  over: 'You are signed out',
  overText: 'What you typed is still here. Sign in in a new tab, come back, and save it.',
  signIn: 'Sign in',
  newTab: '(new tab)',
  again: 'I have signed in',
  stillOut: 'You are not signed in yet.',
  somebody: 'Somebody else is signed in now. Sign in as before, or leave this page.',
  back: 'You are signed in again: you can save now.',
  away: 'We could not reach Holdfast. Try again.',
};

export const asCallWords = {
  title: 'API call',
  curl: 'As curl',
  tool: 'As a tool call',
  copy: 'Copy',
  key: 'An agent or a program does the same with a key of this workspace.',
  noTool: 'Only a signed-in person does this: no key can.',
  nothing: 'Nothing would be sent: nothing has changed, or something does not fit yet.',
};

export const toastWords = {
  undo: 'Undo',
  keys: 'Undo with Control and Z.',
  undone: (words: string) => `It is as it was before. Taken back: “${words}”`,
  close: 'Close',
  region: 'Messages',
};

export const confirmWords = {
  cancel: 'Cancel',
};

export const formDialogWords = {
  cancel: 'Cancel',
  lose: 'Close without saving?',
  lost: 'What you typed is lost then.',
  typeOn: 'Go on typing',
  throwAway: 'Close and lose it',
};

export const failureWords = {
  pay: 'Pay',
  choose: 'Choose a plan',
  tab: ' (new tab)',
};

export const textFieldWords = {
  few: 'Enter a few words.',
  it: (message: string) => `It ${message}.`,
};

export const firstOnlyWords = { first: 'The first 5,000 are shown.' };

export const moreRowsWords = { more: (left: number) => `Show more (${left} left)` };

export const copyButtonWords = {
  copy: 'Copy',
  done: 'Copied',
  not: 'Not copied',
  copied: (what: string) => `Copied ${what}`,
  refused: 'Your browser does not let us copy: select the text and copy it.',
};
