import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { languageLinks, localeOf, rememberLanguage } from '../../../../api/pages/shell/page-language.ts';
import { clockWords, dayWords } from '../../../../web/parts/meeting-time.ts';

interface Asked {
  readonly accept?: string;
  readonly cookie?: string;
  readonly lang?: unknown;
  readonly clock?: unknown;
}

const asking = ({ accept, cookie, lang, clock }: Asked): Request =>
  ({
    headers: {
      ...(accept === undefined ? {} : { 'accept-language': accept }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    query: { ...(lang === undefined ? {} : { lang }), ...(clock === undefined ? {} : { clock }) },
  }) as unknown as Request;

const tagOf = (asked: Asked): string => localeOf(asking(asked)).tag;
const longest = Array.from({ length: 3_000 }, (_, n) => `en-x-${n}`).join(',');

describe('the language that a browser asks for', () => {
  it.each([
    ['nothing', undefined, 'en-GB'],
    ['an empty header', '', 'en-GB'],
    ['anything', '*', 'en-GB'],
    ['German', 'de', 'de-DE'],
    ['German of Austria', 'de-AT', 'de-AT'],
    ['however it is spelled', 'DE-at', 'de-AT'],
    ['American English', 'en-US,en;q=0.9', 'en-US'],
    ['the best by its quality, not by its place', 'en;q=0.5,de-CH;q=0.8', 'de-CH'],
    ['the first of equals', 'de-CH,en-US', 'de-CH'],
    ['none of those refused', 'de;q=0,en-US;q=0.1', 'en-US'],
    ['the next that we speak', 'fr-FR,fr;q=0.9,de-DE;q=0.4,en;q=0.2', 'de-DE'],
    ['only what we do not speak', 'fr-FR,ja', 'en-GB'],
    ['a language that begins like ours', 'den-CA', 'en-GB'],
    ['a region that nobody has', 'en-ZZ', 'en-GB'],
    ['a script and other digits', 'de-Latn-AT-u-nu-arab', 'de-AT'],
    ['a private tag', 'en-x-whatever', 'en-GB'],
    ['no tag at all', ';;q=,,=1, de_DE', 'en-GB'],
    ['a tag that Intl refuses', 'de-!!!!', 'de-DE'],
    ['thousands of tags', longest, 'en-GB'],
  ])('%s: %s', (_case, accept, tag) => {
    expect(tagOf({ ...(accept === undefined ? {} : { accept }) })).toBe(tag);
  });

  it('is one that dates can be written in', () => {
    for (const accept of ['de-!!!!', 'en-ZZ', longest, 'de-Latn-AT-u-nu-arab'])
      expect(dayWords('2026-11-23', localeOf(asking({ accept })))).toMatch(/23/);
  });
});

describe('a choice', () => {
  it('by the address beats the cookie, which beats the browser', () => {
    const accept = 'en-US';
    expect(tagOf({ accept, cookie: 'lang=de' })).toBe('de-DE');
    expect(tagOf({ accept, cookie: 'lang=de', lang: 'en' })).toBe('en-US');
    expect(tagOf({ accept: 'en-US,de-AT;q=0.1', lang: 'de' })).toBe('de-AT');
  });

  it.each([
    ['a language we do not speak', { lang: 'fr' }],
    ['given twice', { lang: ['de', 'en'] }],
    ['an object', { lang: { a: 'de' } }],
    ['another cookie that ends alike', { cookie: 'slang=de; other=lang=de' }],
    ['a cookie with more in it', { cookie: 'lang=de-AT<script>' }],
  ])('that is none is passed over: %s', (_case, asked) => {
    expect(tagOf({ accept: 'en-US', ...asked })).toBe('en-US');
  });

  it('is found among other cookies', () => {
    expect(tagOf({ cookie: 'a=1; lang=de; b=2' })).toBe('de-DE');
  });

  const remember = (lang: unknown, clock?: unknown) => {
    const kept: unknown[] = [];
    const varied: string[] = [];
    const response = {
      vary: (name: string) => {
        varied.push(name);
        return response;
      },
      cookie: (...given: unknown[]) => kept.push(given),
    };
    rememberLanguage(asking({ lang, clock }), response as unknown as Response);
    return { kept, varied };
  };

  it('is kept in a cookie that scripts do not see and that says nothing else; Vary names what it depends on', () => {
    const { kept, varied } = remember('de');
    expect(kept).toEqual([['lang', 'de', expect.objectContaining({ httpOnly: true, sameSite: 'lax' })]]);
    expect(varied).toEqual(['Accept-Language', 'Cookie']);
  });

  it('is remembered only when it is one', () => {
    expect(remember('fr', '13').kept).toEqual([]);
    expect(remember(undefined).kept).toEqual([]);
  });
});

describe('the links to the other language', () => {
  const linksOf = (originalUrl: string, method = 'GET') =>
    languageLinks({ method, originalUrl } as Request).map(({ href }) => href);

  it('keep all else of the address', () => {
    expect(linksOf('/acme/ada/intro?s=A-_b&timezone=Europe%2FBerlin&lang=en')).toEqual([
      '/acme/ada/intro?s=A-_b&timezone=Europe%2FBerlin&lang=en',
      '/acme/ada/intro?s=A-_b&timezone=Europe%2FBerlin&lang=de',
    ]);
  });

  it.each(['//evil.test/page?x=1', '/\\evil.test/page?x=1', '/\\/evil.test/page?x=1'])(
    'stay on our origin: %s',
    (address) => {
      for (const href of linksOf(address)) expect(href).toMatch(/^\/evil\.test\/page\?x=1&lang=/);
    },
  );

  it('are left out of the answer to a form, which they would lose', () => {
    expect(linksOf('/acme/ada/intro', 'POST')).toEqual([]);
  });
});

describe('12 or 24 hours', () => {
  const noon = (asked: Asked): string => clockWords('14:30', localeOf(asking(asked)));

  it('is as in the reader’s region, until they choose; the address counts more than what is remembered', () => {
    expect(noon({ accept: 'en-US' })).toBe('2:30 PM');
    expect(noon({ accept: 'en-GB' })).toBe('14:30');
    expect(noon({ accept: 'en-US', clock: '24' })).toBe('14:30');
    expect(noon({ accept: 'en-GB', clock: '12' })).toBe('2:30 pm');
    expect(noon({ accept: 'de', cookie: 'lang=de; clock=12' })).toBe('2:30 PM');
    expect(noon({ cookie: 'clock=24', clock: '12' })).toBe('2:30 pm');
    expect(noon({ accept: 'en-GB', clock: '13', cookie: 'clock=99' })).toBe('14:30');
  });
});
