import robotsParser from 'robots-parser';

/** Our name in robots.txt, and the first word of our User-Agent. */
const ROBOT = 'HoldfastBot';

/** Its types say that the function is inside `default`; at run time it is the default. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const LONGEST_PATH = 2_000;
/** The parser compares each letter of a rule with `*` with each letter of the path: a tenth of a second. */
const MAX_COMPARISONS = 20_000_000;

const RULES: ReadonlySet<string> = new Set(['allow', 'disallow']);

const OURS: ReadonlySet<string> = new Set(['*', ROBOT.toLowerCase()]);

/** `field: value` of each line; the name of an agent in lower case and without its version. */
function* linesOf(file: string) {
  let before = '';
  for (const line of file.split(/\r\n|\r|\n/)) {
    const [, field = '', text = ''] = /^([^:#]*):([^#]*)/.exec(line) ?? [];
    const name = field.trim().toLowerCase();
    if (name === '') continue;
    const isAgent = name === 'user-agent';
    const value = isAgent ? (text.split('/', 1)[0] ?? '').trim().toLowerCase() : text;
    yield { name, value, isAgent, beginsGroup: isAgent && before !== name };
    before = name;
  }
}

/** The rules for us and for everybody. Those for others are left out: a file may name ten thousand of them. */
function rulesForUs(file: string): string[] {
  const kept: string[] = [];
  const named = new Set<string>();
  for (const { name, value, isAgent, beginsGroup } of linesOf(file)) {
    if (beginsGroup) {
      named.clear();
      // Agents after a line of another kind begin a new group.
      kept.push('group: new');
    }
    const isNew = isAgent && OURS.has(value) && !named.has(value);
    if (isNew) named.add(value);
    if (isNew || (RULES.has(name) && named.size > 0)) kept.push(`${name}:${value}`);
  }
  return kept;
}

/**
 * Returns whether a robots.txt (RFC 9309) lets us read a page. No, if that takes too long to decide: its author meant to keep readers out. Runs
 * in the thread of readers.
 */
export function mayRead(fileUrl: string, file: string, pageUrl: string): boolean {
  const { pathname, search } = new URL(pageUrl);
  const length = pathname.length + search.length;
  if (length > LONGEST_PATH) return false;
  const rules = rulesForUs(file);
  const starred = rules.reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  if (starred * length > MAX_COMPARISONS) return false;
  return parseRobots(fileUrl, rules.join('\n')).isAllowed(pageUrl, ROBOT) !== false;
}
