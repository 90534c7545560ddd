import { inLanguages } from '../../domain/languages.ts';

/** Form fields: hints and problems. The server and the browser use the same texts. */
export const questionWords = inLanguages(
  {
    optional: 'optional',
    error: 'Error: ',
    attention: (things: number): string =>
      things === 1 ? 'One thing needs your attention' : 'A few things need your attention',
    yes: 'Yes',
    no: 'No',
    choose: 'Choose one',
    country: 'Country',
    guestNumber: 'Your phone number',
    guestNumberHint: 'Your host calls you on it.',
    numberRange: (from: string | null, to: string | null) => {
      if (from !== null && to !== null) return `A number from ${from} to ${to}.`;
      return from === null ? `A number up to ${to}.` : `A number from ${from}.`;
    },
    choiceRange: (from: number | null, to: number | null) => {
      if (from !== null && to !== null) return from === to ? `Choose ${from}.` : `Choose ${from} to ${to}.`;
      return from === null ? `Choose at most ${to}.` : `Choose at least ${from}.`;
    },
    onlyIf: (conditions: string) => `Only if ${conditions}.`,
    quoted: (text: string) => `“${text}”`,
    is: (question: string, answer: string) => `${question} is ${answer}`,
    isNot: (question: string, answer: string) => `${question} is not ${answer}`,
    and: ' and ',
    or: ' or ',
    missing: (question: string) => `Please answer: ${question}`,
    unchosen: (question: string) => `Choose an answer: ${question}`,
    email: 'Enter an email address, such as you@example.com.',
    phone: 'This is no phone number. Choose its country, or begin with +, such as +49\u00a030\u00a0123456.',
    number: 'Enter a number, in digits.',
    date: 'Enter a date that exists.',
    url: 'Enter a full web address, such as https://example.com.',
    oneOf: 'Choose one of the answers.',
    someOf: 'Choose among the answers.',
    yesOrNo: 'Choose yes or no.',
    tooLong: (most: string, has: string) => `At most ${most} characters fit here; this has ${has}.`,
    plainLine: 'Use one line of plain text.',
    plainText: 'Use plain text.',
    changed: 'The questions have changed meanwhile. Please look through them again.',
  },
  {
    optional: 'optional',
    error: 'Fehler: ',
    attention: (things: number): string =>
      things === 1 ? 'Bitte sehen Sie eine Stelle an' : 'Bitte sehen Sie einige Stellen an',
    yes: 'Ja',
    no: 'Nein',
    choose: 'Bitte wählen',
    country: 'Land',
    guestNumber: 'Ihre Telefonnummer',
    guestNumberHint: 'Unter dieser Nummer werden Sie angerufen.',
    numberRange: (from: string | null, to: string | null) => {
      if (from !== null && to !== null) return `Eine Zahl von ${from} bis ${to}.`;
      return from === null ? `Eine Zahl bis ${to}.` : `Eine Zahl ab ${from}.`;
    },
    choiceRange: (from: number | null, to: number | null) => {
      if (from !== null && to !== null) return from === to ? `Wählen Sie ${from}.` : `Wählen Sie ${from} bis ${to}.`;
      return from === null ? `Wählen Sie höchstens ${to}.` : `Wählen Sie mindestens ${from}.`;
    },
    onlyIf: (conditions: string) => `Nur wenn ${conditions}.`,
    quoted: (text: string) => `„${text}“`,
    is: (question: string, answer: string) => `${question} mit ${answer} beantwortet ist`,
    isNot: (question: string, answer: string) => `${question} nicht mit ${answer} beantwortet ist`,
    and: ' und ',
    or: ' oder ',
    missing: (question: string) => `Bitte füllen Sie aus: ${question}`,
    unchosen: (question: string) => `Bitte wählen Sie eine Antwort: ${question}`,
    email: 'Geben Sie eine E-Mail-Adresse an, zum Beispiel sie@example.com.',
    phone:
      'Das ist keine Telefonnummer. Wählen Sie das Land, oder beginnen Sie mit +, zum Beispiel +49\u00a030\u00a0123456.',
    number: 'Geben Sie eine Zahl in Ziffern an.',
    date: 'Geben Sie ein Datum an, das es gibt.',
    url: 'Geben Sie eine vollständige Webadresse an, zum Beispiel https://example.com.',
    oneOf: 'Wählen Sie eine der Antworten.',
    someOf: 'Wählen Sie unter den Antworten.',
    yesOrNo: 'Wählen Sie Ja oder Nein.',
    tooLong: (most: string, has: string) => `Hier passen höchstens ${most} Zeichen hinein; es sind ${has}.`,
    plainLine: 'Bitte nur eine Zeile mit einfachem Text.',
    plainText: 'Bitte nur einfachen Text.',
    changed: 'Die Fragen haben sich inzwischen geändert. Bitte sehen Sie sie noch einmal durch.',
  },
);
