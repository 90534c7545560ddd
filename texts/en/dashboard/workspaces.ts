export const guestWords = {
  title: 'One guest’s data',
  hint: 'For a guest who asks what you store about them, or who asks you to delete it.',
  email: 'The guest’s email',
  export: 'Export their data',
  delete: 'Delete their data',
  saved: 'The file is in your downloads.',
  ask: (email: string) => `Delete the data of ${email}?`,
  goes: 'Their name, address, answers, notes and prep packs go for good, and so do the links in their mails.',
  stays:
    'Past meetings stay, without them: numbers do not change. A meeting to come must be canceled first. Events in calendars and mails that were sent stay where they are.',
  verb: 'Delete for good',
  deleted: (meetings: number) =>
    meetings === 1
      ? 'Deleted. One past meeting stays without them.'
      : `Deleted. ${meetings} past meetings stay without them.`,
};

export const slugWords = {
  title: 'Start of your links',
  hint: 'It stands in the address of every booking page of this workspace.',
  open: 'Change it',
  dialog: 'Change the start of your links',
  breaks:
    'Every booking link that was shared stops working, those of your team and those on websites too. Links in mails go on working.',
  back: 'You can go back to the old one: then its links work again. Nobody else gets it.',
  label: 'New start',
  letters: 'a to z, 0 to 9, and single hyphens.',
  verb: 'Change all links',
  saved: (slug: string) => `Your links begin with ${slug} now.`,
  refused: 'It can not be this one',
  reserved: 'Our own pages use this one.',
  taken: 'Another workspace has this one, or had it.',
  many: 'This workspace has had as many as it may. Go back to one of them.',
};

export const bannerWords = {
  title: (name: string) => `${name} is deleted`,
  owner: (day: string) =>
    `Nobody can book, and keys and agents have stopped. Meetings to come stay. On ${day} they are canceled, and all data is erased.`,
  other: (day: string) =>
    `Nobody can book, and keys and agents have stopped. All data is erased on ${day}, unless an owner restores it.`,
  restore: 'Restore the workspace',
};

export const brandingSectionWords = {
  title: 'Branding',
  hint: 'What guests see at the top of your pages, and the color of buttons and links.',
};

export const defaultsWords = {
  title: 'Defaults',
  hint: 'Defaults for everything new. Existing items stay as they are.',
  zone: 'Time zone',
  zoneHint: 'Of new teams, of your numbers, and of new hours where nobody names a zone.',
  week: 'Weeks begin on',
  weekHint: 'In calendars, your guests’ and yours.',
  weekOf: { reader: 'As where the reader is', monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' },
  language: 'Language',
  languageHint: 'For guests and members whose browser asks for neither English nor German.',
  newTypes: 'New event types',
  save: 'Save',
  saved: 'Saved. It counts from now on.',
  unchanged: 'Nothing has changed.',
  changed: (by: string | null) => `${by ?? 'Somebody else'} has changed the workspace meanwhile`,
  changedText: 'Load what is there now. What you have typed here is lost.',
  loadNew: 'Load the new state',
};

export const deleteWords = {
  title: 'Delete the workspace',
  hint: 'With 14 days to think again.',
  open: 'Delete this workspace',
  now: 'At once: nobody can book, and keys, agents and connected apps stop. Meetings to come stay.',
  later:
    'After 14 days: the subscription ends, meetings to come are canceled and their guests told, and all meetings, guests, settings and the log are erased for good.',
  back: 'Until then, any owner can restore it. All owners get a mail. Accounts of its members stay.',
  type: (slug: string) => `Type ${slug} to confirm`,
  differs: 'That is another name',
  verb: 'Delete the workspace',
  close: 'Keep it',
};

export const createWorkspaceWords = {
  title: 'New workspace',
  submit: 'Create workspace',
  text: 'It has links, keys, seats and a plan of its own. You are its owner.',
  name: 'Name',
  hint: 'Your team or company.',
};

export const settingsWords = {
  nav: 'Settings',
  account: 'You',
  workspace: 'Workspace',
  calendars: 'Calendars',
  access: 'Keys and seats',
  agents: 'Your agents',
  grants: 'Connected apps',
  webhooks: 'Webhooks',
  billing: 'Plan',
  activity: 'Activity',
};

export const workspacePageWords = {
  what: 'the workspace',
  only: 'Owners and admins change name, colors, picture and defaults of the workspace.',
};

export const brandingColourWords = {
  name: 'Workspace name',
  save: 'Save',
  saved: 'Saved. Guests see it from now on.',
  ours: 'Use Holdfast’s color',
  accent: 'Accent color',
  hint: 'Any color. We adjust contrast if needed.',
  chosen: 'your color',
  adjusted: (used: string, darker: boolean) => `${used}, ${darker ? 'darker' : 'lighter'} for contrast`,
  green: 'Holdfast’s green, until you choose one.',
  book: 'Book',
  link: 'Link',
  on: { light: 'Links on light pages', dark: 'Links on dark pages' },
  contrast: 'Contrast',
};

export const workspaceStandingWords = {
  plan: (name: string) => `${name} plan`,
  trial: (day: string) => `trial until ${day}`,
  due: 'payment is due',
  unpaid: 'unpaid: guests cannot book',
  you: (name: string, role: string) => `You are ${name}, ${role.toLowerCase()}`,
};

export const choiceWords = {
  owner: 'Owner',
  admin: 'Admin',
  manager: 'Manager',
  member: 'Member',
  billing: 'Billing only',
};

export const brandingAvatarWords = { alt: (name: string) => `Avatar of ${name}` };

export const dataWords = {
  title: 'Your data',
  hint: 'Take everything with you, or bring what you have elsewhere. Exports have no passwords and no keys.',
  all: 'Export everything (JSON)',
  busy: (rows: number) => `Reading … ${rows} rows so far`,
  table: { meetings: 'Meetings', guests: 'Guests', event_types: 'Event types', members: 'Members' },
  csv: ' as CSV',
  import: 'Import from Cal.com or Calendly',
  saved: 'The file is in your downloads.',
};
