const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '');

const FROM = ['from', 'fromDate', 'startAt'];
const TO = ['to', 'toDate', 'endAt'];
const GUEST_EMAIL = ['inviteeEmail', 'invitee.email', 'email'];
const GUEST_NAME = ['invitee.name', 'name'];
const GUEST = ['invitee', 'inviteeEmail'];
const LINK = ['url'];
const QUESTIONS = ['form.fields'];

/** Words of other products by their letters, and the fields that they may mean here, the likelier first; dotted where one is inside another. */
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
  ...['questions', 'customquestions', 'customfields', 'bookingquestions', 'formfields', 'intake'].map(
    (word) => [word, QUESTIONS] as const,
  ),
  ...['answers', 'responses'].map((word) => [word, ['customFields']] as const),
]);

/** Values of other products and of people, by their letters, and ours. */
const MEANT_VALUES: ReadonlyMap<string, string> = new Map([
  ...['online', 'zoom', 'video', 'videocall', 'webex', 'link', 'url', 'custom', 'jitsi'].map(
    (word) => [word, 'custom_link'] as const,
  ),
  ...['teams', 'msteams', 'skype'].map((word) => [word, 'microsoft_teams'] as const),
  ...['meet', 'gmeet', 'hangouts', 'googlehangouts'].map((word) => [word, 'google_meet'] as const),
  ...['call', 'phonecall', 'telephone'].map((word) => [word, 'phone'] as const),
  ...['onsite', 'inpersonmeeting', 'address', 'place', 'physical'].map((word) => [word, 'in_person'] as const),
]);

/** The one of these values that a word of others means; undefined: none. It may look like another one of them ("online" like "phone"). */
export function synonymValue(given: string, values: readonly string[]): string | undefined {
  const meant = MEANT_VALUES.get(lettersOf(given.slice(0, 128)));
  return meant !== undefined && values.includes(meant) ? meant : undefined;
}

/** The fields that a name of another product may mean. */
export const synonymFields = (given: string): readonly string[] => MEANT.get(lettersOf(given.slice(0, 128))) ?? [];
