export const keptWebhooksWords = {
  title: (count: number) => (count === 1 ? '1 webhook is still on' : `${count} webhooks are still on`),
  text: 'Set with the access that just ended, and still sending what happens here, with guests’ names and answers, to:',
  more: (count: number) => `and ${count} more`,
  off: (count: number): string => (count === 1 ? 'Switch it off, too' : 'Switch these webhooks off, too'),
  leave: 'Leave on',
};

export const createKeyWords = {
  forever: 'until it is revoked',
  days7: '7 days',
  days30: '30 days',
  days90: '90 days',
  year: 'a year',
  secretHint: 'Send it as Authorization: Bearer, or set HOLDFAST_API_KEY for the command line tool.',
  yours: 'Your new key',
  title: 'New key',
  submit: 'Create key',
  name: 'Name',
  nameHint: 'Who or what will use it.',
  may: 'What it may do',
  manage: 'Manage billing',
  all: 'All that you may do',
  read: 'Read only',
  billing: 'Billing only',
  mode: 'Mode',
  live: 'Live',
  test: 'Test: mail is kept, not sent; times are really taken',
  works: 'It works',
};

export const createSeatWords = {
  secretHint: 'Give it to the agent alone: anyone who has this key acts as this seat.',
  keyOf: (name: string) => `The key of ${name}`,
  title: 'New agent seat',
  submit: 'Create seat',
  name: 'Name',
  hint: 'What it does is logged under this name.',
  may: 'What it may do',
  all: 'All that you may do',
  read: 'Read only',
  email: 'The agent’s own email',
};

export const seatListWords = {
  hidden: 'Your role sees billing; seats are for owners and members.',
  taken: (active: number, cap: number) => `${active} of ${cap}`,
  takenEnd: 'taken.',
  full: 'Revoke one, or choose a larger plan, to add another.',
  admins: 'Owners and admins manage them.',
  seats: 'Agent seats',
  revoke: 'Revoke',
  ofSeat: (name: string) => `the seat of ${name}`,
  over: (count: number) => `Revoked (${count})`,
  nothing: 'May do nothing now',
  actsAs: (role: string) => `Acts as ${role.toLowerCase()}`,
  reads: 'Reads only',
  billing: 'Billing only',
  never: 'Never used',
  made: (day: string) => `made ${day}`,
  used: (at: string) => `last used ${at}`,
  revoked: (day: string) => `revoked ${day}`,
  ends: (at: string) => `ends ${at}`,
};

export const keysSectionWords = {
  hint: 'What you made here, and what the tools and agents got that you approved.',
  revoked: (name: string) => `${name} is revoked.`,
  add: 'New key',
  title: 'Keys and connected devices',
  what: 'your keys',
  ask: (name: string) => `Revoke ${name}?`,
  verb: 'Revoke key',
  stops: (key: string) =>
    `Whatever uses the key ${key} stops working at once. Seats and open invitations made with it end too, and upcoming bookings of a test key are canceled. This cannot be undone.`,
};

export const accessPageWords = {
  title: 'Keys and seats',
  lead: (name: string) => `Programs and agents that act in ${name}.`,
};

export const seatsSectionWords = {
  hint: 'A free seat gives an agent a name and a key of its own; what it does is logged under that name.',
  revoked: (name: string) => `The seat of ${name} is revoked.`,
  plans: 'Plans with more seats',
  add: 'New seat',
  title: 'Agent seats',
  what: 'the agent seats',
  ask: (name: string) => `Revoke the seat of ${name}?`,
  verb: 'Revoke seat',
  text: 'The agent loses its key at once, and the seat is free for another. Seats and open invitations made with that key end too. This cannot be undone.',
};

export const keyListWords = {
  acts: 'acts as its creator',
  reads: 'reads',
  billing: 'manages billing',
  none: 'No keys yet.',
  run: 'Run',
  ask: 'in a terminal, let an agent ask for one, or',
  make: 'make a key here',
  working: 'Working keys',
  revoke: 'Revoke',
  over: (count: number) => `Revoked and expired (${count})`,
  app: 'Connected app',
  test: 'Test',
  never: 'Never used',
  made: (day: string) => `made ${day}`,
  used: (at: string) => `last used ${at}`,
  revoked: (day: string) => `revoked ${day}`,
  expired: (day: string) => `expired ${day}`,
  until: (day: string) => `until ${day}`,
};
