import type { Language } from '../../../../domain/languages.ts';

/** A note of the import as the API writes it for agents, and in a host's words. `$1` is what the note names. */
type Note = readonly [said: RegExp, en: string, de: string];

/** Every sentence of domain/event-types/imports and api/handlers/workspaces/imports. A test reads the exports of its fixtures against it. */
const NOTES: readonly Note[] = [
  [/^There is one already; it stays as it is\.$/, 'It stays as it is.', 'Sie bleibt, wie sie ist.'],
  [
    /^One call has no time for more\./,
    'There was no time for more: import once more, what was made stays.',
    'Für mehr war keine Zeit: Importieren Sie noch einmal, was angelegt ist, bleibt.',
  ],
  [
    /^The plan has no room for more event types/,
    'Your plan has no room for more event types.',
    'In Ihrem Tarif ist kein Platz für weitere Terminarten.',
  ],
  [
    /^Of an account the first (\d+) event types are read\./,
    'There are more: the first $1 are read. Bring the others as a file.',
    'Es gibt weitere: Gelesen werden die ersten $1. Bringen Sie die anderen als Datei.',
  ],
  [/^It was deleted there\.$/, 'It was deleted there.', 'Sie ist dort gelöscht.'],
  [/^It is switched off there\.$/, 'It is switched off there.', 'Sie ist dort ausgeschaltet.'],
  [
    /^Several guests book one time of it/,
    'Several guests book one time of it; here each time has one guest.',
    'Mehrere Gäste buchen dort dieselbe Zeit; hier hat jede Zeit einen Gast.',
  ],
  [
    /^It belongs to a team\./,
    'It belongs to a team. Make the team under Team, then its event type.',
    'Sie gehört einem Team. Legen Sie das Team unter „Team“ an, dann seine Terminart.',
  ],
  [/^It is a poll/, 'It is a poll, which there is not here.', 'Sie ist eine Umfrage, und die gibt es hier nicht.'],
  [
    /^It is for one meeting only/,
    'It is for one meeting only: a short link does that here.',
    'Sie ist für einen einzigen Termin: Dafür gibt es hier Kurzlinks.',
  ],
  [
    /^Only bookings at short notice waited for approval/,
    'Only bookings at short notice waited for approval; here every one does.',
    'Nur kurzfristige Buchungen warteten auf Zusage; hier wartet jede.',
  ],
  [/^Its limit of a year/, 'Its limit of a year is not taken over.', 'Die Grenze für ein Jahr ist nicht übernommen.'],
  [
    /^Guests chose one of (\d+) places/,
    'Guests chose one of $1 places; here it is the first.',
    'Gäste wählten einen von $1 Orten; hier ist es der erste.',
  ],
  [
    /^Choices had “Other”/,
    'Choices had “Other” with a text of the guest’s own; here they have not.',
    'Auswahlen hatten „Anderes“ mit eigenem Text; hier nicht.',
  ],
  [
    /^Its notice, buffers and limits are not in the export/,
    'Its notice, buffers and limits did not come along: check them.',
    'Vorlauf, Puffer und Grenzen kamen nicht mit: Prüfen Sie sie.',
  ],
  [
    /^It could be booked (\d+) business days ahead; here (\d+) days\.$/,
    'It could be booked $1 business days ahead; here $2 days.',
    'Sie war $1 Werktage im Voraus buchbar; hier $2 Tage.',
  ],
  [
    /^It could be booked within fixed dates/,
    'It could be booked within fixed dates; here 60 days ahead.',
    'Sie war zwischen festen Tagen buchbar; hier 60 Tage im Voraus.',
  ],
  [
    /^Hours from (\S+) to (\S+) end on the next day: there they are kept as (\S+) to (\S+)\.$/,
    'Hours from $1 to $2 end on the next day: there they are kept as $3 to $4.',
    'Zeiten von $1 bis $2 enden am nächsten Tag: Dort stehen sie als $3 bis $4.',
  ],
  [
    /^Hours from (\S+) to (\S+) are left out/,
    'Hours from $1 to $2 are left out: they end as they begin.',
    'Zeiten von $1 bis $2 sind ausgelassen: Sie enden, wenn sie beginnen.',
  ],
  [
    /^Hours of some single dates are left out/,
    'Hours of some single dates are left out: there are too many.',
    'Zeiten einzelner Tage sind ausgelassen: Es sind zu viele.',
  ],
  [
    /^Its hours are not in the export/,
    'Its hours did not come along: it has your first hours.',
    'Ihre Zeiten kamen nicht mit: Sie hat Ihre ersten Zeiten.',
  ],
  [
    /^Its place was (.+), which makes no links here\. It is a phone call now/,
    'It was $1; here it is a phone call. For links, connect a calendar or enter your own under “Place”.',
    'War: $1. Hier ist es ein Telefonat. Für Links verbinden Sie einen Kalender, oder geben Sie unter „Ort“ einen eigenen ein.',
  ],
  [
    /^Its place was (.+), which makes no links here\. It is (\w+) now: the calendar/,
    'It was $1; here it is $2, with a link from your calendar.',
    'War: $1. Hier ist es $2, mit einem Link von Ihrem Kalender.',
  ],
  [
    /^Its place was (.+), which makes no links here\. As your newest event type it is \w+ now: (.*)$/s,
    'It was $1; here it is as your newest event type: $2',
    'War: $1. Hier ist es wie bei Ihrer neuesten Terminart: $2',
  ],
  [
    /^It had no place/,
    'It had no place: say where, under “Place”.',
    'Sie hatte keinen Ort: Nennen Sie ihn unter „Ort“.',
  ],
  [
    /^Guests chose the place themselves/,
    'Guests chose the place themselves; here a question can ask for it.',
    'Gäste wählten den Ort selbst; hier kann eine Frage danach fragen.',
  ],
  [
    /^It named no number/,
    'It named no number: guests are asked for theirs, and you call.',
    'Sie nannte keine Nummer: Gäste werden nach ihrer gefragt, und Sie rufen an.',
  ],
  [
    /^Guests gave their number with the place/,
    'Guests gave their number with the place; here a question asks for it.',
    'Gäste gaben ihre Nummer beim Ort an; hier fragt eine Frage danach.',
  ],
  [
    /^A form has at most (\d+) questions: (\d+) more/,
    'There are at most $1 questions: $2 more are left out.',
    'Es gibt höchstens $1 Fragen: $2 weitere sind ausgelassen.',
  ],
  [
    /^A question without choices, “(.*)”, is left out\.$/s,
    'The question “$1” had no choices and is left out.',
    'Die Frage „$1“ hatte keine Auswahl und ist ausgelassen.',
  ],
  [/^A question without words/, 'A question without words is left out.', 'Eine Frage ohne Text ist ausgelassen.'],
  [
    /^The question “(.*)” was hidden and is left out\.$/s,
    'The question “$1” was hidden and is left out.',
    'Die Frage „$1“ war verborgen und ist ausgelassen.',
  ],
  [
    /^The question “(.*)” is left out: there is no type (.*) here\.$/s,
    'The question “$1” is left out: there are no questions of its kind ($2) here.',
    'Die Frage „$1“ ist ausgelassen: Fragen dieser Art ($2) gibt es hier nicht.',
  ],
  [
    /^Not taken over: (.*) and (\d+) more\.$/s,
    'Settings without a place here: $1, and $2 more.',
    'Einstellungen, die es hier nicht gibt: $1 und $2 weitere.',
  ],
  [/^Not taken over: (.*)\.$/s, 'Settings without a place here: $1.', 'Einstellungen, die es hier nicht gibt: $1.'],
  [/^And (\d+) more notes\.$/, 'And $1 more.', 'Und $1 weitere.'],
  [
    /^It cannot be read: /,
    'It cannot be read: a part of it is missing or of another kind.',
    'Sie lässt sich nicht lesen: Ein Teil fehlt oder ist von anderer Art.',
  ],
  [
    /^It does not fit here: /,
    'It does not fit here: one of its settings is beyond what is allowed.',
    'Sie passt hier nicht: Eine ihrer Einstellungen liegt außerhalb des Erlaubten.',
  ],
  [
    /^Guests get no link: /,
    'Guests get no link yet: connect a calendar, or enter a link.',
    'Gäste bekommen noch keinen Link: Verbinden Sie einen Kalender, oder geben Sie einen Link ein.',
  ],
  [
    /^Guests are asked for their number on the page/,
    'Guests are asked for their number on the page.',
    'Gäste werden auf der Seite nach ihrer Nummer gefragt.',
  ],
];

/** What the import says in place of a name. */
const NAMES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  google_meet: { en: 'Google Meet', de: 'Google Meet' },
  microsoft_teams: { en: 'Microsoft Teams', de: 'Microsoft Teams' },
  'not set': { en: 'not set', de: 'nicht gesetzt' },
  'a link': { en: 'a link', de: 'ein Link' },
  'the app of the host': { en: 'your own app', de: 'Ihre eigene App' },
};

/** A note in a host's words; one that the table lacks stays as the API has it. */
export function noteWords(said: string, language: Language): string {
  for (const [pattern, en, de] of NOTES) {
    const found = pattern.exec(said);
    if (!found) continue;
    return (language === 'de' ? de : en).replace(/\$(\d)/g, (_, at: string) => {
      const name = found[Number(at)] ?? '';
      return NAMES[name]?.[language] ?? name;
    });
  }
  return said;
}

/** Whether the table has it. */
export const isKnownNote = (said: string): boolean => NOTES.some(([pattern]) => pattern.test(said));
