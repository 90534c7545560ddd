import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variableNames } from '../../infra/config.ts';
import { PORTS } from '../../infra/local/ports.ts';
import { postJson } from '../support/drivers/http.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { blocksIn, guides, ROOT, readGuide } from './examples.ts';
import { onStack } from './run-examples.ts';

const PAGES = [
  ...guides(),
  ...readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
  'CONTRIBUTING.md',
  'CHANGELOG.md',
];
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
  const linked = [
    ...matches(text, /\]\((docs\/[\w-]+\.md)\)/g),
    ...matches(readGuide('docs/operations.md'), /\]\((operations\/[\w-]+\.md)\)/g).map((path) => `docs/${path}`),
  ];
  expect(guides().filter((path) => path !== 'README.md' && !linked.includes(path))).toEqual([]);
});

describe('the addresses in README.md', () => {
  const rows = [...readGuide('README.md').matchAll(/^\| (?<what>.+) \| (?<url>http:\S+) \|$/gm)].map(({ groups }) => ({
    what: groups?.what ?? '',
    url: groups?.url ?? '',
  }));
  const ofTheStack = rows.filter(({ url }) => /:300[012]\//.test(url));
  const others = rows.filter((row) => !ofTheStack.includes(row));
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ worker: false });
  });
  afterAll(() => stack.close());

  it.each(ofTheStack)('$what: $url answers', async ({ url }) => {
    const here = onStack(stack, url);
    const answer = url.includes('/mcp')
      ? await postJson(here, { jsonrpc: '2.0', id: 1, method: 'tools/list' }).then(({ status }) => status)
      : await fetch(here).then(({ status }) => status);
    // The connector asks whoever comes without a sign-in.
    expect(answer).toBe(url.endsWith(':3002/mcp') ? 401 : 200);
  });

  it('are nine of the stack, and those of Temporal and the stand-ins, which only a launcher opens', () => {
    expect(ofTheStack).toHaveLength(9);
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
    'client/README.md client',
    'docs/billing.md test-to-live',
    'docs/booking-by-api.md booking-by-api',
    'docs/booking-pages.md brand',
    'docs/cli.md cli',
    'docs/device-authorization.md device-authorization',
    'docs/embed.md embed-event',
    'docs/embed.md embed-frame',
    'docs/embed.md embed-link',
    'docs/embed.md embed-inline',
    'docs/embed.md embed-popup',
    'docs/errors-and-limits.md envelope',
    'docs/keys-and-seats.md config',
    'docs/keys-and-seats.md keys-and-seats',
    'docs/mcp.md booking-by-mcp',
    'docs/mcp.md config',
    'docs/mcp.md mcp-by-curl',
    'docs/operations/mails.md mail-caps',
    'docs/operations/restore.md reminders-after-restore',
    'docs/operations/deploy.md replay',
    'docs/operations/webhooks.md webhook-deliveries',
    'docs/operations/restore.md webhooks-held',
    'docs/operations/restore.md webhooks-released',
    'docs/prep-packs.md prep-texts',
    'docs/self-hosting.md self-hosting',
    'docs/self-hosting.md variables',
    'docs/temporal-ui.md queries',
    'docs/temporal-ui.md temporal-ui',
    'docs/time-zones.md time-zones',
    'docs/typescript-client.md typescript-client',
    'docs/webhooks.md webhook-create',
    'docs/webhooks.md webhook-node',
    'docs/webhooks.md webhook-python',
    'docs/webhooks.md webhook-python-plain',
    'docs/workspace-tools.md event-types',
    'docs/workspace-tools.md meetings',
    'docs/workspace-tools.md weekly-hours',
    'docs/workspace-tools.md workspace-day',
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
  /** What no test runs, by its first line, and why. */
  const NOT_RUN = {
    'docs/agent-identity.md: Authorization': 'no call; delegated-calls.test.ts sends these headers with each call',
    'README.md: npm install': 'installs packages; start.test.ts of test/infra/local starts what npm start starts',
    'docs/three-jobs.md: npm install --no-save':
      'packs the client and installs it in the checkout; npm run client-runtimes does the same, by hand',
    'docs/webhooks.md: {': 'the body of a delivery; webhook-delivery.test.ts reads each by its schema',
    'docs/webhooks.md: npm run cli -- listen': 'runs until Ctrl-C; test/cli/keys.test.ts runs both commands',
    'docs/workspace-tools.md: printf': 'needs a key of Cal.com; import-by-key.test.ts sends this input',
    'docs/benchmarks.md: npm run bench': 'half an hour of a quiet machine',
    'docs/operations/restore.md: pg_dump --format=custom':
      'needs the tools of the server’s own release of PostgreSQL; tried by hand, as the guide says',
  };
  const all = [...guides(), 'client/README.md'].flatMap((path) =>
    blocksIn(readGuide(path)).map((block) => ({ path, ...block })),
  );

  it('that are marked are those that a test runs', () => {
    const marked = all.flatMap(({ path, name }) => (name ? [`${path} ${name}`] : []));
    expect([...new Set(marked)].sort()).toEqual([...RUN].sort());
    const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.test.ts'),
    );
    const text = tests.map((path) => readFileSync(join(ROOT, 'test', path), 'utf8')).join('\n');
    expect(
      RUN.filter((one) => !one.startsWith('docs/three-jobs.md') && !text.includes(`'${one.split(' ')[1]}'`)),
    ).toEqual([]);
  });

  it.each(Object.entries(NOT_RUN))('%s … is not run: %s', (start) => {
    const unmarked = all.filter(({ name }) => !name).map(({ path, text }) => `${path}: ${text}`);
    expect(unmarked.filter((one) => one.startsWith(start))).toHaveLength(1);
  });

  it('are run otherwise', () => {
    const unmarked = all.filter(({ name }) => !name).map(({ path, text }) => `${path}: ${text}`);
    expect(unmarked.filter((one) => !Object.keys(NOT_RUN).some((start) => one.startsWith(start)))).toEqual([]);
  });
});
