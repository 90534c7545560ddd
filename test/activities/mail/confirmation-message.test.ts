import { describe, expect, it } from 'vitest';
import { renderConfirmation } from '../../../activities/mail/confirmation-message.ts';
import { renderPending } from '../../../activities/mail/request-messages.ts';
import { renderRescheduled } from '../../../activities/mail/reschedule-message.ts';
import type { Recipient } from '../../../domain/booking/meeting.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import {
  canceled,
  code,
  confirmation,
  KIM,
  lines,
  moved,
  NOW_MS,
  pendingMails,
  seen,
} from '../../support/factories/sample-mails.ts';

describe('the confirmation', () => {
  it('gives the guest the manage link on a line of its own, and in HTML as a button', () => {
    const mail = confirmation();
    expect(mail).toMatchObject({ kind: 'booking_confirmation', to: 'sam@guest.example', replyTo: 'ada@acme.example' });
    expect(lines(mail)).toContain(MANAGE_URL);
    expect(mail.html).toContain(`href="${MANAGE_URL}"`);
  });

  it.each([
    ['guest', 'Tuesday 1 December 2026, 09:00 to 09:30', 'New York, Eastern Time, GMT-5'],
    ['host', 'Tuesday 1 December 2026, 15:00 to 15:30', 'Berlin, Central European Time, GMT+1'],
  ] as const)('tells the %s the time in their own zone, and names it', (recipient, time, zone) => {
    const mail = confirmation({}, recipient);
    for (const part of [mail.text, seen(mail)]) {
      expect(part).toContain(time);
      expect(part).toContain(zone);
    }
  });

  it('looks as the workspace’s pages: its logo, name and colour; ours without', () => {
    const brand = { colour: '#ffcc00', avatarFile: 'avatar-0123.png' };
    const { html } = confirmation({ brand });
    expect(html).toContain('<img src="https://book.holdfast.example/assets/avatar-0123.png" alt=""');
    expect(html).toMatch(/background-color:#ffcc00;border:1px solid #ffcc00;color:#000000/);
    expect(html).toMatch(/\.action \{ background-color: #ffcc00 !important/);
    expect(html).not.toMatch(/color:#ffcc00;text-decoration:underline/);
    expect(confirmation({ brand: { ...brand, avatarFile: 'avatar-0123.webp' } }).html).not.toContain('<img');
    expect(confirmation().html).toContain('background-color:#0b6b5d');
    const refuseUrl = 'https://book.holdfast.example/no-mail/x';
    const stranger = renderConfirmation(
      { ...SERVICE, refuseUrl },
      { meeting: meetingFacts({ brand }), recipient: 'guest', manageUrl: null, nowMs: NOW_MS },
    );
    expect(stranger.html).not.toContain('avatar-0123');
  });

  it('names both days of a meeting over midnight and both offsets over a clock change', () => {
    const startMs = Date.UTC(2027, 2, 28, 0, 30);
    const mail = confirmation({ startMs, endMs: startMs + 3_600_000, guestTimezone: 'Europe/Berlin' });
    expect(mail.text).toContain('01:30 to 03:30\n  Berlin, Central European Time, GMT+1, then GMT+2');
    const late = Date.UTC(2026, 11, 2, 4, 45);
    expect(confirmation({ startMs: late, endMs: late + 1_800_000 }).text).toContain(
      'Tuesday 1 December 2026, 23:45 to Wednesday 2 December 2026, 00:15',
    );
  });

  it('says what the event does not name to guest and host, but not before the meeting is confirmed', () => {
    const meet = { joinUrl: null };
    const phone = { joinUrl: null, locationType: 'phone' } as const;
    for (const recipient of ['guest', KIM])
      expect(confirmation(meet, recipient as Recipient).text).toContain('Your host sends you the link.');
    expect(confirmation(meet, 'host').text).toContain('Your event type names no link: send one to your guest.');
    const coming = { ...meet, linkByCalendar: 'coming' } as const;
    expect(confirmation(coming).text).toContain('The link comes in a mail of its own.');
    expect(confirmation({ ...meet, linkByCalendar: 'failed' }, 'host').text).toContain('Your calendar made no link.');
    expect(confirmation(phone).text).toContain('Your host will say who calls.');
    const called = { ...phone, answers: [{ label: 'Number', display: '+4930123456' }] };
    expect(confirmation(called).text).toContain('Phone call: your host calls you at +4930123456');
    expect(confirmation(called, 'host').text).toContain('Phone call: you call +4930123456');
    expect(confirmation(called, 'host').text).not.toContain('names no');
    expect(confirmation(called, KIM).text).not.toContain('+4930123456');
    expect(confirmation().text).not.toContain('sends you');
    const facts = { meeting: meetingFacts(meet), recipient: 'guest', nowMs: NOW_MS, manageUrl: null } as const;
    expect(renderRescheduled(SERVICE, { ...facts, previousStartMs: NOW_MS }).text).toContain(
      'Your host sends you the link.',
    );
    expect(
      renderPending(SERVICE, { ...facts, expiresAtMs: NOW_MS, previousStartMs: null, decideUrl: null }).text,
    ).not.toContain('sends you');
  });

  it('carries the invite, with its method in the content type', () => {
    const [invite] = confirmation().attachments;
    expect(invite).toMatchObject({ name: 'invite.ics', contentType: 'text/calendar; method=REQUEST; charset=utf-8' });
    expect(invite?.content).toContain('METHOD:REQUEST');
  });

  it('shows neither host nor extra guests a manage link, also when one is passed', () => {
    for (const recipient of ['host', KIM] as const) {
      const meeting = meetingFacts({ guests: ['kim@guest.example'], agentEmail: 'bot@agents.example' });
      const mail = renderConfirmation(SERVICE, { meeting, recipient, manageUrl: MANAGE_URL, nowMs: NOW_MS });
      expect(JSON.stringify(mail).replaceAll('\\r\\n ', '')).not.toContain('/manage/');
    }
  });

  it('names the agent who booked, and offers “not me”', () => {
    const mail = confirmation({ agentEmail: 'bot@agents.example' });
    expect(mail.text).toContain('The agent at bot@agents.example booked');
    expect(lines(mail)).toContain(`${MANAGE_URL}/not-me`);
    expect(mail.html).toContain(`href="${MANAGE_URL}/not-me"`);
    expect(confirmation().text).not.toContain('not-me');
  });

  it('shows the host who comes and what they answered; guests see no answers', () => {
    const facts = { answers: [{ label: 'Topic?', display: 'Weights' }], guests: ['kim@guest.example'] };
    const host = confirmation(facts, 'host');
    expect(host).toMatchObject({ to: 'ada@acme.example', replyTo: 'sam@guest.example' });
    expect(lines(host)).toEqual(expect.arrayContaining(['Guest: Sam Guest (sam@guest.example)', 'Topic? Weights']));
    expect(host.text).toContain('Also invited: kim@guest.example');
    expect(confirmation(facts).text).not.toContain('Weights');
    expect(confirmation(facts, KIM).text).not.toContain('Weights');
  });

  it('shows an extra guest who invited them', () => {
    const mail = confirmation({ guests: ['lee@guest.example', 'kim@guest.example'] }, KIM);
    expect(mail.to).toBe('kim@guest.example');
    expect(mail.text).toContain('Sam Guest invited you');
    expect(mail.text).not.toContain('lee@guest.example');
  });

  it.each(['en', 'de'] as const)(
    'shows no extra guest the address of a guest without a plausible name: %s',
    (language) => {
      for (const guestName of [null, 'Win now at prize.example']) {
        const facts = {
          guestName,
          guestEmail: 'you.won.a.prize@evil.example',
          guests: ['kim@guest.example'],
          language,
        };
        const { subject, text, html } = confirmation(facts, KIM);
        expect(`${subject} ${text} ${html}`).not.toContain('prize');
        expect(text).toContain(language === 'de' ? 'Jemand hat Sie' : 'Somebody invited you');
      }
      expect(confirmation({ guestName: null }, 'host').text).toContain('sam@guest.example');
    },
  );

  it('has a key of its own for every step and recipient, without an address, within 80 characters', () => {
    const guests = ['lee@guest.example', 'kim@guest.example'];
    const mails = [
      code(),
      ...(['guest', 'host', KIM, { extraGuest: 'lee@guest.example' }] as Recipient[]).flatMap((recipient) => [
        confirmation({ guests }, recipient),
        moved(recipient, 1, guests),
        moved(recipient, 2, guests),
        canceled({ recipient, guests }),
      ]),
      ...pendingMails(),
    ];
    expect(new Set(mails.map(({ key }) => key)).size).toBe(mails.length);
    for (const { key } of mails) {
      expect(key.length).toBeLessThanOrEqual(80);
      expect(key).not.toContain('@');
    }
  });
});
