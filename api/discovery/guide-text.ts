import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Urls } from '../core/urls.ts';
import { openapiUrl } from '../openapi/path.ts';
import { GUIDES, guidePath } from './guides.ts';

const FOLDER = new URL('../../docs/', import.meta.url);
/** Of the stack that `npm start` runs, and that the examples are tested with. */
const LOCAL = { app: 'http://localhost:3000', public: 'http://localhost:3001', mcp: 'http://localhost:3002' };
const URL_OF = new Map<string, keyof Urls>([
  ...([
    [LOCAL.app, 'appUrl'],
    ['{app_url}', 'appUrl'],
  ] as const),
  ...([
    [LOCAL.public, 'publicUrl'],
    ['{public_url}', 'publicUrl'],
  ] as const),
  ...([
    [LOCAL.mcp, 'mcpUrl'],
    ['{mcp_url}', 'mcpUrl'],
  ] as const),
]);
/**
 * An address in a guide. What the command line does without a setting (`default …`) is true of every service. All are replaced in one pass:
 * one that was put in can look like the beginning of another (port 30012).
 */
const ADDRESS = /(?<!default )http:\/\/localhost:300[012](?!\d)|\{(?:app|public|mcp)_url\}/g;
/** A shell example that runs the command line tool. */
const CLI_BLOCK = /^```sh\n(?=(?:(?!```)[^\n]*\n)*?(?:holdfast|npm run cli)\b)/gm;
const MARK = /^<!--.*-->\n/gm;
const LINK = /(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g;

const published = new Set(GUIDES.map(({ name }) => name));

/**
 * A guide as Markdown: its addresses are those of this service, and its links lead to what is served.
 * @param ending of the addresses of other guides: their text, or with '' their pages
 */
export function guideText(name: string, urls: Urls, ending: '.md' | '' = '.md'): string {
  return readFileSync(new URL(`${name}.md`, FOLDER), 'utf8')
    .replaceAll(MARK, '')
    .replaceAll(LINK, (_, text: string, target: string) => linkTo(text, target, posix.dirname(name), urls, ending))
    .replaceAll(CLI_BLOCK, (fence) => `${fence}${settingsFor(urls)}`)
    .replaceAll(ADDRESS, (address) => urls[URL_OF.get(address) ?? 'appUrl']);
}

/** The first line of an example: without it the tool asks this machine. */
const settingsFor = ({ appUrl, publicUrl }: Urls): string =>
  appUrl === LOCAL.app && publicUrl === LOCAL.public
    ? ''
    : `export HOLDFAST_URL=${appUrl} HOLDFAST_PUBLIC_URL=${publicUrl}\n`;

/** @param folder of the guide that links, below docs/ */
function linkTo(text: string, target: string, folder: string, urls: Urls, ending: string): string {
  if (/^(?:https?:|#|mailto:)/.test(target)) return `[${text}](${target})`;
  if (target === 'openapi.json') return `[${text}](${openapiUrl(urls)})`;
  const [file = '', anchor] = target.split('#', 2);
  const name = posix.join(folder, file).replace(/\.md$/, '');
  if (!published.has(name)) return text;
  return `[${text}](${urls.appUrl}${guidePath(name)}${ending}${anchor === undefined ? '' : `#${anchor}`})`;
}
