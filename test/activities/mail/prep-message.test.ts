import { describe, expect, it } from 'vitest';
import { renderPrep } from '../../../activities/mail/prep-message.ts';
import { claimsOf, makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { SOFT_QUALIFY } from '../../../domain/prep/pack-markdown.ts';
import { packParts } from '../../../domain/prep/pack-parts.ts';
import { toMail } from '../../../domain/prep/pack-words.ts';
import { hostileInput } from '../../domain/prep/hostile-input.ts';
import { HOSTILE_TEXTS } from '../../domain/prep/hostile-texts.ts';
import { inputOf, packInput } from '../../domain/prep/pack-inputs.ts';
import { meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { lines, seen } from '../../support/factories/sample-mails.ts';

const APP_URL = 'https://app.holdfast.test';
const URL_OF_PACK = `${APP_URL}/meetings/${meetingFacts().bookingId}/prep`;

const mail = (input: PackInput) =>
  renderPrep(SERVICE, {
    meeting: meetingFacts({ guestName: 'Maya Okafor' }),
    input,
    host: { userId: 'host-1', email: 'ada@acme.test', timezone: 'Europe/Berlin' },
    appUrl: APP_URL,
  });

describe('the mail before a meeting', () => {
  it('says who comes and what to ask, and leads to the page', () => {
    const sent = mail(inputOf('saas', 'sales'));
    expect(sent.to).toBe('ada@acme.test');
    expect(sent.key).toMatch(/:prep-\d+-host-1$/);
    expect(lines(sent)).toContain(URL_OF_PACK);
    expect(lines(sent)[lines(sent).indexOf(URL_OF_PACK) - 1]).toBe('Open this pack:');
    expect(sent.html).toContain(`href="${URL_OF_PACK}"`);
    for (const text of [sent.text, seen(sent)]) {
      expect(text).toContain('“We build robots that pack parcels.”');
      expect(text).toContain('1. Can you walk me through how this works today');
    }
  });

  it.each(['saas', 'law-firm', 'mittelstand', 'refused', 'parked', 'mail-only'])(
    'about %s has all of the pack: claims with their tags, gaps, every question, locks, closer',
    (name) => {
      const input = inputOf(name, 'cs');
      const [sent, parts, pack] = [mail(input), packParts(input), makePack(input)];
      const written = lines(sent);
      for (const claim of claimsOf(parts)) {
        const label = toMail(claim.label);
        if (label === 'Address') continue;
        const at = written.indexOf(`${label}${/[?!.:]$/.test(label) ? '' : ':'} ${toMail(claim.words)}`);
        expect(at, label).toBeGreaterThan(0);
        expect(written[at + 1]).toMatch(
          claim.tag === 'source' ? /^ {2}(?:web site|DNS|domain registry)$/ : `  ${claim.tag}`,
        );
      }
      for (const text of [...parts.gaps, ...pack.locks.brandSpeakFrom, ...pack.locks.doNotSay, pack.closer])
        expect(written).toContain(text);
      expect(written.includes(SOFT_QUALIFY)).toBe(pack.locks.softQualifyOnly);
      expect(written.includes('This pack is not complete:')).toBe(pack.status === 'degraded');
      expect(pack.questions.length).toBeGreaterThan(5);
      for (const { n, text } of pack.questions) expect(written).toContain(`${n}. ${text}`);
    },
  );

  it('is answered by nobody: the quoted pack would reach the guest', () => {
    expect(mail(packInput()).replyTo).toBeNull();
  });

  it('has no company that is not known', () => {
    const lookUp = { status: 'skipped_personal_email', facts: null, isStale: false } as const;
    const { text } = mail(packInput({ emailClass: 'free', companyDomain: null, lookUp }));
    expect(text).not.toContain('Their company');
  });
});

/** Each quote without its words. */
const outside = (text: string) => text.replaceAll(/“[^”]*”/gu, '“”');
const quotes = (text: string) => Array.from(text.matchAll(/“([^”]*)”/gu), ([, words = '']) => words);
const harmless = mail(hostileInput('We sell bread and rolls'));

describe.each(Object.entries(HOSTILE_TEXTS))('a guest and a site that write %s', (_, text) => {
  // A name that reads like one stands in the heading, as in all mails.
  const sent = mail(hostileInput(text));

  it('change nothing outside their quotes', () => {
    expect(outside(sent.text)).toBe(outside(harmless.text));
    expect(outside(seen(sent))).toBe(outside(seen(harmless)));
    expect(sent.html.replaceAll(/“[^”]*”/gu, '“”')).toBe(harmless.html.replaceAll(/“[^”]*”/gu, '“”'));
    expect(sent.subject).toBe(harmless.subject);
  });

  it('give no mail program anything to make a link of', () => {
    for (const words of quotes(sent.text)) expect(words).not.toMatch(/https?:|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu);
    const hrefs = Array.from(sent.html.matchAll(/href="([^"]*)"/g), ([, href]) => href);
    expect(hrefs).toEqual([URL_OF_PACK]);
  });
});
