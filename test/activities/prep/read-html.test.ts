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

const read = (html: string | Buffer, type = 'text/html; charset=utf-8') => readHtml(Buffer.from(html), type);

describe('a page', () => {
  it('is read for its title, language, meta and JSON-LD, the first of each', () => {
    const page = read(`<!doctype html><html lang="de"><head><title>Kr&auml;ne</title><title>Second</title>
      <meta name="Description" content="Für kleine H&auml;fen"><meta name="description" content="later">
      <meta property="og:site_name" content="Acme"><script type="application/ld+json">{"a":"</p>"}</script>
      <script>var title = "<title>no</title>"</script></head><body><h1>x</h1></body></html>`);
    expect(page).toMatchObject({ title: 'Kräne', language: 'de', jsonLd: ['{"a":"</p>"}'] });
    expect([...page.meta]).toEqual([
      ['description', 'Für kleine Häfen'],
      ['og:site_name', 'Acme'],
    ]);
  });

  it('has no title of a picture, of a script or of a comment', () => {
    const html = '<svg><title>Logo</title></svg><!-- <title>No</title> --><script>"<title>No</title>"</script>';
    expect(read(html).title).toBeNull();
    expect(read(`${html}<title>Acme</title>`).title).toBe('Acme');
    expect(read('<title></title>').title).toBeNull();
  });

  it.each([
    ['the header', Buffer.from('<title>Gr\xf6\xdfe</title>', 'latin1'), 'text/html; charset="iso-8859-1"'],
    ['its meta', Buffer.from('<meta charset="windows-1252"><title>Gr\xf6\xdfe</title>', 'latin1'), 'text/html'],
    ['its mark', Buffer.from('\ufeff<title>Größe</title>', 'utf16le'), 'text/html; charset=utf-8'],
    ['nothing, when it is UTF-8', Buffer.from('<title>Größe</title>'), 'text/html'],
    ['nothing, when it can not be UTF-8', Buffer.from('<title>Gr\xf6\xdfe</title>', 'latin1'), 'text/html'],
    ['a name that nobody knows', Buffer.from('<title>Größe</title>'), 'text/html; charset=klingon'],
  ])('says its encoding by %s', (_, body, type) => expect(read(body, type).title).toBe('Größe'));

  it('in the one encoding that Node does not know is read all the same', () => {
    expect(read(Buffer.from('<title>Acme</title>'), 'text/html; charset=x-user-defined').title).toBe('Acme');
  });
});

describe('a hostile page', () => {
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

  it('has limits for meta and scripts', () => {
    const meta = Array.from({ length: 1_000 }, (_, n) => `<meta name="m${n}" content="x">`).join('');
    const scripts = '<script type="application/ld+json">{}</script>'.repeat(100);
    const page = read(meta + scripts);
    expect([page.meta.size, page.jsonLd.length]).toEqual([200, 20]);
  });

  it('with names of Object in its meta changes nothing', () => {
    const page = read('<meta name="__proto__" content="x"><meta name="constructor" content="y">');
    expect(page.meta.get('description')).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each([
    '',
    '<',
    '<title',
    '<title>never ends',
    '\0\0\0',
    '<html lang>',
    '<meta>',
    '<script type="application/ld+json">',
  ])('that is %j does not throw', (html) => void read(html));
});
