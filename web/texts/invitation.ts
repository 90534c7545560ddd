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
    roles: {
      owner: 'Owner: everything, who else owns it included',
      admin: 'Admin: everything',
      manager: 'Manager: everybody’s meetings, event types, hours and teams',
      member: 'Member: your own meetings, event types and hours',
      billing_only: 'Billing: plans and bills, no meetings',
    },
    dead: {
      unknown: { title: 'This link does not work', text: 'It may be cut off. Take it from the newest mail.' },
      accepted: {
        title: 'This invitation was used already',
        text: 'Ask whoever invited you for another one.',
      },
      revoked: {
        title: 'This invitation was taken back',
        text: 'Ask whoever invited you for another one.',
      },
      void: {
        title: 'This invitation does not hold now',
        text: 'The person who sent it left the workspace, or may not give this role: not any more, or not in the week after they changed their address. Ask an owner or admin for another one.',
      },
      expired: {
        title: 'This invitation is too old',
        text: 'Invitations work for 7 days. Ask whoever invited you for another one.',
      },
    },
    elsewhere: {
      title: 'This invitation is for another address',
      text: 'You are signed in as somebody else. Sign out, then open the link of the mail again.',
    },
    noRoom: {
      title: 'You can not join right now',
      full: 'The plan of this workspace has no room for another member. Ask whoever invited you to make room; the invitation stays open.',
      deleted: 'The workspace is deleted. Until an owner restores it, nobody can join.',
    },
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
    roles: {
      owner: 'Inhaber: alles, auch wer sonst Inhaber ist',
      admin: 'Admin: alles',
      manager: 'Manager: Termine, Terminarten, Zeiten und Teams von allen',
      member: 'Mitglied: Ihre eigenen Termine, Terminarten und Zeiten',
      billing_only: 'Abrechnung: Tarife und Rechnungen, keine Termine',
    },
    dead: {
      unknown: {
        title: 'Dieser Link funktioniert nicht',
        text: 'Vielleicht fehlt ein Stück. Nehmen Sie ihn aus der neuesten Mail.',
      },
      accepted: {
        title: 'Diese Einladung wurde schon benutzt',
        text: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
      },
      revoked: {
        title: 'Diese Einladung wurde zurückgezogen',
        text: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
      },
      void: {
        title: 'Diese Einladung gilt jetzt nicht',
        text: 'Wer sie schickte, ist nicht mehr im Arbeitsbereich oder darf diese Rolle nicht geben: nicht mehr, oder nicht in der Woche nach einer Änderung der eigenen Adresse. Bitten Sie einen Inhaber oder Admin um eine neue.',
      },
      expired: {
        title: 'Diese Einladung ist zu alt',
        text: 'Einladungen gelten 7 Tage. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
      },
    },
    elsewhere: {
      title: 'Diese Einladung ist für eine andere Adresse',
      text: 'Sie sind als jemand anderes angemeldet. Melden Sie sich ab, und öffnen Sie dann den Link der Mail noch einmal.',
    },
    noRoom: {
      title: 'Sie können gerade nicht beitreten',
      full: 'Der Tarif dieses Arbeitsbereichs hat keinen Platz für ein weiteres Mitglied. Bitten Sie die Person, die Sie eingeladen hat, Platz zu schaffen; die Einladung bleibt offen.',
      deleted: 'Der Arbeitsbereich ist gelöscht. Solange kein Inhaber ihn wiederherstellt, kann niemand beitreten.',
    },
  },
);
