import { describe, expect, it } from 'vitest';
import { type Audience, announcementMails } from '../../../activities/booking/announcements.ts';
import type { MeetingFacts } from '../../../domain/booking/meeting.ts';
import type { HostEventState } from '../../../domain/calendars/event-work.ts';
import type { LocationType } from '../../../schemas/shapes/public-calendar.ts';
import type { Change, ChangeKind } from '../../../store/booking/booking-changes.ts';
import type { Meeting } from '../../../store/meetings/meetings.ts';
import { testSecrets } from '../../support/drivers/guest.ts';
import { meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { NOW_MS } from '../../support/factories/sample-mails.ts';

const LINKS = { appUrl: 'https://app.holdfast.example', publicUrl: SERVICE.publicUrl };
const FORMER = { name: 'Grace Hopper', email: 'grace@acme.example', timezone: 'UTC', language: 'en' } as const;

const PLACES: readonly (readonly [LocationType, string])[] = [
  ['in_person', 'Chestnut Street 7, 2nd floor'],
  ['phone', '+49 30 5550123'],
];

/** Before any approval, a guest hears of these. */
const OF_A_REQUEST: readonly ChangeKind[] = [
  'requested',
  'rescheduled',
  'declined',
  'expired',
  'canceled',
  'host_changed',
];

function meetingOf(facts: Partial<MeetingFacts>, wantsPack = true): Meeting {
  return {
    ...meetingFacts(facts),
    status: 'pending_confirmation',
    workspaceSlug: 'acme',
    username: 'ada',
    calendarUsername: 'ada',
    calendarTimezone: 'Europe/Berlin',
    eventTypeId: 'event-1',
    eventSlug: 'intro-30',
    durationMinutes: 30,
    decideByMs: null,
    testMode: false,
    guestProved: true,
    guestsWait: false,
    decideSubject: 'subject',
    moveNeedsApproval: false,
    wantsPack,
  };
}

function mailsOf(
  kind: ChangeKind,
  pending: boolean,
  locationType: LocationType,
  locationDetail: string,
  wantsPack = true,
) {
  const meeting = meetingOf({ locationType, locationDetail, joinUrl: null }, wantsPack);
  const { startMs, endMs } = meeting;
  const moved = kind === 'rescheduled' ? startMs - 86_400_000 : null;
  const change: Change = { revision: 2, kind, actor: 'guest', startMs, endMs, previousStartMs: moved, reason: null };
  const facts = { meeting, change, pending, invited: !pending, nowMs: NOW_MS, formerHost: FORMER, newHost: null };
  const mails = announcementMails(SERVICE, LINKS, testSecrets, facts);
  const to = (address: string) => mails.filter((mail) => mail.to === address).map((mail) => JSON.stringify(mail));
  return { guest: to(meeting.guestEmail), host: to(meeting.hostEmail) };
}

describe.each(PLACES)('the place of a meeting %s, which its host wrote', (locationType, detail) => {
  it.each(OF_A_REQUEST)('is in no mail to the guest of a request: %s', (kind) => {
    const { guest, host } = mailsOf(kind, true, locationType, detail);
    expect(guest).toHaveLength(1);
    expect(guest[0]).not.toContain(detail);
    expect(host[0]).toContain(detail);
  });

  it.each(['approved', 'confirmed', 'rescheduled', 'host_changed'] as const)('is announced once it is %s', (kind) => {
    const { guest } = mailsOf(kind, false, locationType, detail);
    expect(guest).toHaveLength(1);
    expect(guest[0]).toContain(detail);
  });
});

describe('the page of the pack', () => {
  const page = `https://app.holdfast.example/meetings/${meetingFacts().bookingId}/prep`;

  it.each(['approved', 'confirmed', 'rescheduled', 'host_changed', 'link_ready'] as const)(
    'is a link in the mail to the host, and in none to the guest, once a meeting is %s',
    (kind) => {
      const { guest, host } = mailsOf(kind, false, 'phone', '+49 30 5550123');
      expect(host).toHaveLength(1);
      expect(host[0]).toContain(page);
      expect(guest[0]).not.toContain('/prep');
    },
  );

  it.each(OF_A_REQUEST)('is no link while there is no pack: %s, before the approval', (kind) => {
    const { host } = mailsOf(kind, true, 'phone', '+49 30 5550123');
    expect(host[0]).not.toContain('/prep');
  });

  it('is no link if the event type wants no packs, nor in the mail of a meeting that is canceled', () => {
    expect(mailsOf('confirmed', false, 'phone', '1', false).host[0]).not.toContain('/prep');
    expect(mailsOf('canceled', false, 'phone', '1').host[0]).not.toContain('/prep');
  });
});

describe('the calendar file for hosts', () => {
  const grace = { userId: 'grace', ...FORMER, email: 'other@acme.example', language: 'de' } as const;
  const inCalendar: HostEventState = {
    ...{ userId: 'grace', isHost: true, isOrganizer: false, hasFile: false, isThere: true, waitMs: 0 },
    htmlLink: 'https://calendar.example/event?eid=1',
  };
  const mails = (kind: ChangeKind, calendars: readonly HostEventState[], audience?: Audience) => {
    const meeting = meetingOf({ otherHosts: [grace], locationType: 'phone', locationDetail: '1', joinUrl: null });
    const { startMs, endMs } = meeting;
    const change: Change = {
      revision: 2,
      kind,
      actor: 'guest',
      startMs,
      endMs,
      previousStartMs: startMs,
      reason: null,
    };
    const facts = { meeting, change, pending: false, invited: true, nowMs: NOW_MS, calendars };
    return announcementMails(SERVICE, LINKS, testSecrets, { ...facts, ...(audience ? { audience } : {}) });
  };
  const filesOf = (kind: ChangeKind, calendars: readonly HostEventState[]) =>
    Object.fromEntries(mails(kind, calendars).map(({ to, attachments }) => [to.split('@')[0], attachments.length]));

  it.each(['confirmed', 'approved', 'rescheduled', 'link_ready', 'canceled'] as const)(
    'is left out of the mail of the one host whose calendar has the event: %s',
    (kind) => {
      expect(filesOf(kind, [inCalendar])).toEqual({ sam: 1, ada: 1, other: 0 });
      expect(filesOf(kind, [{ ...inCalendar, isOrganizer: true, userId: 'ada' }])).toEqual({
        sam: 1,
        ada: 0,
        other: 1,
      });
      expect(filesOf(kind, [{ ...inCalendar, hasFile: true }])).toEqual({ sam: 1, ada: 1, other: 1 });
    },
  );

  it('is in the mail if the event is not there, but a cancel has none to take back', () => {
    const missing = [{ ...inCalendar, isThere: false, waitMs: 5_000 }];
    expect(filesOf('confirmed', missing).other).toBe(1);
    expect(filesOf('canceled', missing).other).toBe(0);
  });

  it('is replaced by a link to the event, in the language of the host; a link that no browser follows is left out', () => {
    const textTo = (calendar: HostEventState) =>
      mails('confirmed', [calendar]).find(({ to }) => to === grace.email)?.text;
    expect(textTo(inCalendar)).toContain('Der Termin steht in Ihrem Kalender.');
    expect(textTo(inCalendar)).toContain(inCalendar.htmlLink);
    expect(textTo({ ...inCalendar, htmlLink: 'javascript:alert(1)' })).not.toContain('javascript');
    expect(textTo({ ...inCalendar, hasFile: true })).not.toContain('Kalender.');
  });

  it('leaves each mail in one of two parts: those to guests, which do not wait, and those to hosts', () => {
    for (const kind of ['confirmed', 'rescheduled', 'canceled'] as const) {
      const keys = (audience?: Audience) => mails(kind, [inCalendar], audience).map(({ key }) => key);
      expect([...keys('guests'), ...keys('hosts')].sort()).toEqual(keys().sort());
      expect(keys('guests')).toHaveLength(1);
    }
  });
});
