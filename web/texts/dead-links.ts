import { inLanguages } from '../../domain/languages.ts';

/** Links of mails that do nothing any more: of a new address, of access and agents to stop, of an agent that asks to work here. */
export const deadLinkWords = inLanguages(
  {
    last: 'In your settings you see all keys, agents, apps and passkeys that have a way in, and end each.',
    settings: 'Go to your settings',
    home: 'Go to your meetings',
    unknown: 'This link does not work',
    cutOff: 'It may be cut off: take the whole link from the mail again.',
    cutOffNewest: 'It may be cut off: take the whole link from the newest mail.',
    nothingStopped: 'So nothing was stopped by it.',
    nothingChanged: 'So nothing was changed by it.',
    noRequest: 'It belongs to no request of an agent.',
    yourAgent: 'Is it your agent? Have it sign in again: you get a new mail.',
    tooOld: 'This request is too old',
    tooOldText: 'Requests of agents wait for a day. The agent got nothing.',
    notKnown: 'You do not know it? There is nothing to do.',
    address: {
      ended: {
        title: 'This link is too old',
        text: 'Links work for an hour, and a later one takes the place of an earlier one. Your address is the same as before.',
      },
      taken: {
        title: 'This address has an account already',
        text: 'So your account keeps its own. Choose another address, or sign in with this one and delete its account first.',
      },
      elsewhere: {
        title: 'This link is for another account',
        text: 'You are signed in as somebody else. Sign out, sign in as who asked for the new address, then open the link of the mail again.',
      },
    },
    undo: {
      expired: {
        title: 'This change cannot be taken back any more',
        text: 'The link works for 7 days after a change of address.',
      },
      taken: {
        title: 'This address has another account now',
        text: 'It was made since the change, so the address cannot go back to the first one.',
      },
      takenStep: 'Sign in with this address, delete that account, then open the link again.',
    },
  },
  {
    last: 'In Ihren Einstellungen sehen Sie alle Schlüssel, Agenten, Apps und Passkeys mit Zugang, und beenden sie einzeln.',
    settings: 'Zu Ihren Einstellungen',
    home: 'Zu Ihren Terminen',
    unknown: 'Dieser Link funktioniert nicht',
    cutOff: 'Vielleicht fehlt ein Stück: Nehmen Sie noch einmal den ganzen Link aus der Mail.',
    cutOffNewest: 'Vielleicht fehlt ein Stück: Nehmen Sie den ganzen Link aus der neuesten Mail.',
    nothingStopped: 'Er hat also nichts beendet.',
    nothingChanged: 'Er hat also nichts geändert.',
    noRequest: 'Er gehört zu keiner Anfrage eines Agenten.',
    yourAgent: 'Ist es Ihr Agent? Lassen Sie ihn sich noch einmal anmelden: Sie bekommen eine neue Mail.',
    tooOld: 'Diese Anfrage ist zu alt',
    tooOldText: 'Anfragen von Agenten warten einen Tag. Der Agent hat nichts bekommen.',
    notKnown: 'Sie kennen ihn nicht? Dann ist nichts zu tun.',
    address: {
      ended: {
        title: 'Dieser Link ist zu alt',
        text: 'Links gelten eine Stunde, und ein späterer ersetzt den früheren. Ihre Adresse ist die gleiche wie vorher.',
      },
      taken: {
        title: 'Mit dieser Adresse gibt es schon ein Konto',
        text: 'Ihr Konto behält deshalb seine eigene. Wählen Sie eine andere Adresse, oder melden Sie sich mit dieser an und löschen Sie erst deren Konto.',
      },
      elsewhere: {
        title: 'Dieser Link ist für ein anderes Konto',
        text: 'Sie sind als jemand anderes angemeldet. Melden Sie sich ab und mit dem Konto an, für das die neue Adresse bestellt wurde, und öffnen Sie dann den Link der Mail noch einmal.',
      },
    },
    undo: {
      expired: {
        title: 'Diese Änderung lässt sich nicht mehr zurücknehmen',
        text: 'Der Link gilt 7 Tage nach der Änderung der Adresse.',
      },
      taken: {
        title: 'Mit dieser Adresse gibt es jetzt ein anderes Konto',
        text: 'Es entstand nach der Änderung. Die Adresse kann deshalb nicht zum ersten Konto zurück.',
      },
      takenStep:
        'Melden Sie sich mit dieser Adresse an, löschen Sie jenes Konto, und öffnen Sie dann den Link noch einmal.',
    },
  },
);
