import { inLanguages } from '../../domain/languages.ts';

/** A person allows or refuses an app. */
export const consentWords = inLanguages(
  {
    title: 'Connect this app?',
    lead: 'An app asks to act for you. Allow it only if you started this in the app just now.',
    none: 'You belong to no workspace in which you can connect an app.',
    makeOne: 'Make a workspace',
    thenAgain: ', then connect the app again.',
    deny: 'Deny',
    allow: 'Allow',
    as: 'You are signed in as',
    other: 'Sign in as somebody else',
    later:
      'Under Settings, Connected apps, you can disconnect the app at any time. Without use its access ends after 90 days.',
    computer: 'The answer goes to a program on your computer',
    computerText: 'We cannot check which one. Allow this only if you just started it in a program on this computer.',
    device: 'The answer goes to an app on your device',
    deviceText:
      'We cannot check which one opens such links. Allow this only if you just started it in an app on this device.',
    appOf: 'App of',
    nobody: 'Nobody vouches for it: it registered itself',
    goesTo: 'Answer goes to',
    callsItself: 'Calls itself',
    noName: 'Nothing that reads like a name',
    unchecked: '(not checked)',
    may: 'What it may do',
    look: 'Look only',
    lookText: 'What you see there: meetings with what guests wrote, event types, availability, teams, members.',
    full: 'Full access',
    fullText:
      'All that you may do there: book, move and cancel meetings, change settings, and whatever else your role allows, such as inviting people and billing.',
    stays:
      'Some of it stays after you disconnect the app: people it invites and the roles it gives, webhooks that send meetings to addresses of its choice, and payment pages until they expire. It makes no keys.',
    actsIn: 'It acts in',
    aloneIn: ' alone.',
    workspace: 'Workspace',
    alone: 'It acts in this one alone.',
  },
  {
    title: 'Diese App verbinden?',
    lead: 'Eine App möchte für Sie handeln. Lassen Sie es nur zu, wenn Sie das gerade in der App begonnen haben.',
    none: 'Sie gehören zu keinem Arbeitsbereich, in dem Sie eine App verbinden können.',
    makeOne: 'Legen Sie einen Arbeitsbereich an',
    thenAgain: ', und verbinden Sie die App dann noch einmal.',
    deny: 'Ablehnen',
    allow: 'Zulassen',
    as: 'Sie sind angemeldet als',
    other: 'Als jemand anderes anmelden',
    later:
      'Unter Einstellungen, Verbundene Apps, können Sie die App jederzeit trennen. Unbenutzt endet ihr Zugang nach 90 Tagen.',
    computer: 'Die Antwort geht an ein Programm auf Ihrem Computer',
    computerText:
      'Wir können nicht prüfen, an welches. Lassen Sie es nur zu, wenn Sie es gerade in einem Programm auf diesem Computer begonnen haben.',
    device: 'Die Antwort geht an eine App auf Ihrem Gerät',
    deviceText:
      'Wir können nicht prüfen, welche solche Links öffnet. Lassen Sie es nur zu, wenn Sie es gerade in einer App auf diesem Gerät begonnen haben.',
    appOf: 'App von',
    nobody: 'Niemand bürgt für sie: Sie hat sich selbst registriert',
    goesTo: 'Antwort geht an',
    callsItself: 'Nennt sich',
    noName: 'Nichts, was wie ein Name klingt',
    unchecked: '(nicht geprüft)',
    may: 'Was sie darf',
    look: 'Nur lesen',
    lookText:
      'Was Sie dort sehen: Termine mit dem, was Gäste schrieben, Terminarten, Verfügbarkeit, Teams, Mitglieder.',
    full: 'Voller Zugang',
    fullText:
      'Alles, was Sie dort dürfen: Termine buchen, verschieben und absagen, Einstellungen ändern, und was Ihre Rolle sonst erlaubt, etwa einladen und Abrechnung.',
    stays:
      'Manches bleibt, wenn Sie die App trennen: Personen, die sie einlädt, und Rollen, die sie vergibt, Webhooks, die Termine an Adressen ihrer Wahl senden, und Zahlungsseiten, bis sie ablaufen. Schlüssel legt sie nicht an.',
    actsIn: 'Sie handelt nur in',
    aloneIn: '.',
    workspace: 'Arbeitsbereich',
    alone: 'Sie handelt nur in diesem.',
  },
);
