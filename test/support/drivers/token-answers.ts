import type { Sql } from 'postgres';
import { IN_APP_MCP_PATH, MCP_PATH } from '../../../api/mcp/path.ts';
import { insertBookings } from '../../../bench/hosts.ts';
import { tokensOf } from '../asserts/tokens.ts';
import { makeKey } from '../factories/keys.ts';
import { createHost, giveForm, intake, type TestHost } from './host.ts';
import { postJson } from './http.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

interface Place {
  readonly sql: Sql;
  readonly appUrl: string;
  readonly publicUrl: string;
}

interface Called {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The text of a tool call: what clients give to the model. */
async function callTool(url: string, name: string, input: object, headers = {}): Promise<Called> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const { result } = (await postJson(url, message, headers)).json() as never as {
    result: { isError?: boolean; content: { text: string }[] };
  };
  const text = result.content[0]?.text ?? '';
  if (result.isError) throw new Error(text);
  return { text, value: JSON.parse(text) };
}

/** A host of eight hours on five days, with questions. */
async function officeHost(sql: Sql): Promise<TestHost> {
  const host = await createHost(sql, { name: 'Intro call', location_detail: '+49 30 901820' });
  const ofHost = sql`schedule_id in (select id from schedules where user_id = ${host.userId})`;
  await sql`delete from schedule_rules where ${ofHost} and day_of_week in (0, 6)`;
  await sql`update schedule_rules set start_minute = 540, end_minute = 1020 where ${ofHost}`;
  await giveForm(sql, host, intake.slice(0, 2));
  return host;
}

const nextMondayMs = (now: number): number => {
  const day = Math.floor(now / DAY_MS);
  return (day + ((11 - (day % 7)) % 7 || 7)) * DAY_MS;
};

/** The answer about a week of half hours, nine to five on five days, none taken: 80 times. */
export async function weekAnswer({ sql, publicUrl }: Place, now: number): Promise<Called & { tokens: number }> {
  const { address } = await officeHost(sql);
  const monday = nextMondayMs(now);
  const [fromDate, toDate] = [monday, monday + 6 * DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const input = { ...address, fromDate, toDate, timezone: 'Europe/Berlin' };
  const called = await callTool(`${publicUrl}${MCP_PATH}`, 'get_availability', input);
  return { ...called, tokens: tokensOf(called.text) };
}

/** The answer about twenty meetings to come of one host. */
export async function meetingsAnswer({ sql, appUrl }: Place, now: number): Promise<Called & { tokens: number }> {
  const host = await officeHost(sql);
  const monday = nextMondayMs(now);
  const starts = Array.from(
    { length: 20 },
    (_, nth) => monday + Math.floor(nth / 4) * DAY_MS + (20 + (nth % 4) * 3) * HALF_HOUR_MS,
  );
  await insertBookings(sql, host, starts, 30);
  await sql`update bookings set guest_name = 'Grace Hopper', guest_email = 'grace.hopper@example.com' where host_id = ${host.userId}`;
  const { headers } = await makeKey(sql, { workspaceId: host.workspaceId, userId: host.userId });
  const called = await callTool(`${appUrl}${IN_APP_MCP_PATH}`, 'list_meetings', {}, headers);
  return { ...called, tokens: tokensOf(called.text) };
}
