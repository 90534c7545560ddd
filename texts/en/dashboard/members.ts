export const membersSectionWords = {
  hint: 'Who works here, and who is invited.',
  invite: 'Invite',
  title: 'Members',
  what: 'the members',
  invited: (email: string) => `${email} is invited.`,
  isNow: (name: string, role: string) => `${name} is now: ${role.toLowerCase()}.`,
};

export const inviteMemberWords = {
  title: 'Invite a member',
  submit: 'Send invitation',
  email: 'Email',
  hint: 'The invitation ends after 7 days, or when you may no longer give the role.',
};

export const memberListWords = {
  title: 'Members',
  until: (day: string) => `invited, until ${day}`,
  change: 'Change role',
  keep: 'Keep as a member',
  of: (name: string) => `of ${name}`,
  remove: 'Remove',
  you: 'You',
  waiting: 'No access: meetings wait for your decision',
  running: 'Being removed',
  role: (role: string) => role.toLowerCase(),
};

export const removeWords = {
  title: (name: string) => `Remove ${name}?`,
  invitation: 'The link in their mail ends at once.',
  text: 'They lose access at once, with their keys and agents. Their schedules are deleted; their event types go with the meetings, or are switched off.',
  waiting:
    'They owned this workspace before, and can do nothing here any more. Not all of their meetings could go to the new owner: decide what becomes of them.',
  meetings: 'Their upcoming meetings',
  to: (name: string) => `go to ${name}`,
  cancel: 'are canceled; guests are told by mail',
  reason: 'A word to their guests',
  verb: 'Remove',
  running: (name: string) => `${name} has many meetings: removing them goes on by itself.`,
  removed: (name: string) => `${name} is removed.`,
};

export const changeRoleWords = {
  title: (name: string) => `The role of ${name}`,
  submit: 'Change role',
  keep: (name: string) => `Keep ${name} as a member?`,
  keepSubmit: 'Keep as a member',
  keepText:
    'They can sign in here again, with this role. They keep their meetings and event types; their keys stay ended.',
  text: 'It counts at once, for their keys and agents too. Invitations that they may no longer send end.',
};

export const roleChoicesWords = {
  member: 'Member: their own meetings and hours',
  manager: 'Manager: everybody’s meetings, hours and teams',
  admin: 'Admin: everything',
  owner: 'Owner: everything, owners included',
  billing: 'Billing: plans and bills only',
  role: 'Role',
};

export const sendAgainWords = {
  again: 'Send again',
  sending: 'Sending …',
  sent: (email: string) => `${email} gets another invitation. It is good for 7 days.`,
  lately: (email: string) =>
    `${email} got the invitation less than 10 minutes ago. No second mail has left: it may be among their spam.`,
};
