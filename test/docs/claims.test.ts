import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variableNames } from '../../infra/config.ts';
import { PORTS } from '../../infra/local/ports.ts';
import { postJson } from '../support/drivers/http.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { blocksIn, guides, ROOT, readGuide } from './examples.ts';

const PAGES = [...guides(), 'CONTRIBUTING.md'];
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** Headings as GitHub links to them. */
const anchorsOf = (markdown: string): string[] =>
  matches(markdown, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const isBroken = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && !anchorsOf(readGuide(target)).includes(anchor);
};

describe.each(PAGES)('%s', (page) => {
  const text = readGuide(page);

  it('names npm scripts that exist', () => {
    const named = [...matches(text, /npm run (?:-s |--silent )?([\w:-]+)/g), ...matches(text, /npm (test|start)\b/g)];
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    const links = matches(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => isBroken(page, link))).toEqual([]);
  });
});

it('README.md names what it must: how to start, how to test, and every guide for users', () => {
  const text = readGuide('README.md');
  for (const words of ['npm install\nnpm start', 'npm test']) expect(text).toContain(words);
  const linked = matches(text, /\]\((docs\/[\w-]+\.md)\)/g);
  expect(guides().filter((path) => path !== 'README.md' && !linked.includes(path))).toEqual([]);
});

describe('the addresses in README.md', () => {
  const rows = [...readGuide('README.md').matchAll(/^\| (?<what>.+) \| (?<url>http:\S+) \|$/gm)].map(({ groups }) => ({
    what: groups?.what ?? '',
    url: groups?.url ?? '',
  }));
  const ofTheStack = rows.filter(({ url }) => /:300[01]\//.test(url));
  const others = rows.filter((row) => !ofTheStack.includes(row));
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ worker: false });
  });
  afterAll(() => stack.close());

  it.each(ofTheStack)('$what: $url answers', async ({ url }) => {
    const here = url.replace('http://localhost:3000', stack.appUrl).replace('http://localhost:3001', stack.publicUrl);
    const answer = url.includes('/mcp/')
      ? await postJson(here, { jsonrpc: '2.0', id: 1, method: 'tools/list' }).then(({ status }) => status)
      : await fetch(here).then(({ status }) => status);
    expect(answer).toBe(200);
  });

  it('are seven of the stack, and those of Temporal and the stand-ins, which only a launcher opens', () => {
    expect(ofTheStack).toHaveLength(7);
    expect(others.map(({ url }) => url)).toEqual([
      `http://127.0.0.1:${PORTS.googleStandIn.port}/`,
      `http://127.0.0.1:${PORTS.microsoftStandIn.port}/`,
      `http://127.0.0.1:${PORTS.stripeStandIn.port}/`,
      `http://localhost:${PORTS.temporalUi.port}`,
    ]);
  });
});

it('docs/local-stack.md explains every variable that is read, and no other', () => {
  const [, environment = ''] = readGuide('docs/local-stack.md').split('\n## Environment\n');
  const cells = environment
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '');
  const explained = cells.flatMap((cell) => matches(cell, /`([A-Z_]+)`/g));
  const read = new Set([...variableNames, ...Object.values(PORTS).map(({ variable }) => variable)]);
  expect(explained.toSorted()).toEqual([...read].toSorted());
});

describe('the examples', () => {
  const RUN = [
    'README.md first-booking',
    'docs/booking-by-api.md booking-by-api',
    'docs/keys-and-seats.md keys-and-seats',
    'docs/mcp.md booking-by-mcp',
    'docs/mcp.md mcp-by-curl',
    'docs/embed.md embed-frame',
    'docs/embed.md embed-link',
    'docs/embed.md embed-popup',
    'docs/self-hosting.md self-hosting',
    'docs/temporal-ui.md queries',
    'docs/temporal-ui.md temporal-ui',
    'docs/time-zones.md time-zones',
    'docs/workspace-tools.md event-types',
    'docs/workspace-tools.md meetings',
    'docs/workspace-tools.md workspace-day',
    // By three-jobs.test.ts.
    ...[
      'book-cli',
      'book-curl',
      'book-mcp',
      'book-ts',
      'key-cli',
      'key-curl',
      'key-ts',
      'run-cli',
      'run-curl',
      'run-mcp',
      'run-ts',
    ].map((name) => `docs/three-jobs.md ${name}`),
  ];

  it('that are marked are those that examples.test.ts and three-jobs.test.ts run', () => {
    const marked = guides().flatMap((path) => blocksIn(readGuide(path)).map(({ name }) => name && `${path} ${name}`));
    expect([...new Set(marked.filter(Boolean))].sort()).toEqual([...RUN].sort());
  });

  it.each(['docs/booking-by-api.md', 'docs/keys-and-seats.md', 'docs/mcp.md'])('of %s are marked', (path) => {
    const unmarked = blocksIn(readGuide(path)).filter(({ name, language }) => !name && language !== 'json');
    expect(unmarked).toEqual([]);
  });
});
