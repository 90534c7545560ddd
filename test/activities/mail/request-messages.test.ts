import { describe, expect, it } from 'vitest';
import { renderPending } from '../../../activities/mail/request-messages.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { NOW_MS, pendingMails } from '../../support/factories/sample-mails.ts';

describe('mails about a request', () => {
  it('ask the host to decide, by a link on a line of its own that the guest does not get', () => {
    const [guest, , , host] = pendingMails();
    expect(host).toMatchObject({ kind: 'booking_pending', to: 'ada@acme.example', attachments: [] });
    expect(host?.text.split('\n')).toContain('https://app.holdfast.example/decide/tok');
    expect(host?.text).not.toContain('/manage/');
    expect(guest).toMatchObject({ kind: 'booking_pending', to: 'sam@guest.example', attachments: [] });
    expect(guest?.text).not.toContain('/decide/');
    expect(guest?.text.split('\n')).toContain(MANAGE_URL);
  });

  it('say when the request ends by itself, in the reader’s zone', () => {
    const [guest, , , host] = pendingMails();
    expect(guest?.text).toContain('ends on Tuesday 1 December 2026, 08:00 (New York, Eastern Time, GMT-5)');
    expect(host?.text).toContain('ends on Tuesday 1 December 2026, 14:00 (Berlin, Central European Time, GMT+1)');
  });

  it.each([
    ['en', 'guest', 'Your request for “Intro call” has a new time.'],
    ['de', 'guest', 'Ihre Anfrage für „Intro call“ wurde auf eine neue Zeit verschoben.'],
    ['en', 'host', 'The request of Sam Guest for “Intro call” has moved to a new time.'],
  ] as const)('say, in %s to the %s, that a waiting one was moved, and only then', (language, recipient, words) => {
    const told = (previousStartMs: number | null, agentEmail: string | null) =>
      renderPending(SERVICE, {
        meeting: meetingFacts({ language, agentEmail }),
        recipient,
        manageUrl: null,
        decideUrl: null,
        expiresAtMs: null,
        previousStartMs,
        nowMs: NOW_MS,
      }).text;
    for (const agent of [null, 'bot@agents.example']) {
      expect(told(NOW_MS, agent)).toContain(words);
      expect(told(null, agent)).not.toContain(words);
    }
  });

  it('show the host in the heading that a request was moved, or a meeting that was approved', () => {
    const host = { meeting: meetingFacts(), recipient: 'host', manageUrl: null, decideUrl: null } as const;
    const moved = { ...host, expiresAtMs: null, previousStartMs: NOW_MS, nowMs: NOW_MS };
    const headings = [{ ...moved, previousStartMs: null }, moved, { ...moved, asksAgain: true }].map(
      (mail) => renderPending(SERVICE, mail).text.split('\n')[0],
    );
    expect(headings).toEqual([
      'A booking waits for your answer',
      'A request has a new time',
      'A meeting that you approved has a new time',
    ]);
  });

  it('end the invite at the time that it had, if the length has changed since', () => {
    const meeting = meetingFacts();
    const previousStartMs = meeting.startMs - 86_400_000;
    const mail = { meeting, recipient: 'guest', manageUrl: null, decideUrl: null, expiresAtMs: null } as const;
    const former = { previousStartMs, previousEndMs: previousStartMs + 3_600_000, asksAgain: true, nowMs: NOW_MS };
    const { text, attachments } = renderPending(SERVICE, { ...mail, ...former });
    expect(text).toContain('Before: Monday 30 November 2026, 09:00 to 10:00');
    const ended = String(attachments[0]?.content).split('\r\n');
    expect(ended).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'DTEND;TZID=Europe/Berlin:20261130T160000']));
  });

  it.each([null, 'bot@agents.example'])('name several hosts as rightly as one (agent: %s)', (agentEmail) => {
    const grace = { name: 'Grace Hopper', email: 'grace@acme.example', timezone: 'UTC', language: 'en' } as const;
    const meeting = meetingFacts({ otherHosts: [grace], agentEmail });
    const links = { manageUrl: null, decideUrl: null, expiresAtMs: null, nowMs: NOW_MS };
    for (const previousStartMs of [null, NOW_MS]) {
      const { text } = renderPending(SERVICE, { meeting, recipient: 'guest', ...links, previousStartMs });
      expect(text).toMatch(/It must (still )?be approved by Ada Lovelace and Grace Hopper\. You get a mail when/);
    }
  });

  it('word a refusal and an expired request differently, without an invite', () => {
    const [, declined, expired] = pendingMails();
    expect(declined).toMatchObject({ kind: 'booking_canceled', attachments: [] });
    expect(declined?.text).toContain('Your request was declined');
    expect(expired?.text).toContain('not answered in time');
  });
});
