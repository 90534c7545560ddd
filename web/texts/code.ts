import { inLanguages } from '../../domain/languages.ts';

/** The step that asks for the six digits from the mail. */
export const codeWords = inLanguages(
  {
    title: 'Check your email',
    heading: 'Check your email',
    newCodeNeeded: 'You need a new code',
    changeDetails: 'Change details',
    sentTo: 'Enter the six digits that we sent to {email}.',
    worksUntil: (until: string) => `They work until ${until}.`,
    canSendTo: 'We can send another to {email}.',
    local: 'This is a local stack: {link}.',
    localLink: 'read the mail in the local mailbox',
    label: 'Six-digit code',
    book: 'Book this time',
    ask: 'Request this time',
    checking: 'Checking …',
    slow: 'This takes longer than usual. You can send the code once more: nothing is booked twice.',
    noMail: 'No mail after a minute? Look in the spam folder.',
    sendNew: 'Send a new code',
    sendNewIn: (seconds: string) => `Send a new code (in ${seconds} s)`,
    sendNewReady: 'You can ask for a new code now.',
    sending: 'Sending …',
    sent: 'A new code is on its way',
    sentHint: 'Only the newest code works.',
    tooSoon: 'The code is on its way already',
    tooSoonHint: (seconds: number) =>
      seconds <= 0
        ? 'Use the code from the newest mail.'
        : `Use the code from the newest mail. You can ask for another in ${seconds} seconds.`,
    malformed: 'Enter the six digits from the mail.',
    wrong: 'That is not the code we mailed you.',
    triesLeft: (tries: number) => (tries === 1 ? 'One try is left.' : `${tries} tries are left.`),
    dead: {
      code_expired: { title: 'That code is too old', text: 'Codes work for ten minutes.' },
      code_burned: { title: 'Too many wrong codes', text: 'That code can’t be used any more.' },
      code_used: {
        title: 'That code has been used already',
        text: 'If you have a confirmation mail, your meeting is booked.',
      },
      unknown_challenge: { title: 'That code can’t be used any more', text: 'The request for it no longer exists.' },
    },
    pickTime: 'Pick a time',
  },
  {
    title: 'Sehen Sie in Ihr Postfach',
    heading: 'Sehen Sie in Ihr Postfach',
    newCodeNeeded: 'Sie brauchen einen neuen Code',
    changeDetails: 'Angaben ändern',
    sentTo: 'Geben Sie die sechs Ziffern ein, die an {email} unterwegs sind.',
    worksUntil: (until: string) => `Sie gelten bis ${until}.`,
    canSendTo: 'Wir können einen neuen an {email} schicken.',
    local: 'Dies ist eine lokale Umgebung: {link}.',
    localLink: 'die E-Mail im lokalen Postfach lesen',
    label: 'Sechsstelliger Code',
    book: 'Diesen Termin buchen',
    ask: 'Diesen Termin anfragen',
    checking: 'Wird geprüft …',
    slow: 'Das dauert länger als sonst. Sie können den Code noch einmal abschicken: nichts wird doppelt gebucht.',
    noMail: 'Nach einer Minute keine E-Mail? Sehen Sie im Spam-Ordner nach.',
    sendNew: 'Neuen Code schicken',
    sendNewIn: (seconds: string) => `Neuen Code schicken (in ${seconds} s)`,
    sendNewReady: 'Sie können jetzt einen neuen Code anfordern.',
    sending: 'Wird verschickt …',
    sent: 'Ein neuer Code ist unterwegs',
    sentHint: 'Nur der neueste Code gilt.',
    tooSoon: 'Der Code ist schon unterwegs',
    tooSoonHint: (seconds: number) =>
      seconds <= 0
        ? 'Es gilt der Code aus der neuesten E-Mail.'
        : `Es gilt der Code aus der neuesten E-Mail. In ${seconds} Sekunden können Sie einen weiteren anfordern.`,
    malformed: 'Geben Sie die sechs Ziffern aus der E-Mail ein.',
    wrong: 'Das ist nicht der Code aus unserer E-Mail.',
    triesLeft: (tries: number) => (tries === 1 ? 'Sie haben noch einen Versuch.' : `Sie haben noch ${tries} Versuche.`),
    dead: {
      code_expired: { title: 'Dieser Code ist zu alt', text: 'Codes gelten zehn Minuten lang.' },
      code_burned: { title: 'Zu viele falsche Codes', text: 'Dieser Code gilt nicht mehr.' },
      code_used: {
        title: 'Dieser Code wurde schon benutzt',
        text: 'Wenn Sie eine Bestätigung per E-Mail haben, ist Ihr Termin gebucht.',
      },
      unknown_challenge: { title: 'Dieser Code gilt nicht mehr', text: 'Die Anfrage dazu gibt es nicht mehr.' },
    },
    pickTime: 'Zeit wählen',
  },
);
