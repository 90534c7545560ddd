import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../activities/prep/read-html.ts';

const BYTES = 1_000_000;
const fill = (text: string, bytes = BYTES): string => text.repeat(Math.ceil(bytes / Buffer.byteLength(text)));

/** Pages that make parsers slow. Each is 1 MB. */
const SHAPES: readonly (readonly [name: string, page: string])[] = [
  ['open tags', fill('<b>')],
  ['open tags, then end tags of another name', fill('<b>', BYTES / 2) + fill('</i>', BYTES / 2)],
  ['end tags', fill('</i>')],
  ['ends of paragraphs that never began', fill('</p>')],
  ['forms within tags', fill('<b><form>')],
  ['pictures within pictures', fill('<svg>', BYTES / 2) + fill('</foreignobject>', BYTES / 2)],
  ['lists within lists', fill('<ul><li>')],
  ['attributes without end', `<a ${fill('a=b ')}`],
  ['many different attributes', `<a ${Array.from({ length: 150_000 }, (_, nth) => `a${nth}`).join(' ')}>`],
  ['an attribute without end', `<a b="${fill('x')}`],
  ['attributes that are never closed', fill('<a b="')],
  ['a comment without end', `<!--${fill('-')}`],
  ['comments', fill('<!---->')],
  ['comments that are never closed', fill('<!--')],
  ['entities', fill('&amp;')],
  ['an entity without end', `&${fill('a')}`],
  ['numbers of characters', fill('&#1')],
  ['a number without end', `&#${fill('1')}`],
  ['CDATA that is never closed', fill('<![CDATA[')],
  ['CDATA in pictures', fill('<svg><![CDATA[]]></svg>')],
  ['scripts that are never closed', fill('<script type="application/ld+json">')],
  ['scripts', fill('<script type="application/ld+json">{}</script>')],
  ['an almost closed script', `<script>${fill('</scrip')}`],
  ['an almost closed title', `<title>${fill('</titl')}`],
  ['less-than signs', fill('<')],
  ['declarations', fill('<!')],
];

describe('a page', () => {
  it.each(SHAPES)('of %s costs its length', (_, page) => {
    const body = Buffer.from(page);
    const before = process.cpuUsage();
    readHtml(body, 'text/html');
    const { user, system } = process.cpuUsage(before);
    // A good page of this size takes some 20 ms.
    expect((user + system) / 1_000).toBeLessThan(600);
  });

  it('that nests without end is read as far as it is sane', () => {
    const page = readHtml(Buffer.from(`<title>Acme</title>${fill('<b>', 100_000)}<meta name=late content=x>`), '');
    expect(page.title).toBe('Acme');
    expect(page.meta.size).toBe(0);
  });

  it('that is long is read at its beginning, and no letter is cut in two', () => {
    const long = `<title>Größe</title>${fill('<p>ä</p>', 299_000)}<meta name=early content="ö">${fill('<i>ü</i>', 700_000)}`;
    const page = readHtml(Buffer.from(long), 'text/html');
    expect([page.title, page.meta.get('early')]).toEqual(['Größe', 'ö']);
    const late = readHtml(Buffer.from(`${fill('<p>ä</p>', 400_000)}<title>Late</title>`), 'text/html');
    expect(late.title).toBeNull();
  });
});
