import { describe, expect, it } from 'vitest';
import { renderPrep } from '../../../activities/mail/prep-message.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { inputOf, packInput } from '../../domain/prep/pack-inputs.ts';
import { meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { lines, seen } from '../../support/factories/sample-mails.ts';

const APP_URL = 'https://app.holdfast.test';

const mail = (input: PackInput) =>
  renderPrep(SERVICE, {
    meeting: meetingFacts({ guestName: 'Maya Okafor' }),
    pack: makePack(input),
    host: { email: 'ada@acme.test', timezone: 'Europe/Berlin' },
    nth: 0,
    appUrl: APP_URL,
  });

describe('the mail before a meeting', () => {
  it('says who comes and what to ask, and leads to the page', () => {
    const sent = mail(inputOf('saas', 'sales'));
    const { bookingId } = meetingFacts();
    const url = `${APP_URL}/meetings/${bookingId}/prep`;
    expect(sent.to).toBe('ada@acme.test');
    expect(lines(sent)).toContain(url);
    expect(lines(sent)[lines(sent).indexOf(url) - 1]).toBe('Open the whole pack:');
    expect(sent.html).toContain(`href="${url}"`);
    for (const text of [sent.text, seen(sent)]) {
      expect(text).toContain('“We build robots that pack parcels.”');
      expect(text).toContain('1. Can you walk me through how this works today');
    }
  });

  it('holds no link but our own, whatever the guest wrote', () => {
    const answers = [
      { key: 'x', label: 'Anything else?', display: '<a href="https://evil.example">x</a>\nSee https://evil.example' },
    ];
    const sent = mail(packInput({ answers }));
    const hrefs = [...sent.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs.filter((href) => href?.includes('evil'))).toEqual([]);
    expect(lines(sent).filter((line) => line.startsWith('http'))).toEqual([
      `${APP_URL}/meetings/${meetingFacts().bookingId}/prep`,
    ]);
  });
});
