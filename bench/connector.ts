/** A tool call at the connector, with an access token, compared with the same call at the in-app endpoint, with a key. */
import { isDeepStrictEqual } from 'node:util';
import { IN_APP_MCP_PATH } from '../api/mcp/path.ts';
import { CONNECTOR_PATH } from '../api/oauth/paths.ts';
import { connectApp } from '../scripts/connect-app.ts';
import { enterAsOwner } from '../scripts/local-owner.ts';
import { median, type Pair, summarize, timeMs } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import { askMcp, type McpPlace, PROTOCOLS, type Protocol, resultOf } from './rpc.ts';
import { benchPlan } from './stack.ts';

const ROUNDS = 7;
const CALLS = 120;
/** A short one: what comes before each call weighs most. */
const CALL = { name: 'list_teams', arguments: {} };

const call = (place: McpPlace, protocol: Protocol): Promise<string> => askMcp(place, protocol, 'tools/call', CALL);
const contentOf = (text: string): unknown => resultOf(text).structuredContent;

/** One round: the two by turns, each first in half of the pairs, so that a busy moment meets both. */
async function round(inApp: McpPlace, connector: McpPlace, protocol: Protocol): Promise<Pair> {
  const times = { floor: [] as number[], value: [] as number[] };
  const sides = [
    ['floor', inApp],
    ['value', connector],
  ] as const;
  for (let nth = 0; nth < CALLS; nth += 1) {
    for (const [side, place] of nth % 2 === 0 ? sides : sides.toReversed())
      times[side].push(await timeMs(() => call(place, protocol)));
  }
  return { floor: median(times.floor), value: median(times.value) };
}

/** `connector_call`, in both protocols; shows the worse one. */
export async function connectorRow(): Promise<Row> {
  const { ports } = benchPlan();
  const [appUrl, mcpUrl] = [`http://localhost:${ports.app}`, `http://localhost:${ports.mcp}`];
  const { key } = await enterAsOwner(appUrl, 'ada', 'Bench');
  const token = await connectApp(appUrl, mcpUrl, 'Bench');
  const inApp = { url: `${appUrl}${IN_APP_MCP_PATH}`, headers: { Authorization: `Bearer ${key.secret}` } };
  const connector = { url: `${mcpUrl}${CONNECTOR_PATH}`, headers: { Authorization: `Bearer ${token}` } };
  const results = [];
  for (const protocol of PROTOCOLS) {
    const [floor, value] = [contentOf(await call(inApp, protocol)), contentOf(await call(connector, protocol))];
    if (floor === undefined || !isDeepStrictEqual(floor, value))
      throw new Error('The two endpoints answer differently');
    const pairs: Pair[] = [];
    for (let nth = 0; nth <= ROUNDS; nth += 1) {
      const pair = await round(inApp, connector, protocol);
      // The first round warms up.
      if (nth > 0) pairs.push(pair);
    }
    results.push(summarize(pairs));
  }
  const [worse] = results.toSorted((one, other) => other.ratio - one.ratio);
  if (!worse) throw new Error('Nothing was measured');
  return makeRow('connector_call', atMost(1.2), { ...worse, unit: 'ms' });
}
