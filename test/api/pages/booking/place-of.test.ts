import { expect, it } from 'vitest';
import { placeOf } from '../../../../api/pages/booking/place-of.ts';
import type { MeetingFacts } from '../../../../domain/booking/meeting.ts';
import type { BookingStatus } from '../../../../schemas/shapes/public-calendar.ts';
import type { Locale } from '../../../../web/parts/locale.ts';
import { meetingFacts } from '../../../support/factories/meeting-facts.ts';

const EN: Locale = { language: 'en', tag: 'en-GB' };
const DE: Locale = { language: 'de', tag: 'de-DE' };

const place = (facts: Partial<MeetingFacts>, status: BookingStatus = 'confirmed', locale = EN) =>
  placeOf({ ...meetingFacts({ joinUrl: null, ...facts }), status }, locale);

it('says who sends the join details if the event has none', () => {
  expect(place({})).toEqual({ place: 'Google Meet: your host sends you the link', joinUrl: null });
  expect(place({}, 'rescheduled', DE).place).toBe('Google Meet: den Link erhalten Sie gesondert');
  expect(place({ linkByCalendar: 'coming' })).toEqual({ place: 'Google Meet: the link comes by mail', joinUrl: null });
  expect(place({ linkByCalendar: 'coming' }, 'confirmed', DE).place).toBe('Google Meet: der Link kommt per E-Mail');
  expect(place({ linkByCalendar: 'failed' }).place).toBe('Google Meet: your host sends you the link');
  expect(place({ locationType: 'phone' }).place).toBe('Phone call: your host tells you who calls');
  expect(place({ locationType: 'phone' }, 'confirmed', DE).place).toBe('Telefonat: wer anruft, erfahren Sie gesondert');
});

it('says nothing of it if there is a link or a number, or the meeting is not confirmed', () => {
  const link = 'https://meet.example/abc';
  expect(place({ joinUrl: link })).toEqual({ place: 'Google Meet', joinUrl: link });
  expect(place({ locationType: 'phone', locationDetail: '+49 30 1234' }).place).toBe('Phone call: +49 30 1234');
  const answers = [{ label: 'Your number', display: '+4930123456' }];
  expect(place({ locationType: 'phone', locationDetail: 'Call me', answers }).place).toBe('Phone call: Call me');
  for (const status of ['pending_confirmation', 'canceled'] as const)
    expect(place({}, status).place).toBe('Google Meet');
});

it('tells a guest that the host calls their number, and a further guest nothing of it', () => {
  const answers = [{ label: 'Your number', display: '+4930123456' }];
  const call = { ...meetingFacts({ joinUrl: null, locationType: 'phone', answers }), status: 'confirmed' as const };
  expect(placeOf(call, EN).place).toBe('Phone call: your host calls you at +4930123456');
  expect(placeOf(call, DE).place).toBe('Telefonat: Sie werden unter +4930123456 angerufen');
  expect(placeOf(call, EN, 'furtherGuest').place).toBe('Phone call');
  expect(placeOf({ ...call, status: 'canceled' }, EN).place).toBe('Phone call');
});
