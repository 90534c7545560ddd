import { lexer, type Token, type Tokens } from 'marked';
import type { DocsGroup } from '../../../web/pages/docs-frame.tsx';
import { anchorOf } from '../../../web/parts/markdown.tsx';
import type { PageProps } from '../../../web/server.tsx';
import { finish, finishInBackground } from '../../core/steps.ts';
import type { Urls } from '../../core/urls.ts';
import { DISCOVERY_PATHS } from '../../discovery/addresses.ts';
import { guideText } from '../../discovery/guide-text.ts';
import { GUIDE_GROUPS, GUIDES, guidePath } from '../../discovery/guides.ts';
import { prepareDocument } from '../../openapi/made-document.ts';
import { openapiUrl } from '../../openapi/path.ts';
import { areaLinks, makeReference, type Reference } from './reference.ts';
import { type DocsSearch, searchSteps } from './search-index.ts';

const LONGEST_QUERY = 100;

interface Docs {
  readonly reference: Reference;
  readonly groups: readonly DocsGroup[];
  search?: DocsSearch;
}

/** Made at the first page: it depends on the configured addresses alone. */
const made = new WeakMap<Urls, Docs>();

function docsOf(urls: Urls): Docs {
  const known = made.get(urls);
  if (known) return known;
  const reference = makeReference(urls);
  const guides = GUIDE_GROUPS.map((group) => ({
    title: group.title,
    links: group.guides.map(({ name, title }) => ({ title, href: guidePath(name) })),
  }));
  const areas = reference.areas.map(({ slug, title }) => ({ title, href: `/docs/api/${slug}` }));
  const links = [{ title: 'All operations', href: '/docs/api' }, ...areas];
  const docs = { reference, groups: [...guides, { title: 'API reference', links }] };
  made.set(urls, docs);
  return docs;
}

/** Makes what all pages need beside calls, before anybody asks for one. */
export async function prepareDocs(urls: Urls): Promise<void> {
  await prepareDocument(urls);
  const docs = docsOf(urls);
  docs.search ??= await finishInBackground(searchSteps(docs.reference, urls));
}

export const docsIndex = (urls: Urls): PageProps<'docsIndex'> => ({
  groups: docsOf(urls).groups,
  guides: GUIDE_GROUPS.map(({ title, guides }) => ({
    title,
    guides: guides.map((guide) => ({ title: guide.title, summary: guide.summary, href: guidePath(guide.name) })),
  })),
  openapiUrl: openapiUrl(urls),
  llmsUrl: `${urls.appUrl}${DISCOVERY_PATHS.llms}`,
});

/** Reading a guide costs more than showing it. */
const read = new WeakMap<Urls, Map<string, Token[]>>();

function tokensOf(name: string, urls: Urls): Token[] {
  const known = read.get(urls) ?? new Map<string, Token[]>();
  read.set(urls, known);
  const tokens = known.get(name) ?? lexer(guideText(name, urls, ''));
  known.set(name, tokens);
  return tokens;
}

/** undefined: there is no such guide. */
export function docsGuide(urls: Urls, name: string): PageProps<'docsGuide'> | undefined {
  const guide = GUIDES.find((one) => one.name === name);
  if (!guide) return undefined;
  const tokens = tokensOf(guide.name, urls);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const titles = headings.filter(({ depth }) => depth === 2).map(({ text }) => text.replaceAll(/[`*]/g, ''));
  return {
    groups: docsOf(urls).groups,
    here: guidePath(guide.name),
    title: guide.title,
    summary: guide.summary,
    heading: headings.find(({ depth }) => depth === 1)?.text ?? guide.title,
    contents: titles.map((title) => ({ title, href: `#${anchorOf(title)}` })),
    tokens: tokens.filter((token) => !(token.type === 'heading' && token.depth === 1)),
  };
}

/** @param given as in the address; only its first characters count */
export function docsSearch(urls: Urls, given: string): PageProps<'docsSearch'> {
  const docs = docsOf(urls);
  const query = given.trim().slice(0, LONGEST_QUERY);
  const search = docs.search ?? finish(searchSteps(docs.reference, urls));
  docs.search = search;
  return { groups: docs.groups, query, found: query === '' ? [] : search.find(query) };
}

export function docsApi(urls: Urls): PageProps<'docsApi'> {
  const { groups, reference } = docsOf(urls);
  return { groups, areas: areaLinks(reference), intro: reference.intro, openapiUrl: openapiUrl(urls) };
}

/** undefined: there is no such area. */
export function docsArea(urls: Urls, slug: string): PageProps<'docsArea'> | undefined {
  const { groups, reference } = docsOf(urls);
  const area = reference.areas.find((one) => one.slug === slug);
  return area && { groups, here: `/docs/api/${slug}`, title: area.title, text: area.text, operations: area.operations };
}
