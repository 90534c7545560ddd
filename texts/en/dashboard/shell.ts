export const shellWords = {
  what: 'your workspaces',
  none: 'You belong to no workspace',
  noneLead: 'Make one in the account menu above, or ask the owner of a workspace to invite you.',
};

export const notFoundWords = {
  title: 'There is nothing here',
  lead: 'The address is wrong, or what it named is gone.',
  go: 'Go to your meetings',
};

export const appBarWords = {
  make: 'New workspace',
  workspace: 'Workspace',
  account: 'Account',
  as: 'Signed in as',
  out: 'Sign out',
};
