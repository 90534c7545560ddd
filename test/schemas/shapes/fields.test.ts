import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Email, line, lines, subjectLine, Timezone } from '../../../schemas/shapes/fields.ts';

const takes = (text: string, min = 1) => line(min, 80).safeParse(text).success;

describe('a subject', () => {
  const published = new RegExp(String(z.toJSONSchema(subjectLine(80)).pattern), 'u');
  it.each([
    ['See you {start}', true],
    ['2+2=? Is it 4? Why?=', true],
    ['=?utf-8?q?=41?=', false],
    ['Hello =?UTF-8?B?{guest_name}?= there', false],
    ['=\u200b?utf-8?q?x?=', false],
    [' ', false],
  ])('%s: %s, as published', (text, isTaken) => {
    expect(subjectLine(80).safeParse(text).success).toBe(isTaken);
    expect(published.test(text)).toBe(isTaken);
  });
});

describe('one line of people’s text', () => {
  it.each(['Zoë Ångström', 'דנה כהן', 'مريم', 'می‌خواهم', '👩‍👩‍👧 family', '  padded', 'a b', '日本 花子'])(
    'takes %s',
    (text) => {
      expect(takes(text)).toBe(true);
    },
  );

  it.each([
    ['a direction override', 'CI\u202eexe'],
    ['an isolate', 'CI\u2066x'],
    ['a mark of direction', 'CI\u200f'],
    ['a C1 control', 'CI\u009b31m'],
    ['an escape', 'CI\u001b[31m'],
    ['a line separator', 'a\u2028b'],
    ['a zero-width space', 'a\u200bb'],
    ['a byte order mark', '\ufeffa'],
    ['half a surrogate pair', 'a\ud800'],
    ['spaces only', '   '],
    ['other spaces only', '\u00a0\u3000'],
    ['nothing', ''],
  ])('refuses %s', (_name, text) => {
    expect(takes(text)).toBe(false);
  });

  it('may be blank where it may be empty', () => {
    expect([takes('', 0), takes('  ', 0), takes('\u202e', 0)]).toEqual([true, true, false]);
  });

  it('reads long nonsense in one pass', () => {
    const began = performance.now();
    expect(takes(`${'a'.repeat(100_000)}\u0000`)).toBe(false);
    expect(takes(' '.repeat(100_000))).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

it.each(['a\u0000b', 'a\u001b[31m', 'a\u009b31m', 'a\u0085b', 'a\u007fb'])('lines have no controls: %j', (text) => {
  expect(lines(80).safeParse(text).success).toBe(false);
  expect(lines(80).safeParse('two\r\n\tlines').success).toBe(true);
});

describe('a mail address', () => {
  const isEmail = (text: string) => Email.safeParse(text).success;

  it.each([
    "o'brien@example.com",
    "'quoted'@example.com",
    'a+b@example.com',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'x=y@example.com',
    '"john doe"@example.com',
    '"john..doe."@example.com',
    'a@xn--mllmail-n2a.com',
    'a@xn--e1afmkfd.xn--p1ai',
    'a@XN--E1AFMKFD.XN--80AKHBYKNJ4F',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.com`,
  ])('%s', (text) => expect(isEmail(text)).toBe(true));

  it.each([
    ['.a@example.com', 'a dot first'],
    ['a.@example.com', 'a dot last'],
    ['a..b@example.com', 'two dots'],
    [`${'a'.repeat(65)}@example.com`, '65 characters before the @'],
    [`"${'a'.repeat(63)}"@example.com`, '65 characters with the quotes'],
    [`a@${'b.'.repeat(125)}com`, '255 characters'],
    ['a@example', 'one label'],
    ['a@-b.com', 'a hyphen first'],
    ['a@xn--.com', 'a hyphen last'],
    ['a@example.xn--', 'nothing after xn--'],
    ['"V"@w.qlseokv.xn--Bc4', 'a label that stands for no text'],
    ['a@[192.0.2.1]', 'an address literal'],
    ['a@müller.de', 'a domain that is not ASCII'],
    ['jörg@example.com', 'a local part that is not ASCII'],
    ['""@example.com', 'nothing quoted'],
    ['"a@b"@example.com', 'an @ in quotes'],
    ['"a,b"@example.com', 'a comma: a second address in a header'],
    ['"a;b"@example.com', 'a semicolon'],
    ['"a<b>"@example.com', 'angle brackets'],
    ['"a\\"b"@example.com', 'an escape'],
    ['"a\r\nBcc: c@d.test"@example.com', 'a header'],
    ['"a\tb"@example.com', 'a tab'],
    ['a(c)@example.com', 'a comment'],
    ['=?utf-8?q?=41?=@example.com', 'an encoded word'],
    ['"=?utf-8?q?=41?="@example.com', 'an encoded word in quotes'],
    ['a@example.com, b@example.com', 'two addresses'],
    ['a@b@example.com', 'two @'],
    ['A <a@example.com>', 'a name'],
  ])('not %s: %s', (text) => expect(isEmail(text)).toBe(false));

  it('takes what a generator of addresses makes, and without quotes nothing that browsers refuse', () => {
    const { html5Email } = z.regexes;
    fc.assert(fc.property(fc.emailAddress(), (address) => address.length > 254 || isEmail(address)));
    const characters = fc.string({ unit: fc.constantFrom(...'abcXYZ019!#$%&\'*+/=?^_`{|}~-."@ ,;<>()[]\\:') });
    fc.assert(
      fc.property(characters, characters, (local, domain) => {
        const address = `${local}@${domain}.test`;
        return !isEmail(address) || local.startsWith('"') || html5Email.test(address);
      }),
    );
  });

  it('is read in one pass', () => {
    const began = performance.now();
    for (const text of [
      'a.'.repeat(50_000),
      `"${'a '.repeat(50_000)}`,
      `a@${'a.'.repeat(50_000)}`,
      '='.repeat(100_000),
    ])
      expect(isEmail(text)).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

it('reads no name of an address that is too long: its parser takes seconds for it', () => {
  const canParse = vi.spyOn(URL, 'canParse');
  const isEmail = (text: string) => Email.safeParse(text).success;
  expect(isEmail(`x@xn--a.${'\u0301\u0316'.repeat(48_000)}.com`)).toBe(false);
  expect(isEmail(`x@${'xn--mnchen-3ya.'.repeat(6_000)}com`)).toBe(false);
  expect(canParse).not.toHaveBeenCalled();
  expect(isEmail('x@xn--mnchen-3ya.com')).toBe(true);
  expect(canParse).toHaveBeenCalledTimes(1);
  canParse.mockRestore();
});

describe('a zone', () => {
  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['us/eastern', 'US/Eastern'],
    ['US/Eastern', 'US/Eastern'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['est5edt', 'EST5EDT'],
    ['utc', 'UTC'],
    ['CUBA', 'Cuba'],
    ['iran', 'Iran'],
    ['ZULU', 'Zulu'],
    ['etc/zulu', 'Etc/Zulu'],
    ['gb-eire', 'GB-Eire'],
    ['MEXICO/BAJASUR', 'Mexico/BajaSur'],
    ['Asia/kolkata', 'Asia/Kolkata'],
  ])('%s is spelled %s', (given, spelled) => {
    expect(Timezone.parse(given)).toBe(spelled);
  });

  it.each([
    ['BST', 'BST may mean several zones: say Europe/London or Asia/Dhaka'],
    ['est', 'say America/New_York or America/Panama'],
    ['AST', 'say America/Halifax'],
    ['PDT', 'say America/Los_Angeles'],
    ['Berlin', 'did you mean Europe/Berlin?'],
    ['Eastern Time', 'did you mean America/New_York'],
    ['Central European Time', 'did you mean Europe/Berlin or Europe/Paris?'],
    ['Pacific Standard Time', 'did you mean America/Los_Angeles?'],
    ['UTC+2', 'not an offset'],
    ['Europe/Berln', 'did you mean Europe/Berlin?'],
    ['New York', 'did you mean America/New_York?'],
    ['+02:00', 'must be an IANA time zone such as Europe/Berlin'],
  ])('is not %s, with advice', (given, advice) => {
    expect(
      Timezone.safeParse(given)
        .error?.issues.map(({ message }) => message)
        .join(),
    ).toContain(advice);
  });

  it('keeps every name of the tz database that has a place', () => {
    const places = Intl.supportedValuesOf('timeZone');
    expect(places.filter((name) => Timezone.safeParse(name).data !== name)).toEqual([]);
  });

  it('advises only zones that it takes', () => {
    const advised = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
      .flatMap((first) => ['ST', 'DT', 'EST', 'T', 'ET', 'CT'].map((rest) => first + rest))
      .flatMap(
        (name) => Timezone.safeParse(name).error?.issues.map(({ message }) => message.split('say ')[1] ?? '') ?? [],
      )
      .flatMap((zones) => zones.match(/[A-Z]\w+\/[\w/]+/g) ?? []);
    expect(advised.length).toBeGreaterThan(20);
    expect(advised.filter((name) => Timezone.safeParse(name).data !== name)).toEqual([]);
  });
});
