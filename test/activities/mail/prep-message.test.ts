import { describe, expect, it } from 'vitest';
import { renderPrep } from '../../../activities/mail/prep-message.ts';
import type { MeetingFacts } from '../../../domain/booking/meeting.ts';
import { makePack } from '../../../domain/prep/make-pack.ts';
import type { PackInput } from '../../../domain/prep/pack-input.ts';
import { companyHeading, packLayout } from '../../../domain/prep/pack-layout.ts';
import { packParts } from '../../../domain/prep/pack-parts.ts';
import { hostileInput } from '../../domain/prep/hostile-input.ts';
import { HOSTILE_TEXTS } from '../../domain/prep/hostile-texts.ts';
import { inputOf, packInput } from '../../domain/prep/pack-inputs.ts';
import { COMPANIES } from '../../domain/prep/recorded-companies.ts';
import { meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { lines, seen } from '../../support/factories/sample-mails.ts';

const APP_URL = 'https://app.holdfast.test';
const URL_OF_PACK = `${APP_URL}/meetings/${meetingFacts().bookingId}/prep`;

const SETTINGS_URL = `${APP_URL}/event-types/event-1?workspace=acme#prep`;

const mail = (input: PackInput, facts: Partial<MeetingFacts> = {}, mailedStartMs: number | null = null) =>
  renderPrep(SERVICE, {
    meeting: meetingFacts({ guestName: 'Maya Okafor', ...facts }),
    input,
    host: { userId: 'host-1', email: 'ada@acme.test', timezone: 'Europe/Berlin', language: 'en' },
    appUrl: APP_URL,
    settingsUrl: SETTINGS_URL,
    ...{ mailedStartMs, moveRevision: mailedStartMs === null ? null : 2 },
  });

const JOIN_URL = 'https://meet.example/abc-defg-hij';

/** The items below a heading of the text part. */
function below(text: string, heading: string): string[] {
  const [, part = ''] = text.split(`\n\n${heading.toUpperCase()}\n`);
  return part === '' ? [] : (part.split('\n\n')[0] ?? '').split('\n');
}

describe('the mail before a meeting', () => {
  it('says when, how to join, what to ask and who comes, in this order, and leads to the page', () => {
    const sent = mail(inputOf('saas', 'sales'));
    expect(sent.to).toBe('ada@acme.test');
    expect(sent.key).toMatch(/:prep-\d+-host-1$/);
    expect(lines(sent)[lines(sent).indexOf(URL_OF_PACK) - 1]).toBe('Open the whole pack:');
    expect(sent.html).toContain(`href="${URL_OF_PACK}"`);
    expect(sent.html).toContain(`href="${JOIN_URL}"`);
    for (const text of [sent.text, seen(sent)]) {
      const inOrder = [
        '15:00 to 15:30',
        'Berlin, Central European Time, GMT+1',
        'Their time',
        JOIN_URL,
        'In short',
        'Why they come',
        'Their company',
      ];
      const places = inOrder.map((words) => text.toLowerCase().indexOf(words.toLowerCase()));
      expect(places).toEqual([...places].sort((one, other) => one - other));
      expect(places[0]).toBeGreaterThan(0);
    }
    expect(sent.html.match(/<h2/g)).toHaveLength(sent.text.match(/^[A-Z ]+$/gm)?.length ?? 0);
    expect(sent.html.match(/<ol/g)).toHaveLength(1);
  });

  it('shows why they come, also where the question has the label of a claim that it leaves out', () => {
    const input = inputOf('saas', 'sales');
    const [reason] = packParts(input).answerClaims;
    const answers = input.answers.map((answer, at) => (at === reason?.at ? { ...answer, label: 'Address' } : answer));
    const relabeled = packParts({ ...input, answers }).answerClaims.find(({ at }) => at === reason?.at);
    expect(relabeled).toMatchObject({ isReason: true });
    expect(below(mail({ ...input, answers }).text, 'In short').join(' ')).toContain('Why they come');
  });

  it.each(['saas', 'law-firm', 'mittelstand', 'refused', 'parked', 'mail-only'])(
    'about %s is short, says whose word each claim is, and how much more the page has',
    (name) => {
      const input = inputOf(name, 'cs');
      const [sent, parts] = [mail(input), packParts(input)];
      const { text } = sent;
      const asked = below(text, 'Ask').map((line) => line.replace(/ “.*” \(guest\)$/u, ''));
      expect(asked).toEqual(parts.questions.slice(0, 3).map(({ n, text: words }) => `${n}. ${words}`));
      expect(below(text, parts.missing.title)).toEqual(parts.missing.points.map((gap) => `- ${gap}`));
      expect(below(text, 'Do not say')).toEqual(parts.locks.doNotSay.slice(0, 3).map((lock) => `- ${lock}`));
      expect(below(text, 'Close')).toEqual([`- ${parts.closer}`]);
      const layout = packLayout(input, parts);
      const company = below(text, companyHeading(parts.kind.noun));
      expect(company.length).toBeLessThanOrEqual(4);
      for (const line of company) expect(line).toMatch(/^- [^:]+: .+ \((?:web site|DNS|domain registry|estimate)\)$/);
      const left = layout.company.length + layout.records.length - company.length;
      expect(text).toContain(`It has ${parts.questions.length - 3} more questions`);
      expect(text).toContain(`${left} more fact${left === 1 ? '' : 's'} about where they work`);
    },
  );

  it.each(Object.keys(COMPANIES))('about %s has headings of the text of the pack, in its order', (name) => {
    const input = inputOf(name, 'general');
    const ofPack = Array.from(makePack(input).markdown.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);
    const { html } = mail(input);
    const ofMail = Array.from(html.matchAll(/<h2[^>]*>([^<]+)</g), ([, heading = '']) => heading).filter(
      (heading) => ![packParts(input).missing.title, 'Check this first'].includes(heading),
    );
    expect(ofMail.length).toBeGreaterThanOrEqual(4);
    expect(ofPack.filter((heading) => ofMail.includes(heading))).toEqual(ofMail);
  });

  it('cuts long words of a guest, and names no more than three answers', () => {
    const long = Array.from({ length: 5 }, (_, n) => ({
      key: `a${n}`,
      label: `Question ${n}?`,
      display: 'word '.repeat(200),
    }));
    const { text } = mail(packInput({ answers: long }));
    expect(below(text, 'In their words').map((line) => line.length < 160)).toEqual([true, true, true]);
    expect(text).toContain('2 more answers');
  });

  it('after a move says the new time and the one that the last mail said', () => {
    const hour = Date.UTC(2026, 10, 30, 14);
    const moved = mail(packInput(), {}, hour);
    expect(lines(moved)).toContain('Moved from: Monday 30 November 2026, 15:00 to 15:30');
    expect(moved.html).toContain('<s>Monday 30 November 2026, 15:00 to 15:30</s>');
    expect(mail(packInput()).text).not.toContain('Moved from');
  });

  it.each<[string, Partial<MeetingFacts>, string]>([
    [
      'at a place',
      { locationType: 'in_person', locationDetail: 'Main St 1', joinUrl: null },
      'Where: In person: Main St 1',
    ],
    [
      'by the number that the guest wrote',
      {
        ...{ locationType: 'phone', locationDetail: null, joinUrl: null },
        answers: [{ label: 'Your number', display: '+4915112345678' }],
      },
      'Where: Phone call: you call +4915112345678\nTheir number: +4915112345678',
    ],
    [
      'without a link yet',
      { joinUrl: null, linkByCalendar: 'coming' },
      'Where: Google Meet\n  Your calendar makes the link; it comes in a mail of its own.',
    ],
  ])('leads to a meeting %s', (_, facts, words) => {
    expect(mail(packInput(), facts).text).toContain(`\n${words}\n`);
  });

  it('has why the guest comes in its first lines, and the number of a call as a link', () => {
    const labels = ['Your name at work', 'Your city', 'Your language', 'What are you hoping to get out of this call?'];
    const answers = labels.map((label, n) => ({ key: `q${n}`, label, display: `answer ${n}` }));
    const { text } = mail(packInput({ answers }));
    expect(below(text, 'In short')[0]).toBe('- Why they come: “answer 3” (guest)');
    expect(below(text, 'What else they wrote')).toHaveLength(3);
    expect(text.match(/answer 3/g)).toHaveLength(1);
    const call = { locationType: 'phone', locationDetail: 'I call', joinUrl: null } as const;
    const { html } = mail(packInput(), { ...call, answers: [{ label: 'Your number', display: '+4915112345678' }] });
    expect(html).toContain('href="tel:+4915112345678"');
  });

  it('leads to the setting that stops it', () => {
    expect(lines(mail(packInput()))).toContain(SETTINGS_URL);
    expect(mail(packInput()).html).toContain(`href="${SETTINGS_URL}"`);
    expect(mail(packInput()).text).not.toContain('prepMailMinutes');
  });

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
    expect(hrefs).toEqual([JOIN_URL, URL_OF_PACK, SETTINGS_URL]);
  });
});
