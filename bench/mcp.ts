/** The public MCP endpoint compared with the SDK's high-level server: same catalogue, handler and HTTP part. */

import { isDeepStrictEqual } from 'node:util';
import { startFloor } from './floors/floor-process.ts';
import { CALL } from './floors/mcp-catalogue.ts';
import { median, type Pair, summarize, timeMs } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import { askMcp, PROTOCOLS, type Protocol, resultOf } from './rpc.ts';

const ROUNDS = 5;
const CALLS = 80;
const LISTS = 15;

const METHODS = {
  mcp_call: { method: 'tools/call', params: { name: CALL.tool, arguments: CALL.arguments } },
  mcp_list: { method: 'tools/list', params: {} },
} as const;
type RowName = keyof typeof METHODS;

const ask = (port: number, protocol: Protocol, name: RowName): Promise<string> => {
  const { method, params } = METHODS[name];
  return askMcp({ url: `http://127.0.0.1:${port}/mcp` }, protocol, method, params);
};

/** Checks that both sides give the same answer. */
async function compare(name: RowName, protocol: Protocol, ports: readonly number[]): Promise<void> {
  const [floor, value] = await Promise.all(ports.map(async (port) => resultOf(await ask(port, protocol, name))));
  const essence = (result: ReturnType<typeof resultOf> | undefined) =>
    result?.structuredContent ?? result?.tools?.map((tool) => tool.name);
  if (essence(floor) === undefined || !isDeepStrictEqual(essence(floor), essence(value)))
    throw new Error(`The two servers answer ${name} (${protocol}) differently`);
}

async function medianCall(port: number, protocol: Protocol, name: RowName): Promise<number> {
  const times: number[] = [];
  const calls = name === 'mcp_call' ? CALLS : LISTS;
  for (let nth = 0; nth < calls; nth += 1) times.push(await timeMs(() => ask(port, protocol, name)));
  return median(times);
}

/** One row, measured in both protocols; shows the worse one. */
async function mcpRow(name: RowName, ports: readonly [number, number]): Promise<Row> {
  const results = [];
  for (const protocol of PROTOCOLS) {
    await compare(name, protocol, ports);
    const pairs: Pair[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [floor, value] = [await medianCall(ports[0], protocol, name), await medianCall(ports[1], protocol, name)];
      // The first round warms up.
      if (round > 0) pairs.push({ floor, value });
    }
    results.push(summarize(pairs));
  }
  const [first, second] = results.toSorted((one, other) => other.ratio - one.ratio);
  const worse = first ?? second;
  if (!worse) throw new Error('Nothing was measured');
  return makeRow(name, atMost(name === 'mcp_call' ? 0.75 : 0.15), { ...worse, unit: 'ms' });
}

/** `mcp_call` and `mcp_list`. */
export async function mcpRows(wanted: ReadonlySet<string>): Promise<Row[]> {
  const sides = [
    startFloor<'start', { port: number }>('./mcp.ts', ['sdk']),
    startFloor<'start', { port: number }>('./mcp.ts', ['product']),
  ];
  try {
    const [floor, value] = await Promise.all(sides.map(async (side) => (await side.ask('start')).port));
    const rows: Row[] = [];
    for (const name of ['mcp_call', 'mcp_list'] as const) {
      if (wanted.has(name) && floor !== undefined && value !== undefined) rows.push(await mcpRow(name, [floor, value]));
    }
    return rows;
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}
