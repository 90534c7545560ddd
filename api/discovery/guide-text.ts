import { readFileSync } from 'node:fs';
import type { Urls } from '../core/urls.ts';
import { openapiUrl } from '../openapi/path.ts';
import { GUIDES, guidePath } from './guides.ts';

const FOLDER = new URL('../../docs/', import.meta.url);
/** Of the stack that `npm start` runs, and that the examples are tested with. */
const LOCAL = { app: 'http://localhost:3000', public: 'http://localhost:3001', mcp: 'http://localhost:3002' };
/** What the command line does without a setting is true of every service. */
const APP = new RegExp(`(?<!default )${LOCAL.app}`, 'g');
const PUBLIC = new RegExp(`(?<!default )${LOCAL.public}`, 'g');
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
    .replaceAll(LINK, (_, text: string, target: string) => linkTo(text, target, urls, ending))
    .replaceAll(CLI_BLOCK, (fence) => `${fence}${settingsFor(urls)}`)
    .replaceAll(APP, urls.appUrl)
    .replaceAll(PUBLIC, urls.publicUrl)
    .replaceAll(LOCAL.mcp, urls.mcpUrl)
    .replaceAll('{app_url}', urls.appUrl)
    .replaceAll('{public_url}', urls.publicUrl)
    .replaceAll('{mcp_url}', urls.mcpUrl);
}

/** The first line of an example: without it the tool asks this machine. */
const settingsFor = ({ appUrl, publicUrl }: Urls): string =>
  appUrl === LOCAL.app && publicUrl === LOCAL.public
    ? ''
    : `export HOLDFAST_URL=${appUrl} HOLDFAST_PUBLIC_URL=${publicUrl}\n`;

function linkTo(text: string, target: string, urls: Urls, ending: string): string {
  if (/^(?:https?:|#|mailto:)/.test(target)) return `[${text}](${target})`;
  if (target === 'openapi.json') return `[${text}](${openapiUrl(urls)})`;
  const [file = '', anchor] = target.split('#', 2);
  const name = file.replace(/\.md$/, '');
  if (!published.has(name)) return text;
  return `[${text}](${urls.appUrl}${guidePath(name)}${ending}${anchor === undefined ? '' : `#${anchor}`})`;
}
