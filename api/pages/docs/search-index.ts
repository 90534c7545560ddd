import { lexer } from 'marked';
import MiniSearch from 'minisearch';
import { anchorOf } from '../../../web/parts/markdown.tsx';
import type { Steps } from '../../core/steps.ts';
import type { Urls } from '../../core/urls.ts';
import { guideText } from '../../discovery/guide-text.ts';
import { GUIDES, guidePath } from '../../discovery/guides.ts';
import type { Reference } from './reference.ts';

export interface Found {
  readonly title: string;
  readonly of: string;
  readonly href: string;
  readonly text: string;
}

interface Entry extends Found {
  readonly id: number;
  /** Of a guide or an operation; of sections it is in `heading`. */
  readonly name: string;
  readonly heading: string;
  readonly body: string;
}

const ENTRIES_A_STEP = 10;
const MOST_FOUND = 20;
const MOST_WORDS = 8;
const LONGEST_WORD = 40;
const SHOWN_CHARACTERS = 180;
/** What is shown before the word that was looked for. */
const MOST_BEFORE = 60;

export interface DocsSearch {
  /** @param query as given; only its first words count */
  find(query: string): Found[];
}

/** Words that say nothing about what is looked for. */
const PASSED_OVER = new Set(
  'a an the of to in on for with and or is are do does how what where when can i my me you'.split(' '),
);

/**
 * Searches the sections of guides and all operations: names first, then headings, then texts. What has all words comes before what has some.
 * Answers do not depend on who asks.
 */
export function* searchSteps(reference: Reference, urls: Urls): Steps<DocsSearch> {
  const found: Omit<Entry, 'id'>[] = [];
  for (const guide of GUIDES) {
    found.push(...guideEntries(guide, urls));
    yield;
  }
  const entries = [...found, ...operationEntries(reference)].map((entry, id) => ({ ...entry, id }));
  const index = new MiniSearch<Entry>({
    fields: ['name', 'heading', 'of', 'body'],
    tokenize: (text) =>
      text
        .split(/[^\p{L}\p{N}_.]+/u)
        .flatMap((word) => (word.includes('.') || word.includes('_') ? [word, ...word.split(/[._]/)] : [word])),
    processTerm: (term) => {
      const word = term.toLowerCase();
      return PASSED_OVER.has(word) ? null : word;
    },
    searchOptions: {
      // "slot_taken" is asked for as a whole.
      tokenize: (text) => text.split(/[^\p{L}\p{N}_.]+/u),
      boost: { name: 8, heading: 5, of: 2 },
      prefix: (word) => word.length > 2,
      // A typo: one letter of four, two of ten.
      fuzzy: (word) => (word.length > 3 && !/\d/.test(word) ? 0.25 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      maxFuzzy: 2,
    },
  });
  for (const entry of entries) {
    index.add(entry);
    if (entry.id % ENTRIES_A_STEP === 0) yield;
  }
  return {
    find(query) {
      const words = query
        .split(/\s+/)
        .slice(0, MOST_WORDS)
        .map((word) => word.slice(0, LONGEST_WORD));
      const asked = words.join(' ');
      const all = index.search(asked, { combineWith: 'AND' });
      const known = new Set(all.map(({ id }) => id));
      const some = all.length >= MOST_FOUND ? [] : index.search(asked, { combineWith: 'OR' });
      return [...all, ...some.filter(({ id }) => !known.has(id))].slice(0, MOST_FOUND).flatMap(({ id }) => {
        const { title, of, href, text } = entries[id as number] as Entry;
        return [{ title, of, href, text: shown(text, words) }];
      });
    },
  };
}

function guideEntries({ name, title, summary }: (typeof GUIDES)[number], urls: Urls): Omit<Entry, 'id'>[] {
  const sections: { heading: string; body: string }[] = [{ heading: '', body: '' }];
  for (const token of lexer(guideText(name, urls))) {
    if (token.type === 'heading' && token.depth > 1) sections.push({ heading: token.text as string, body: '' });
    else if (token.type !== 'heading') (sections.at(-1) as { body: string }).body += `${token.raw}\n`;
  }
  const whole = { title, of: 'Guide', href: guidePath(name), text: summary, name: title, heading: summary };
  return sections.map(({ heading, body }) =>
    heading === ''
      ? { ...whole, body }
      : { ...sectionOf(heading, body), of: title, href: `${whole.href}#${anchorIn(heading)}` },
  );
}

const plainHeading = (heading: string): string => heading.replaceAll(/[`*]/g, '');
const anchorIn = (heading: string): string => anchorOf(plainHeading(heading));
const sectionOf = (heading: string, body: string) => ({
  ...{ title: plainHeading(heading), text: body, name: '', heading, body },
});

const operationEntries = ({ areas }: Reference): Omit<Entry, 'id'>[] =>
  areas.flatMap(({ slug, title, operations }) =>
    operations.map((operation) => ({
      title: operation.title,
      of: `API reference, ${title}`,
      href: `/docs/api/${slug}#${operation.id}`,
      text: operation.text,
      name: `${operation.title} ${operation.tool ?? ''} ${operation.id}`,
      heading: '',
      body: [operation.url, operation.text, ...operation.input.map(({ name, text }) => `${name} ${text}`)].join(' '),
    })),
  );

/** Heads of tables, code, list marks and other marks of Markdown are no text. */
const MARKS = /```[\s\S]*?```|^\|.*\|\n\|[-|: ]+\|$|^\s*(?:-|\d+\.) |[|`*#>[\]]|\(http\S+\)/gm;

/** Some of a text, where the first of the words stands. */
const shown = (text: string, words: readonly string[]): string => {
  const plain = text.replaceAll(MARKS, ' ').replaceAll(/\s+/g, ' ').trim();
  const lower = plain.toLowerCase();
  const at = words.map((word) => lower.indexOf(word.toLowerCase())).find((place) => place >= 0) ?? 0;
  const from = at < SHOWN_CHARACTERS - MOST_BEFORE ? 0 : plain.indexOf(' ', at - MOST_BEFORE) + 1;
  const rest = plain.slice(from);
  const cut = rest.length > SHOWN_CHARACTERS ? `${rest.slice(0, rest.lastIndexOf(' ', SHOWN_CHARACTERS))} …` : rest;
  return from === 0 ? cut : `… ${cut}`;
};
