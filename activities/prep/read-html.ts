import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { Parser } from 'htmlparser2';

/** The parts of a page that are read, as they are written there. */
export interface ReadPage {
  readonly title: string | null;
  readonly language: string | null;
  /** Of `meta`, by name or property in lower case; the first of each. */
  readonly meta: ReadonlyMap<string, string>;
  /** Texts of scripts of JSON-LD. */
  readonly jsonLd: readonly string[];
}

const MAX_SCRIPTS = 20;
const MAX_META = 200;
/** A page describes itself at its beginning. The rest is not read. */
const MAX_BYTES = 300_000;
/** The parser looks through all open tags at each end tag: a page that nests deeper is read no further. */
const MAX_DEPTH = 500;
const STEP_CHARACTERS = 4_096;

const GREATER_THAN = 0x3e;

/** The first part of a page, up to the end of a tag: no letter is cut in two. */
function beginningOf(body: Uint8Array): Uint8Array {
  if (body.length <= MAX_BYTES) return body;
  return body.subarray(0, body.lastIndexOf(GREATER_THAN, MAX_BYTES - 1) + 1 || MAX_BYTES);
}

/** By mark, header and `meta`, as browsers do; without any of them UTF-8, if it can be that. */
function textOf(body: Uint8Array, contentType: string): string {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  const defaultEncoding = isUtf8(body) ? 'UTF-8' : 'windows-1252';
  try {
    return new TextDecoder(sniffEncoding(body, { transportLayerEncodingLabel: label, defaultEncoding })).decode(body);
  } catch {
    // `x-user-defined`, the one encoding of the web that Node does not know.
    return Buffer.from(body).toString('latin1');
  }
}

const isJsonLd = (name: string, type = ''): boolean => name === 'script' && /^application\/ld\+json\b/i.test(type);

/**
 * Reads the beginning of a page without building a tree: hostile pages cost their length (`read-html.test.ts`). No script runs. Runs in the
 * thread of readers.
 */
export function readHtml(body: Uint8Array, contentType: string): ReadPage {
  const meta = new Map<string, string>();
  const jsonLd: string[] = [];
  let title: string | null = null;
  let language: string | null = null;
  let into: 'title' | 'script' | null = null;
  let text = '';
  let pictures = 0;
  let depth = 0;
  const keepMeta = (key: string, content: string | undefined): void => {
    if (key && content !== undefined && !meta.has(key) && meta.size < MAX_META) meta.set(key, content);
  };
  const parser = new Parser({
    onopentag(name, { lang, property, name: metaName, content, type }) {
      depth += 1;
      if (name === 'html') language ??= lang ?? null;
      if (name === 'svg') pictures += 1;
      if (name === 'meta') keepMeta((property ?? metaName ?? '').toLowerCase(), content);
      // A picture may have a title of its own.
      if (name === 'title' && title === null && pictures === 0) into = 'title';
      else if (isJsonLd(name, type) && jsonLd.length < MAX_SCRIPTS) into = 'script';
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
  const page = textOf(beginningOf(body), contentType);
  for (let from = 0; from < page.length && depth <= MAX_DEPTH; from += STEP_CHARACTERS)
    parser.write(page.slice(from, from + STEP_CHARACTERS));
  if (depth <= MAX_DEPTH) parser.end();
  return { title: title || null, language, meta, jsonLd };
}
