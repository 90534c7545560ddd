import { expect, it } from 'vitest';
import { declinedBy, type EventTarget, eventToWrite } from '../../../domain/calendars/event-content.ts';
import { meetingFacts } from '../../support/factories/meeting-facts.ts';

const target: EventTarget = {
  ...{ provider: 'google', accountId: '1234', wantsLink: true },
  ...{ guestsAsAttendees: false, guestsWait: false, uid: 'one@book.acme.example', mayExist: false },
};
const answers = [{ label: 'Topic', display: 'A secret plan' }];
const guests = ['second@guest.example'];
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad.00000000-0000-0000-0000-000000000001';

it('shows the host who comes and what they answered; a link that the calendar makes is not named twice', () => {
  const event = eventToWrite(meetingFacts({ answers, joinUrl: null }), target);
  expect(event).toMatchObject({ title: 'Intro call with Sam Guest', location: null, attendees: [], wantsLink: true });
  expect(event.description).toContain('Topic: A secret plan');
  const ownLink = { locationDetail: 'https://acme.example/room', joinUrl: 'https://acme.example/room' };
  const other = eventToWrite(meetingFacts(ownLink), { ...target, wantsLink: false });
  expect(other).toMatchObject({ location: ownLink.joinUrl, wantsLink: false });
});

it('names guests as attendees only at Google, by the setting, without the answers of one of them', () => {
  const meeting = meetingFacts({ answers, guests });
  const attend = { ...target, guestsAsAttendees: true };
  const event = eventToWrite(meeting, attend);
  expect(event.attendees.map(({ email }) => email)).toEqual(['sam@guest.example', ...guests]);
  expect(event.description).not.toContain('secret');
  expect(eventToWrite(meeting, { ...attend, guestsWait: true }).attendees).toHaveLength(1);
  // Microsoft would send invites of its own.
  expect(eventToWrite(meeting, { ...attend, provider: 'microsoft' }).attendees).toEqual([]);
});

it('lets Microsoft choose who makes the link for an account of a person', () => {
  const at = (accountId: string) =>
    eventToWrite(meetingFacts(), { ...target, provider: 'microsoft', accountId }).linkProvider;
  expect([at(PERSONAL), at('tenant.object')]).toEqual([null, 'teamsForBusiness']);
});

it('knows of declines of its guests alone', () => {
  const responses = {
    'sam@guest.example': 'declined',
    'friend@of-host.example': 'declined',
    [guests[0] ?? '']: 'accepted',
  };
  expect(declinedBy(responses, { guestEmail: 'Sam@guest.example', guests })).toEqual(['Sam@guest.example']);
});
