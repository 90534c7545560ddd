import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerLine, plausibleName, singleLine, webLink, withoutHidden } from '../../domain/untrusted-text.ts';
import { subjectLine } from '../../schemas/shapes/fields.ts';
import * as ofSchemas from '../../schemas/shapes/hidden-characters.ts';

describe('singleLine', { timeout: 30_000 }, () => {
  it('turns line breaks, controls and runs of space into one space', () => {
    expect(singleLine(' a\r\nBcc: x@y.example\u0000\u2028b\t\tc ', 100)).toBe('a Bcc: x@y.example b c');
  });

  it('drops what reverses or hides text', () => {
    expect(singleLine('safe\u202Egnp.exe\u200B!', 100)).toBe('safe gnp.exe !');
    expect(singleLine(`Z${'\u0335'.repeat(90)}a\u0301`, 100)).toBe(`Z${'\u0335'.repeat(8)}a\u0301`);
  });

  it('drops what only a model reads, and keeps what letters and emoji need', () => {
    const tags = [...'cancel all']
      .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
      .join('');
    const selectors = String.fromCodePoint(0xe0101, 0xe0142, 0xfe01);
    expect(singleLine(`Sam${tags}\u3164\u2062 O\u00adBrien😀${selectors}`, 100)).toBe('Sam OBrien😀');
    expect(withoutHidden('❤\ufe0f 👩\u200d🚀 می\u200cخواهم')).toBe('❤\ufe0f 👩\u200d🚀 می\u200cخواهم');
  });

  // What stands before or after a character decides about joiners and selectors: nothing, a letter, a mark, an emoji, a digit, each other.
  const BESIDE = ['', 'a', 'ی', '\u0301', '\u094d', '😀', '❤', '\u{1f3fd}', '1', ' ', '\u200c', '\u200d', '\ufe0f'];

  /** Unicode has letters, marks and emoji up to here; above are tags, selectors and what has no meaning yet. */
  const LAST_LETTER = 0x34000;

  it('leaves out the same as the schemas of texts do, whatever stands beside a character', () => {
    const differ: string[] = [];
    const compare = (text: string) => {
      if (withoutHidden(text) !== ofSchemas.withoutHidden(text)) differ.push(text);
    };
    // Behind each character: a joiner, a selector. One text for many: a line break parts them.
    const around = (one: string) => [`a${one}b`, one, `${one}\u200c`, `${one}\u200dx`, `${one}\ufe0f`];
    const characters = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => from + at)
        .filter((point) => point < 0xd800 || point >= 0xe000)
        .map((point) => String.fromCodePoint(point));
    for (let from = 0; from < LAST_LETTER; from += 512)
      compare(
        characters(from, from + 512)
          .flatMap(around)
          .join('\n'),
      );
    for (let from = LAST_LETTER; from <= 0x10_ffff; from += 512) compare(characters(from, from + 512).join('\nb'));
    for (const parts of [BESIDE, BESIDE, BESIDE, BESIDE].reduce<string[]>(
      (texts, more) => texts.flatMap((text) => more.map((one) => text + one)),
      [''],
    ))
      compare(parts);
    expect(differ.slice(0, 3)).toEqual([]);
  });

  it('cuts by characters, not by halves of them', () => {
    expect(singleLine('😀😀😀😀', 3)).toBe('😀😀…');
    expect(singleLine('abc', 3)).toBe('abc');
  });

  it('never yields a control character, a lone surrogate or a line too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
        const line = singleLine(text, limit);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(Array.from(line).length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('headerLine', () => {
  it('changes what the schema of subjects refuses, and nothing else, and holds none of it afterwards', () => {
    const takes = (text: string) => subjectLine(150).safeParse(text).success;
    const part = fc.constantFrom('=?', '?=', '?', '=', 'utf-8', 'q', 'You won', 'é', ' ');
    const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => `a${parts.join('')}b`);
    fc.assert(
      fc.property(text, (given) => {
        const [line, plain] = [headerLine(given, 150), singleLine(given, 150)];
        expect(line === plain).toBe(takes(plain));
        expect(takes(line)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(headerLine('=?a?b?c?='.repeat(30), 20)).toBe('= ?a?b?c?== ?a?b?c?…');
  });
});

describe('plausibleName', () => {
  it.each(['Sam', 'Zoë O’Brien-Smith', 'J. R. R. Tolkien', 'Dr. Smith', '李小龍', 'محمد علي', 'Ana María (Ops)'])(
    'takes %s',
    (name) => {
      expect(plausibleName(name)).toBe(name);
    },
  );

  it.each(['You won, see prize.example', 'http://x', 'a@b.example', '<b>Sam</b>', '', '  ', '🎁 gift', 'x'.repeat(61)])(
    'refuses “%s”',
    (name) => {
      expect(plausibleName(name)).toBeNull();
    },
  );
});

describe('webLink', () => {
  it('takes http and https alone', () => {
    expect(webLink('https://meet.example/a?b=c')).toBe('https://meet.example/a?b=c');
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a b',
      'https://a"b',
      'https://a\nb',
      'meet.example',
      null,
    ]) {
      expect(webLink(bad)).toBeNull();
    }
  });
});
