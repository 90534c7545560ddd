const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '');

const FROM = ['from', 'fromDate', 'startAt'];
const TO = ['to', 'toDate', 'endAt'];
const GUEST_EMAIL = ['inviteeEmail', 'invitee.email', 'email'];
const GUEST_NAME = ['invitee.name', 'name'];
const GUEST = ['invitee', 'inviteeEmail'];
const LINK = ['url'];
const QUESTIONS = ['form.fields'];

/** Words of other products by their letters, and which fields of ours may be meant, the likelier first; dotted where one lies in another. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['after', 'since', 'from', 'startdate', 'begin', 'when'].map((word) => [word, FROM] as const),
  ...['before', 'until', 'till', 'to', 'enddate', 'end'].map((word) => [word, TO] as const),
  ...['guest', 'attendee', 'customer', 'client', 'contact'].flatMap((word) => [
    [word, GUEST] as const,
    [`${word}email`, GUEST_EMAIL] as const,
    [`${word}name`, GUEST_NAME] as const,
  ]),
  ...['email', 'inviteeemail'].map((word) => [word, GUEST_EMAIL] as const),
  ...['attendees', 'invitees', 'participants'].map((word) => [word, ['guests']] as const),
  ...['link', 'href', 'calendarurl', 'bookingurl', 'calendarlink', 'bookinglink'].map((word) => [word, LINK] as const),
  ...['questions', 'customquestions', 'bookingquestions', 'formfields', 'intake'].map(
    (word) => [word, QUESTIONS] as const,
  ),
  ...['answers', 'responses'].map((word) => [word, ['customFields']] as const),
]);

/** The fields that a name of another product may mean. */
export const meantByOthers = (given: string): readonly string[] => MEANT.get(lettersOf(given.slice(0, 128))) ?? [];
