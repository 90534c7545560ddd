import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { Parser } from 'htmlparser2';

/** What of a page is read: as it is written there. */
export interface ReadPage {
  readonly title: string | null;
  readonly language: string | null;
  /** Of `meta`, by name or property in lower case; the first of each. */
  readonly meta: ReadonlyMap<string, string>;
  /** Texts of scripts of JSON-LD. */
  readonly jsonLd: readonly string[];
}

const MOST_SCRIPTS = 20;
const MOST_META = 200;
/** The parser pays for each open tag with the number of those around it: 2 MB of open tags took a minute. No real page is so deep. */
const MOST_DEPTH = 1_000;
/** Characters between two looks at the depth. */
const PART = 16_384;

/** By mark, header and `meta`, as browsers do; without any of them UTF-8, if it can be that. */
function textOf(body: Buffer, contentType: string): string {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  const defaultEncoding = isUtf8(body) ? 'UTF-8' : 'windows-1252';
  try {
    return new TextDecoder(sniffEncoding(body, { transportLayerEncodingLabel: label, defaultEncoding })).decode(body);
  } catch {
    // `x-user-defined`, the one encoding of the web that Node does not know.
    return body.toString('latin1');
  }
}

const isJsonLd = (name: string, type = ''): boolean => name === 'script' && /^application\/ld\+json\b/i.test(type);

/** Reads a page without building a tree: a page of a million tags costs its length. What comes below a thousand open tags is not read. No script runs. */
export function readHtml(body: Buffer, contentType: string): ReadPage {
  const meta = new Map<string, string>();
  const jsonLd: string[] = [];
  let title: string | null = null;
  let language: string | null = null;
  let into: 'title' | 'script' | null = null;
  let text = '';
  let pictures = 0;
  let depth = 0;
  const keepMeta = (key: string, content: string | undefined): void => {
    if (key && content !== undefined && !meta.has(key) && meta.size < MOST_META) meta.set(key, content);
  };
  const parser = new Parser({
    onopentag(name, { lang, property, name: metaName, content, type }) {
      depth += 1;
      if (name === 'html') language ??= lang ?? null;
      if (name === 'svg') pictures += 1;
      if (name === 'meta') keepMeta((property ?? metaName ?? '').toLowerCase(), content);
      // A picture may have a title of its own.
      if (name === 'title' && title === null && pictures === 0) into = 'title';
      else if (isJsonLd(name, type) && jsonLd.length < MOST_SCRIPTS) into = 'script';
      else return;
      text = '';
    },
    ontext(part) {
      if (into) text += part;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'svg') pictures -= 1;
      if (name !== into) return;
      if (name === 'title') title = text;
      else jsonLd.push(text);
      into = null;
    },
  });
  const html = textOf(body, contentType);
  for (let at = 0; at < html.length && depth < MOST_DEPTH; at += PART) parser.write(html.slice(at, at + PART));
  parser.end();
  return { title: title || null, language, meta, jsonLd };
}
