import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../activities/prep/read-html.ts';

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
  it('of a million open tags costs its length', () => {
    const startMs = performance.now();
    expect(read(`${'<div><svg>'.repeat(100_000)}<title>Deep</title>`).title).toBeNull();
    for (const part of [
      '<p>',
      '<b ',
      '<a href=">',
      '<!--',
      '</div>',
      '<meta name=a>',
      '&#',
      '<![CDATA[',
      '<table><tr>',
      '<title>',
    ])
      read(part.repeat(2_000_000 / part.length));
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });

  it('is read up to its deepest part', () => {
    const page = read(
      `<title>Acme</title>${'<div>'.repeat(50_000)}${'</div>'.repeat(50_000)}<meta name="late" content="x">`,
    );
    expect([page.title, page.meta.size]).toEqual(['Acme', 0]);
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
