/** The folders and files allowed: one list of areas in every layer. `scripts/layout.ts` checks the tree against it. */

/** The areas of the product. docs/glossary.md says what belongs to each that has code. */
export const AREAS: readonly string[] = [
  ...['booking', 'bookable', 'event-types', 'availability', 'meetings', 'teams', 'members', 'workspaces'],
  ...['access', 'accounts', 'links', 'mail', 'activity', 'calendars', 'billing', 'identity', 'prep'],
  ...['webhooks', 'oauth', 'ops'],
];

interface Rule {
  /** The rule is for what is directly below it; deeper levels are free. */
  readonly folder: string;
  /** Areas allowed here, as folders and as `<area>.ts`. */
  readonly areas?: true;
  /** Other folders allowed here. */
  readonly folders?: readonly string[];
  /** Other files allowed here, without their endings. */
  readonly files?: readonly string[];
  /** Where a refused path may belong. */
  readonly hint?: string;
}

const domain = {
  areas: true,
  folders: ['slots', 'slots-answer', 'forms', 'time', 'branding'],
  files: ['secrets', 'languages', 'untrusted-text', 'client-networks'],
} as const;
const store = {
  areas: true,
  folders: ['migrations'],
  files: ['database', 'locks', 'keyset', 'migrate', 'activity', 'refusal', 'unique-address', 'hosted-by'],
} as const;
const activities = {
  areas: true,
  folders: ['stripe', 'enrichment', 'outbound'],
  files: ['redact-failures'],
  hint: 'A calendar vendor belongs in activities/calendars/<vendor>/.',
} as const;
const api = {
  folders: [
    ...['core', 'rest', 'openapi', 'mcp', 'oauth', 'inbound', 'flows', 'auth', 'sign-in'],
    ...['handlers', 'pages', 'discovery'],
  ],
  hint: 'An operation belongs in api/handlers/<area>/, a web page in api/pages/, a webhook of another service in api/inbound/.',
} as const;
const pages = {
  folders: ['shell', 'booking', 'manage', 'markdown', 'embed', 'app', 'sign-in'],
  hint: 'A page of the signed-in app belongs in api/pages/app/, what all pages share in api/pages/shell/.',
} as const;

const RULES: readonly Rule[] = [
  { folder: 'schemas/operations', areas: true, hint: 'What several areas use belongs in schemas/shapes/.' },
  { folder: 'domain', ...domain },
  { folder: 'store', ...store },
  { folder: 'activities', ...activities },
  { folder: 'api', ...api, files: ['main', 'server', 'origins', 'create-services'] },
  { folder: 'api/handlers', areas: true, files: ['index'] },
  { folder: 'api/pages', ...pages, files: ['routes'] },
  { folder: 'test/schemas', folders: ['operations', 'shapes'] },
  { folder: 'test/schemas/operations', areas: true },
  { folder: 'test/domain', ...domain },
  { folder: 'test/store', ...store },
  { folder: 'test/activities', ...activities },
  { folder: 'test/api', ...api },
  { folder: 'test/api/handlers', areas: true },
  { folder: 'test/api/pages', ...pages },
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
  if ((isFolder ? folders : files).includes(stem)) return undefined;
  const place = areas ? `${folder}/${areaIn(stem) ?? '<area>'}/` : `${folder}/<folder>/`;
  const where = isFolder
    ? `${folder}/${name}/ is not a place for code. Move its files to ${place}`
    : `${path} lies beside the folders. Move it to ${place}`;
  const more = areas
    ? ' A new area needs a word in AREAS (scripts/layout-rules.ts) and a row in docs/glossary.md.'
    : '';
  return `${where}. ${folder}/ has ${placesOf(rule)}.${hint ? ` ${hint}` : ''}${more}`;
};

/**
 * The misplaced paths, each with where to put it.
 * @param paths of files, from the root of the repository, with `/`
 */
export const layoutProblems = (paths: readonly string[]): string[] => {
  const problems = paths.flatMap((path) =>
    RULES.filter(({ folder }) => path.startsWith(`${folder}/`)).map((rule) => problemOf(rule, path)),
  );
  return [...new Set(problems)].filter((problem) => problem !== undefined);
};
