import { inLanguages } from '../../../domain/languages.ts';

/** A person's account: another address, and its end. */
export const accountTexts = inLanguages(
  {
    taken: {
      subject: (service: string) => `You have an account at ${service} already`,
      preview: 'Somebody wanted to move another account to this address.',
      heading: 'This address has an account already',
      lead: (service: string) =>
        `Somebody asked to move an account at ${service} to this address. It has an account of its own, so nothing was changed.`,
      wasYou: 'It was you? Sign in with this address and delete its account first, or choose another address.',
      action: 'Sign in with this address',
    },
    link: {
      subject: (service: string) => `Confirm your new address at ${service}`,
      preview: (minutes: number) => `Works for ${minutes} minutes, where you are signed in.`,
      heading: 'Is this your new address?',
      lead: 'Open this link in the browser where you are signed in, and confirm there.',
      action: 'Use this address',
      limits: (minutes: number) => `The link works for ${minutes} minutes. Keep it private.`,
    },
    notAsked: (service: string) =>
      `You did not ask for this? You do not need to do anything: this mail alone changes nothing. Sent by ${service}.`,
    changed: {
      subject: (service: string) => `Your address at ${service} was changed`,
      preview: (email: string) => `It is ${email} now.`,
      heading: 'Your address was changed',
      lead: 'You sign in with the new address from now on, and all mails go there. Other browsers were signed out.',
      old: 'Old address',
      new: 'New address',
      when: 'Changed',
      back: (days: number) =>
        `It was not you? Take it back within ${days} days: your account has this address again, and everything ends that has got a way in since.`,
      action: 'See it, and take it back',
      footer: (service: string) => `${service} sends this to the old address of every account that changes it.`,
    },
    deleted: {
      subject: (service: string) => `Your account at ${service} is deleted`,
      preview: 'Your sessions, keys, passkeys and calendars ended with it.',
      heading: 'Your account is deleted',
      when: 'Deleted',
      effect:
        'All your sessions, keys, passkeys, connected apps and calendars ended with it. Your upcoming meetings are canceled, and their guests are told. Past meetings stay with the workspaces, without your name and address.',
      notYou:
        'It was not you? Then somebody was signed in as you. The account cannot be brought back; tell the owners of your workspaces. You can begin anew with this address.',
      action: 'Begin anew',
      footer: (service: string) => `This is the last mail about this account. Sent by ${service}.`,
    },
  },
  {
    taken: {
      subject: (service: string) => `Sie haben bereits ein Konto bei ${service}`,
      preview: 'Jemand wollte ein anderes Konto auf diese Adresse umstellen.',
      heading: 'Zu dieser Adresse gibt es bereits ein Konto',
      lead: (service: string) =>
        `Jemand wollte ein Konto bei ${service} auf diese Adresse umstellen. Sie hat ein eigenes Konto, deshalb wurde nichts geändert.`,
      wasYou:
        'Das waren Sie? Melden Sie sich mit dieser Adresse an und löschen Sie zuerst deren Konto, oder wählen Sie eine andere Adresse.',
      action: 'Mit dieser Adresse anmelden',
    },
    link: {
      subject: (service: string) => `Bestätigen Sie Ihre neue Adresse bei ${service}`,
      preview: (minutes: number) => `Gilt ${minutes} Minuten lang, wo Sie angemeldet sind.`,
      heading: 'Ist das Ihre neue Adresse?',
      lead: 'Öffnen Sie diesen Link in dem Browser, in dem Sie angemeldet sind, und bestätigen Sie dort.',
      action: 'Diese Adresse benutzen',
      limits: (minutes: number) => `Der Link gilt ${minutes} Minuten lang. Geben Sie ihn nicht weiter.`,
    },
    notAsked: (service: string) =>
      `Sie haben das nicht angefordert? Dann müssen Sie nichts tun: Diese E-Mail allein ändert nichts. Gesendet von ${service}.`,
    changed: {
      subject: (service: string) => `Ihre Adresse bei ${service} wurde geändert`,
      preview: (email: string) => `Sie ist jetzt ${email}.`,
      heading: 'Ihre Adresse wurde geändert',
      lead: 'Ab jetzt melden Sie sich mit der neuen Adresse an, und alle E-Mails gehen dorthin. Andere Browser wurden abgemeldet.',
      old: 'Alte Adresse',
      new: 'Neue Adresse',
      when: 'Geändert',
      back: (days: number) =>
        `Das waren nicht Sie? Nehmen Sie die Änderung binnen ${days} Tagen zurück: Ihr Konto hat dann wieder diese Adresse, und alles endet, was seitdem Zugang bekommen hat.`,
      action: 'Ansehen und zurücknehmen',
      footer: (service: string) => `${service} sendet dies an die alte Adresse jedes Kontos, das sie ändert.`,
    },
    deleted: {
      subject: (service: string) => `Ihr Konto bei ${service} ist gelöscht`,
      preview: 'Ihre Sitzungen, Schlüssel, Passkeys und Kalender haben damit geendet.',
      heading: 'Ihr Konto ist gelöscht',
      when: 'Gelöscht',
      effect:
        'Alle Ihre Sitzungen, Schlüssel, Passkeys, verbundenen Apps und Kalender haben damit geendet. Ihre kommenden Termine sind abgesagt, und deren Gäste werden benachrichtigt. Vergangene Termine bleiben bei den Arbeitsbereichen, ohne Ihren Namen und Ihre Adresse.',
      notYou:
        'Das waren nicht Sie? Dann war jemand als Sie angemeldet. Das Konto lässt sich nicht wiederherstellen; informieren Sie die Inhaber Ihrer Arbeitsbereiche. Sie können mit dieser Adresse neu beginnen.',
      action: 'Neu beginnen',
      footer: (service: string) => `Dies ist die letzte E-Mail zu diesem Konto. Gesendet von ${service}.`,
    },
  },
);
