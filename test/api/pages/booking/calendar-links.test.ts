import { expect, it } from 'vitest';
import { calendarLinks } from '../../../../api/pages/booking/calendar-links.ts';
import type { MeetingFacts } from '../../../../domain/booking/meeting.ts';
import type { Language } from '../../../../texts/languages.ts';
import { meetingFacts } from '../../../support/factories/meeting-facts.ts';

const GRACE = { name: 'Grace Hopper', email: 'grace@acme.example', timezone: 'UTC', language: 'en' } as const;

/** What each calendar would write down: title, notes, place. */
function entries(language: Language, facts: Partial<MeetingFacts>) {
  const { googleHref, outlookHref, officeHref } = calendarLinks(meetingFacts(facts), { language });
  const read = (href: string, ...names: string[]) => names.map((name) => new URL(href).searchParams.get(name));
  return [
    read(googleHref, 'text', 'details', 'location'),
    ...[outlookHref, officeHref].map((href) => read(href, 'subject', 'body', 'location')),
  ];
}

const thrice = (...entry: string[]) => [entry, entry, entry];

it('speak the language of the page that shows them, whatever the meeting was booked in', () => {
  const room = { joinUrl: null, locationType: 'in_person', otherHosts: [GRACE] } as const;
  const [move, verschieben] = [
    'To move or cancel, use the link in the confirmation mail.',
    'Zum Verschieben oder Absagen nehmen Sie den Link in der Bestätigung.',
  ];
  expect(entries('en', { ...room, language: 'de' })).toEqual(
    thrice('Intro call with Ada Lovelace and Grace Hopper', move, 'In person'),
  );
  expect(entries('de', room)).toEqual(thrice('Intro call mit Ada Lovelace und Grace Hopper', verschieben, 'Vor Ort'));
  const link = 'https://meet.example/abc-defg-hij';
  expect(entries('en', {})).toEqual(thrice('Intro call with Ada Lovelace', `Join: ${link}\n${move}`, link));
  expect(entries('de', {})).toEqual(thrice('Intro call mit Ada Lovelace', `Teilnehmen: ${link}\n${verschieben}`, link));
});
