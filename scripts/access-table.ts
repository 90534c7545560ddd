/** `npm run access-table`: what ends with access, as a table. `-- --write`: into docs/keys-and-seats.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { ENDINGS, type Ending, WAYS_OUT, WAYS_OUT_TABLE } from '../domain/access/ways-out.ts';
import type { WayOut } from '../schemas/shapes/ways-out.ts';
import { wayOutNames } from '../texts/en/access.ts';

const FILE = new URL('../docs/keys-and-seats.md', import.meta.url);
const [BEGIN, END] = ['<!-- ways out: npm run access-table -- --write -->', '<!-- /ways out -->'];

const TITLES: Readonly<Record<Ending, string>> = {
  keyRevoked: 'key revoked',
  seatRevoked: 'seat revoked',
  grantEnded: 'app disconnected',
  memberRemoved: 'member removed',
  memberLeft: 'member left',
  roleLowered: 'role lowered',
  takenOver: 'workspace taken over',
  accessStopped: '“stop” of a mail',
  workspaceDeleted: 'workspace deleted',
};

const fates = (ending: Ending): string => WAYS_OUT.map((way) => WAYS_OUT_TABLE[ending][way].fate).join();

/** Endings whose column is the same share one. */
function columns(): readonly (readonly Ending[])[] {
  const groups: Ending[][] = [];
  for (const ending of ENDINGS) {
    const same = groups.find(([first]) => first !== undefined && fates(first) === fates(ending));
    if (same) same.push(ending);
    else groups.push([ending]);
  }
  return groups;
}

/** One line for each way out, one column for each kind of ending. */
export function accessTable(): string {
  const groups = columns();
  const head = ['what', ...groups.map((group) => group.map((ending) => TITLES[ending]).join(', '))];
  const fateOf = (way: WayOut) => groups.map(([first]) => (first ? WAYS_OUT_TABLE[first][way].fate : ''));
  const rows = WAYS_OUT.map((way) => [wayOutNames[way], ...fateOf(way)]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Each way out at each ending, with why. */
function whys(): string {
  return ENDINGS.map((ending) =>
    [
      `\n${TITLES[ending]}`,
      ...WAYS_OUT.map((way) => {
        const { fate, why } = WAYS_OUT_TABLE[ending][way];
        return `  ${fate.padEnd(6)}${wayOutNames[way]}: ${why}`;
      }),
    ].join('\n'),
  ).join('\n');
}

/** The guide as it must be. @param text as it is */
export function withAccessTable(text: string): string {
  const [head, rest = ''] = text.split(BEGIN);
  const [, tail] = rest.split(END);
  if (tail === undefined) throw new Error('docs/keys-and-seats.md lacks the marks of the table');
  return `${head}${BEGIN}\n${accessTable()}\n${END}${tail}`;
}

if (import.meta.url === new URL(process.argv[1] ?? '', 'file:').href) {
  if (process.argv.includes('--write')) await writeFile(FILE, withAccessTable(await readFile(FILE, 'utf8')));
  else process.stdout.write(`${accessTable()}\n${whys()}\n`);
}
