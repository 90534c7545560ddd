import { describe, expect, it } from 'vitest';
import { announcementMails } from '../../../activities/booking/announcements.ts';
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

function mailsOf(
  kind: ChangeKind,
  pending: boolean,
  locationType: LocationType,
  locationDetail: string,
  wantsPack = true,
) {
  const meeting: Meeting = {
    ...meetingFacts({ locationType, locationDetail, joinUrl: null }),
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
