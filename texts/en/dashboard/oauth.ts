export const grantsPageWords = {
  title: 'Connected apps',
};

export const connectedAppsWords = {
  ended: (name: string) => `${name} is disconnected.`,
  title: 'Connected apps',
  hint: 'Apps such as Claude, ChatGPT or an editor that you let act for you. Disconnect those that you do not need.',
  what: 'your connected apps',
  ask: (name: string) => `Disconnect ${name}?`,
  verb: 'Disconnect',
  text: 'It ends at once and for good, with open invitations made by it. What else it did stays: members it invited, webhooks, meetings.',
  none: 'You have connected no app.',
  read: 'May read, and change nothing.',
  full: 'May do what you may do there.',
  over: 'Ended',
  self: 'Registered itself',
  went: 'answers went to',
  in: 'In',
  since: (day: string) => `since ${day}`,
  never: 'never used',
  used: (at: string) => `last used ${at}`,
  endedAt: (at: string) => `ended ${at}`,
  reused: (at: string, from: string) => `Its token was used twice on ${at}${from === '' ? '' : `, from ${from}`}.`,
  reusedHint: 'Apps do this when an answer is lost. If you don’t recognize this network, disconnect the app.',
  and: ' and ',
};
