/** `npm run bench [-- row …] [--json]`. See docs/benchmarks.md. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../infra/local/plan.ts';
import { bookingRows } from './bookings.ts';
import { calendarSlotsRow, confirmLiveRow } from './calendars.ts';
import { cliStartRow } from './cli.ts';
import { connectorRow } from './connector.ts';
import { dashboardListRow } from './dashboard.ts';
import { engineRows } from './engine.ts';
import { firstSyncRows } from './first-sync.ts';
import { idleSyncRows } from './idle-syncs.ts';
import { listsGrownRow } from './lists.ts';
import { mcpRows } from './mcp.ts';
import { memoryRows } from './memory.ts';
import { packRows } from './packs.ts';
import { pageRow } from './pages.ts';
import { paintRows } from './paint.ts';
import { pushRows } from './pushes.ts';
import type { Row } from './row.ts';
import { busyYearRow, slotsRows } from './slots.ts';
import { dropStackData, launch, openStack, type Stack } from './stack.ts';
import { startRow } from './start.ts';
import { sweepRow } from './sweep.ts';
import { tokenAnswerRows, tokenListRows } from './tokens.ts';
import { webhooksRow } from './webhooks.ts';

type Wanted = ReadonlySet<string>;

interface Group {
  readonly names: readonly string[];
  readonly run: (wanted: Wanted) => Promise<Row[]>;
}

interface StackGroup {
  readonly names: readonly string[];
  readonly run: (stack: Stack, wanted: Wanted) => Promise<Row[]>;
}

const ENGINE = ['engine', 'engine_team_100', 'engine_team_500'];

/** Rows that need no running product. */
const ALONE: readonly Group[] = [
  { names: ENGINE, run: async (wanted) => engineRows().filter(({ name }) => wanted.has(name)) },
  { names: ['mcp_call', 'mcp_list'], run: mcpRows },
  { names: ['cli_start'], run: async () => [await cliStartRow()] },
  { names: ['tokens_catalog', 'tokens_default', 'tokens_public'], run: tokenListRows },
];

/** Rows that need the running product, in this order: memory at rest before any load. */
const ON_STACK: readonly StackGroup[] = [
  { names: ['memory_api', 'memory_worker'], run: memoryRows },
  { names: ['connector_call'], run: async () => [await connectorRow()] },
  { names: ['tokens_week', 'tokens_meetings'], run: tokenAnswerRows },
  { names: ['slots_cold', 'slots_warm'], run: slotsRows },
  { names: ['page_html'], run: async (stack) => [await pageRow(stack)] },
  { names: ['event_paint', 'event_shift'], run: paintRows },
  { names: ['dashboard_list'], run: async (stack) => [await dashboardListRow(stack)] },
  { names: ['lists_grown'], run: async (stack) => [await listsGrownRow(stack)] },
  { names: ['busy_year'], run: async (stack) => [await busyYearRow(stack)] },
  { names: ['calendar_slots'], run: async (stack) => [await calendarSlotsRow(stack)] },
  { names: ['sweep_drain'], run: async (stack) => [await sweepRow(stack)] },
  { names: ['confirm_live'], run: async (stack) => [await confirmLiveRow(stack)] },
  { names: ['push_to_slots_google', 'push_to_slots_microsoft'], run: pushRows },
  { names: ['first_sync', 'first_sync_memory'], run: firstSyncRows },
  { names: ['code_p50', 'confirm_p50', 'confirm_rate', 'job_rate'], run: bookingRows },
  { names: ['packs', 'packs_memory'], run: packRows },
  { names: ['webhooks'], run: async (stack) => [await webhooksRow(stack)] },
  { names: ['idle_syncs', 'idle_sync_events'], run: idleSyncRows },
];

const START: Group = { names: ['start'], run: async () => [await startRow()] };

const NAMES = [...ALONE, START, ...ON_STACK].flatMap(({ names }) => names);

const isWanted = ({ names }: { readonly names: readonly string[] }, wanted: Wanted): boolean =>
  names.some((name) => wanted.has(name));

async function measure(wanted: Wanted, say: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const group of ALONE.filter((one) => isWanted(one, wanted))) {
    say(`Measuring ${group.names.join(', ')} …`);
    rows.push(...(await group.run(wanted)));
  }
  const onStack = ON_STACK.filter((group) => isWanted(group, wanted));
  const wantsStart = isWanted(START, wanted);
  if (onStack.length === 0 && !wantsStart) return rows;
  say('Starting the product with new data …');
  try {
    rows.push(...(await measureOnStack(onStack, wanted, say)));
    if (wantsStart) {
      say('Measuring start …');
      rows.push(...(await START.run(wanted)));
    }
    return rows;
  } finally {
    await dropStackData();
  }
}

async function measureOnStack(
  groups: readonly StackGroup[],
  wanted: Wanted,
  say: (line: string) => void,
): Promise<Row[]> {
  const launched = launch({ fresh: true });
  let stack: Stack | undefined;
  const stopOnSignal = (): void => void launched.stop().finally(() => process.exit(130));
  process.on('SIGINT', stopOnSignal);
  process.on('SIGTERM', stopOnSignal);
  try {
    stack = await openStack(launched);
    const rows: Row[] = [];
    for (const group of groups) {
      say(`Measuring ${group.names.join(', ')} …`);
      rows.push(...(await group.run(stack, wanted)));
    }
    return rows;
  } finally {
    await (stack ?? launched).stop();
    process.off('SIGINT', stopOnSignal);
    process.off('SIGTERM', stopOnSignal);
  }
}

const shown = (value: number): number => Number(value.toPrecision(value >= 1_000 ? 4 : 3));

const table = (rows: readonly Row[]): void =>
  console.table(
    Object.fromEntries(
      rows.map(({ name, value, floor, unit, ratio, target, pass }) => [
        name,
        {
          product: shown(value),
          floor: floor === null ? '–' : shown(floor),
          unit,
          ratio: shown(ratio),
          target,
          result: pass ? 'pass' : 'MISS',
        },
      ]),
    ),
  );

async function save(rows: readonly Row[]): Promise<string> {
  const folder = join(ROOT, 'bench', 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  await writeFile(file, `${JSON.stringify({ rows }, null, 2)}\n`);
  return file;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
  const unknown = positionals.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`No row ${unknown.join(', ')}. The rows: ${NAMES.join(', ')}`);
  const say = (line: string): void => console.error(line);
  const rows = await measure(new Set(positionals.length > 0 ? positionals : NAMES), say);
  const file = await save(rows);
  table(rows);
  say(`Written to ${file}`);
  if (values.json) console.log(JSON.stringify({ rows }));
  process.exitCode = rows.every(({ pass }) => pass) ? 0 : 1;
}

await main();
