import { inLanguages } from '../../domain/languages.ts';

/** An invitation to a workspace. */
export const invitationWords = inLanguages(
  {
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
  },
  {
    youAreIn: (workspace: string) => `Sie sind in ${workspace}`,
    join: (workspace: string) => `${workspace} beitreten`,
    invites: (name: string | null) => `${name ?? 'Jemand'} lädt Sie zur Zusammenarbeit ein.`,
    workspace: 'Arbeitsbereich',
    by: 'Eingeladen von',
    are: 'Sie sind',
    would: 'Sie wären',
    for: 'Einladung für',
    wrong: 'Sie sind als jemand anderes angemeldet',
    wrongText: (as: string, email: string) =>
      `Sie sind hier ${as}, und diese Einladung ist für ${email}. Melden Sie sich ab, und öffnen Sie dann den Link der Mail noch einmal.`,
    signIn: 'Anmelden und annehmen',
    signInAs: 'Melden Sie sich an als',
    newHere: 'Neu hier? Wir legen Ihr Konto an und führen Sie zu dieser Seite zurück.',
    accept: (workspace: string) => `Annehmen und ${workspace} beitreten`,
    notYou: 'Nicht für Sie? Schließen Sie diese Seite; nichts geschieht.',
    out: 'Abmelden',
    home: 'Zu Ihren Terminen',
  },
);
