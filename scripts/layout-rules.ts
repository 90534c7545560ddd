import { LANGUAGES } from '../texts/languages.ts';

/** The folders and files allowed: one list of areas in every layer. `scripts/layout.ts` checks the tree against it. */

/** The areas of the product. docs/glossary.md says what belongs to each that has code. */
export const AREAS: readonly string[] = [
  ...['booking', 'bookable', 'event-types', 'availability', 'meetings', 'teams', 'members', 'workspaces'],
  ...['access', 'accounts', 'links', 'mail', 'activity', 'calendars', 'billing', 'identity', 'prep'],
  ...['webhooks', 'reminders', 'oauth', 'ops'],
];

/** The layers: the folders of the product's code, at the root of the repository. */
export const TREE: readonly string[] = [
  ...[
    'schemas',
    'domain',
    'store',
    'outbound',
    'activities',
    'workflows',
    'workers',
    'api',
    'web',
    'cli',
    'client',
    'infra',
    'stand-ins',
    'texts',
  ],
];

/** Tools, texts, and what `.gitignore` names. */
const BESIDE: readonly string[] = [
  ...['bench', 'fuzz', 'scripts', 'docs', 'patches', 'test'],
  ...['node_modules', 'dist', 'coverage', 'test-results', 'out'],
];

interface Rule {
  /** The rule is for what is directly below it; deeper levels are free. */
  readonly folder: string;
  /** Areas allowed here, as folders and as `<area>.ts`. */
  readonly areas?: true;
  /** Other folders allowed here. */
  readonly folders?: readonly string[];
  /** Other files allowed here, without their endings; `any`: all. */
  readonly files?: readonly string[] | 'any';
  /** Where a refused path may belong. */
  readonly hint?: string;
}

const domain = {
  areas: true,
  folders: ['slots', 'slots-answer', 'forms', 'time', 'branding'],
  files: ['concurrency', 'secrets', 'untrusted-text', 'client-networks', 'names-near', 'normalized', 'sealed-token'],
} as const;
const store = {
  areas: true,
  folders: ['migrations'],
  files: [
    'database',
    'locks',
    'keyset',
    'migrate',
    'schema',
    'schema.sql',
    'rows',
    'activity',
    'refusal',
    'unique-address',
    'webhook-outbox',
    'hosted-by',
    'event-type-settings',
    'membership-lock',
    'live-bookings',
    'waiting-query',
    'person-zone',
    'stopped-agents',
  ],
} as const;
const activities = {
  areas: true,
  files: ['redact-failures'],
  hint: 'The adapter of an outside service belongs in outbound/.',
} as const;
const api = {
  folders: [
    ...['core', 'rest', 'openapi', 'mcp', 'oauth', 'inbound', 'flows', 'auth', 'sign-in'],
    ...['handlers', 'pages', 'discovery'],
  ],
  hint: 'An operation belongs in api/handlers/<area>/, a web page in api/pages/, a webhook of another service in api/inbound/.',
} as const;
const pages = {
  folders: ['shell', 'booking', 'manage', 'markdown', 'embed', 'cards', 'app', 'calendars', 'docs', 'sign-in'],
  hint: 'A page of the signed-in app belongs in api/pages/app/, what all pages share in api/pages/shell/.',
} as const;

const web = {
  folders: ['pages', 'parts', 'picker', 'app', 'assets', 'styles'],
  hint: 'A page belongs in web/pages/, a part of pages in web/parts/, a section of the dashboard in web/app/dashboard/<area>/.',
} as const;
const webApp = { folders: ['booking', 'dashboard', 'data', 'device', 'entries', 'login', 'parts', 'styles'] } as const;
/** A folder without folders, whose files have free names. */
const flat = { files: 'any' } as const;
const workflows = { ...flat, hint: 'A flow is one file in workflows/.' } as const;
const outbound = {
  folders: ['calendars', 'payments', 'scheduling-accounts'],
  hint: 'A service that we call has one folder in outbound/.',
} as const;
const standIns = {
  folders: ['google', 'internet', 'microsoft', 'stripe'],
  hint: 'A service that we stand in for has one folder in stand-ins/.',
} as const;
const workers = {
  folders: ['reconcile', 'billing-setup'],
  hint: 'What flows do belongs in activities/<area>/.',
} as const;
const cli = { folders: ['commands'], hint: 'A command belongs in cli/commands/.' } as const;
const client = { files: 'any', hint: 'The client is a few files beside each other.' } as const;
const texts = { hint: 'The texts of a language are in texts/<its two letters>/.' } as const;
const ofLanguage = { folders: ['mails', 'pages', 'dashboard'], files: ['index', 'access', 'meetings'] } as const;
const infra = { folders: ['local'], hint: 'What npm start does belongs in infra/local/.' } as const;

const RULES: readonly Rule[] = [
  { folder: 'schemas/operations', areas: true, hint: 'What several areas use belongs in schemas/shapes/.' },
  { folder: 'domain', ...domain },
  { folder: 'store', ...store },
  { folder: 'activities', ...activities },
  { folder: 'api', ...api, files: ['main', 'server', 'origins', 'create-services'] },
  { folder: 'api/handlers', areas: true, files: ['index'] },
  { folder: 'api/pages', ...pages, files: ['routes'] },
  { folder: 'web', ...web, files: ['server'] },
  { folder: 'web/pages', ...flat },
  { folder: 'web/parts', ...flat },
  { folder: 'web/picker', ...flat },
  { folder: 'web/app', ...webApp, files: ['operations.d', 'app.css', 'tsconfig.json', 'vite.config'] },
  {
    folder: 'web/app/dashboard',
    areas: true,
    // Of no area: they lead to all of them.
    folders: ['first-run', 'palette'],
    files: ['app-bar', 'dashboard', 'not-found', 'place-head', 'router', 'shell'],
  },
  { folder: 'workflows', ...workflows },
  { folder: 'outbound', ...outbound, files: 'any' },
  { folder: 'stand-ins', ...standIns, files: 'any' },
  {
    folder: 'workers',
    ...workers,
    files: [
      'main',
      'worker',
      'activities',
      'build',
      'bundle',
      'heartbeat',
      'replay',
      'sdk-logger',
      'wake-webhooks',
      'settled-reminders',
    ],
  },
  { folder: 'cli', ...cli, files: 'any' },
  { folder: 'cli/commands', ...flat },
  { folder: 'client', ...client, folders: ['dist'] },
  { folder: 'infra', ...infra, files: 'any' },
  { folder: 'texts', ...texts, folders: LANGUAGES, files: ['languages', 'translated', 'capital'] },
  ...LANGUAGES.map((language) => ({ folder: `texts/${language}`, ...texts, ...ofLanguage })),
  {
    folder: 'test',
    folders: [...TREE, 'agents', 'docs', 'e2e', 'fixtures', 'histories', 'samples', 'scripts', 'support'],
    files: ['slow-files.json'],
    hint: 'Tests mirror the tree.',
  },
  { folder: 'test/schemas', folders: ['operations', 'shapes'], files: ['contract'] },
  { folder: 'test/schemas/operations', areas: true },
  { folder: 'test/domain', ...domain },
  { folder: 'test/store', ...store },
  { folder: 'test/activities', ...activities },
  { folder: 'test/api', ...api },
  { folder: 'test/api/handlers', areas: true },
  { folder: 'test/api/pages', ...pages },
  { folder: 'test/web', ...web },
  { folder: 'test/workflows', ...workflows },
  { folder: 'test/workers', ...workers, files: 'any' },
  { folder: 'test/cli', ...cli, files: 'any' },
  { folder: 'test/infra', ...infra, files: 'any' },
  { folder: 'test/e2e', folders: ['app', 'billing', 'calendars', 'failures', 'jobs', 'pages', 'requests'] },
  { folder: 'test/samples', areas: true, files: ['all', 'sample'] },
  {
    folder: 'test/support',
    folders: ['stack', 'drivers', 'factories', 'fakes', 'asserts'],
    hint: 'What starts servers belongs in stack/, what acts as a user in drivers/, what makes data in factories/.',
  },
];

const stemOf = (file: string): string => file.replace(/(\.test)?\.tsx?$/, '');

/** `booking` of `booking-notes`, `links` of `link-codes`; undefined if the name has no area. */
const areaIn = (name: string): string | undefined => {
  const words = (text: string) => `-${text.replace(/s$/, '')}-`;
  return AREAS.find((area) => `-${name.replaceAll(/s(?=-|$)/g, '')}-`.includes(words(area)));
};

const placesOf = ({ areas, folders = [] }: Rule): string =>
  [...(areas ? [`the areas (${AREAS.join(', ')})`] : []), ...(folders.length > 0 ? [folders.join(', ')] : [])].join(
    ', and ',
  );

const problemOf = (rule: Rule, path: string): string | undefined => {
  const { folder, areas, folders = [], files = [], hint } = rule;
  const [name = '', ...below] = path.slice(folder.length + 1).split('/');
  const isFolder = below.length > 0;
  const stem = stemOf(name);
  if (areas && AREAS.includes(stem)) return undefined;
  const allowed = isFolder ? folders : files;
  if (allowed === 'any' || allowed.includes(stem)) return undefined;
  const place = areas ? `${folder}/${areaIn(stem) ?? '<area>'}/` : `${folder}/${folders.length > 0 ? '<folder>/' : ''}`;
  const where = isFolder
    ? `${folder}/${name}/ is not a place for code. Move its files to ${place}`
    : `${path} lies beside the folders. Move it to ${place}`;
  const more = areas
    ? ' A new area needs a word in AREAS (scripts/layout-rules.ts) and a row in docs/glossary.md.'
    : '';
  return `${where}. ${folder}/ has ${placesOf(rule) || 'no folders'}.${hint ? ` ${hint}` : ''}${more}`;
};

/** A folder at the root belongs to a layer, or is a tool. */
const rootProblemOf = (path: string): string | undefined => {
  const [name = '', ...below] = path.split('/');
  if (below.length === 0 || name.startsWith('.') || [...TREE, ...BESIDE].includes(name)) return undefined;
  return `${name}/ is no layer (${TREE.join(', ')}). An area has a folder in each layer that it needs: <layer>/${areaIn(name) ?? '<area>'}/.`;
};

/**
 * The misplaced paths, each with where to put it.
 * @param paths of files, from the root of the repository, with `/`. A folder ends with `/`
 */
export const layoutProblems = (paths: readonly string[]): string[] => {
  const problems = paths.flatMap((path) => [
    rootProblemOf(path),
    ...RULES.filter(({ folder }) => path !== `${folder}/` && path.startsWith(`${folder}/`)).map((rule) =>
      problemOf(rule, path),
    ),
  ]);
  return [...new Set(problems)].filter((problem) => problem !== undefined);
};
