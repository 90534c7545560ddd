import { importNoteNames, importNoteWords } from '../../../../texts/en/dashboard/imports.ts';
import type { Language } from '../../../../texts/languages.ts';
import { translated } from '../../../../texts/translated.ts';

/** A note of the import as the API writes it for agents, and the name of its text for hosts. */
type Note = readonly [pattern: RegExp, text: keyof typeof importNoteWords];

/** Every sentence of domain/event-types/imports and api/handlers/workspaces/imports. A test reads the exports of its fixtures against it. */
const NOTES: readonly Note[] = [
  [/^There is one already; it stays as it is\.$/, 'stays'],
  [/^One call has no time for more\./, 'noTime'],
  [/^The plan has no room for more event types/, 'noRoom'],
  [/^Of an account the first (\d+) event types are read\./, 'firstOnly'],
  [/^It was deleted there\.$/, 'deletedThere'],
  [/^It is switched off there\.$/, 'offThere'],
  [/^Several guests book one time of it/, 'severalGuests'],
  [/^It belongs to a team\./, 'ofTeam'],
  [/^It is a poll/, 'poll'],
  [/^It is for one meeting only/, 'oneMeeting'],
  [/^Only bookings at short notice waited for approval/, 'shortNotice'],
  [/^Its limit of a year/, 'yearLimit'],
  [/^Guests chose one of (\d+) places/, 'firstPlace'],
  [/^Choices had “Other”/, 'otherChoice'],
  [/^Its notice, buffers and limits are not in the export/, 'noBounds'],
  [/^It could be booked (\d+) business days ahead; here (\d+) days\.$/, 'businessDays'],
  [/^It could be booked within fixed dates/, 'fixedDates'],
  [/^Hours from (\S+) to (\S+) end on the next day: there they are kept as (\S+) to (\S+)\.$/, 'pastMidnight'],
  [/^Hours from (\S+) to (\S+) are left out/, 'emptyHours'],
  [/^Hours of some single dates are left out/, 'singleDates'],
  [/^Its hours are not in the export/, 'noHours'],
  [/^Its place was (.+), which makes no links here\. It is a phone call now/, 'nowPhone'],
  [/^Its place was (.+), which makes no links here\. It is (\w+) now: the calendar/, 'nowVideo'],
  [/^Its place was (.+), which makes no links here\. As your newest event type it is \w+ now: (.*)$/s, 'asNewest'],
  [/^It had no place/, 'noPlace'],
  [/^Guests chose the place themselves/, 'guestsPlace'],
  [/^It named no number/, 'noNumber'],
  [/^Guests gave their number with the place/, 'numberWithPlace'],
  [/^A form has at most (\d+) questions: (\d+) more/, 'tooManyQuestions'],
  [/^A question without choices, “(.*)”, is left out\.$/s, 'noChoices'],
  [/^A question without words/, 'noWords'],
  [/^The question “(.*)” was hidden and is left out\.$/s, 'hidden'],
  [/^The question “(.*)” is left out: there is no type (.*) here\.$/s, 'unknownType'],
  [/^Not taken over: (.*) and (\d+) more\.$/s, 'notTakenMore'],
  [/^Not taken over: (.*)\.$/s, 'notTaken'],
  [/^And (\d+) more notes\.$/, 'moreNotes'],
  [/^It cannot be read: /, 'unreadable'],
  [/^It does not fit here: /, 'unfit'],
  [/^Guests get no link: /, 'noLink'],
  [/^Guests are asked for their number on the page/, 'askedNumber'],
];

/** What the import writes in place of a name. */
const NAMES: Readonly<Record<string, keyof typeof importNoteNames>> = {
  google_meet: 'google_meet',
  microsoft_teams: 'microsoft_teams',
  'not set': 'notSet',
  'a link': 'link',
  'the app of the host': 'ownApp',
};

/** Returns a note in a host's words; one that the table lacks stays as the API has it. */
export function noteWords(note: string, language: Language): string {
  for (const [pattern, key] of NOTES) {
    const found = pattern.exec(note);
    if (!found) continue;
    return translated(importNoteWords, language)[key].replace(/\$(\d)/g, (_, at: string) => {
      const named = found[Number(at)] ?? '';
      const name = NAMES[named];
      return name === undefined ? named : translated(importNoteNames, language)[name];
    });
  }
  return note;
}

/** Returns whether the table has a note. */
export const isKnownNote = (note: string): boolean => NOTES.some(([pattern]) => pattern.test(note));
