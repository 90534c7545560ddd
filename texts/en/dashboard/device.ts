export const enterCodeWords = {
  notCode: 'That is not a code. It has eight letters, such as BCDF-GHJK.',
  nobody: 'Nobody waits with this code. Compare it with what the terminal shows; codes end after 15 minutes.',
  label: 'Code',
  hint: 'The eight letters that the terminal or the agent shows.',
  eight: 'The code has eight letters, such as BCDF-GHJK.',
  title: 'Connect a device',
  error: 'Error: Connect a device',
  lead: 'A tool or an agent that asked for access shows you a code. Type it here to see who asks.',
  go: 'Continue',
};

export const askDeviceWords = {
  title: 'Give this device access?',
  asks: 'asks for a key. Approve only if you started this, and if it shows the same code:',
  code: 'Code: ',
  deny: 'Deny',
  approve: 'Approve',
  agent: 'Agent',
  silent: 'did not say',
  app: 'App',
  address: 'Address',
  asked: 'Asked',
  until: 'Open until',
  none: 'You belong to no workspace',
  noneText: 'A key is a key to a workspace. Make one on your home page first.',
  workspace: 'Workspace',
  get: 'If you approve, it gets a key to',
  may: (role: string, email: string) =>
    `and may do there what you may do as ${role.toLowerCase()} (${email}). You can revoke the key at any time.`,
};

export const outcomeWords = {
  keys: 'See or revoke your keys',
  home: 'Go to your home page',
  approved: 'Approved',
  approvedText: (asker: string) =>
    `Go back to your terminal: ${asker} gets its key there within seconds. You can close this page.`,
  connected: 'Already connected',
  connectedText: (asker: string) => `${asker} was approved and has fetched its key. There is nothing left to do here.`,
  denied: 'Denied',
  deniedText: (asker: string) => `${asker} gets no key and is notified. You can close this page.`,
  over: 'This code is over',
  overText: 'Codes end after 15 minutes. Start anew on the device, and open the link that it shows then.',
  decided: 'Already decided',
  decidedText:
    'This code was approved or denied before, maybe in another window. Start anew on the device if you need to.',
  see: 'See your keys',
  calendar: 'Connect a calendar',
  calendarText: ', so that guests get only times at which you are free.',
};

export const devicePageWords = {
  noName: 'A program without a name',
  title: 'A device asks for access',
  what: 'who asks',
};
