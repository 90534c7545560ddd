import type { MeetingFacts } from '../../../domain/booking/meeting.ts';
import type { MailService } from '../../../domain/mail/mail.ts';

export const SERVICE: MailService = {
  name: 'Holdfast',
  fromEmail: 'mail@holdfast.example',
  publicUrl: 'https://book.holdfast.example',
};

export const MANAGE_URL = 'https://book.holdfast.example/manage/Zk3vQ0pYt7Wn2LxBc9RdHs4MgJf8UeKaPi6OyTq1VbE';

/** A confirmed meeting, Tuesday 1 December 2026, 14:00 UTC; tests change the facts that they are about. */
export function meetingFacts(facts: Partial<MeetingFacts> = {}): MeetingFacts {
  return {
    bookingId: '01949d3e-0000-7000-8000-000000000001',
    workspaceId: null,
    workspaceName: 'Acme',
    eventName: 'Intro call',
    hostName: 'Ada Lovelace',
    hostEmail: 'ada@acme.example',
    hostTimezone: 'Europe/Berlin',
    hostLanguage: 'en',
    otherHosts: [],
    guestName: 'Sam Guest',
    guestEmail: 'sam@guest.example',
    guestTimezone: 'America/New_York',
    language: 'en',
    guests: [],
    agentEmail: null,
    startMs: Date.UTC(2026, 11, 1, 14, 0),
    endMs: Date.UTC(2026, 11, 1, 14, 30),
    locationType: 'google_meet',
    locationDetail: null,
    joinUrl: 'https://meet.example/abc-defg-hij',
    sequence: 0,
    answers: [],
    ...facts,
  };
}
