/**
 * Tests both MCP endpoints of a running stack with the CLI of the MCP inspector, in the old and the new protocol: lists the tools,
 * with strict checks, and calls some of them:
 *
 *     npm start                        # in another terminal
 *     npm run inspect                  # APP_URL and PUBLIC_URL, where the stack is not at ports 3000 and 3001
 *
 * The workspace's endpoint gets HOLDFAST_API_KEY, or a key made as Ada of the local stack and revoked at the end. The inspector
 * and its Node 22 (200 MB) are installed once into the user's cache folder, never into the checkout.
 */
import { spawnSync } from 'node:child_process';
import { IN_APP_MCP_PATH, MCP_PATH } from '../api/mcp/path.ts';
import { given } from './given.ts';
import { type Beside, installBeside } from './install-isolated.ts';
import { withKey } from './local-owner.ts';

const INSPECTOR = {
  name: '@modelcontextprotocol/inspector',
  version: '2.12.0',
  path: 'clients/launcher/build/index.js',
};
const ERAS = ['legacy', 'modern'] as const;
const NOBODY = '01949d3e-0000-7000-8000-000000000001';
/** Exit code of the CLI if a tool answered isError. */
const TOOL_IS_ERROR = 5;

type Json = Readonly<Record<string, unknown>>;

interface Heard {
  readonly status: number | null;
  readonly result: Json;
  readonly complaints: string;
}

interface Endpoint {
  readonly inspector: Beside;
  readonly url: string;
  readonly key?: string;
  readonly era: (typeof ERAS)[number];
}

interface Call {
  readonly tool: string;
  readonly input: Json;
  readonly fails?: true;
}

const ask = ({ inspector, url, key, era }: Endpoint, ...more: string[]): Heard => {
  const where = ['--cli', url, '--transport', 'http', '--protocol-era', era, '--format', 'json'];
  const header = key === undefined ? [] : ['--header', `Authorization: Bearer ${key}`];
  const { status, stdout, stderr } = spawnSync(inspector.node, [inspector.program, ...where, ...header, ...more], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { result = {} } = (stdout.trim().startsWith('{') ? JSON.parse(stdout) : {}) as { result?: Json };
  return { status, result, complaints: stderr.trim() };
};

const say = (good: boolean, what: string, more = ''): boolean => {
  console.log(`${good ? 'ok  ' : 'FAIL'} ${what}${good || !more ? '' : `\n${more}`}`);
  return good;
};

/** Strict: a schema that some clients cannot read is a failure, though the inspector only warns. */
const listTools = (endpoint: Endpoint): boolean => {
  const { status, result, complaints } = ask(endpoint, '--method', 'tools/list', '--strict');
  const count = (result.tools as unknown[] | undefined)?.length ?? 0;
  const good = status === 0 && count > 0 && !/^(Warning|Error)/m.test(complaints);
  return say(good, `${endpoint.era} tools/list: ${count} tools`, complaints);
};

const callTool = (endpoint: Endpoint, { tool, input, fails }: Call): boolean => {
  const args = ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(input)];
  const { status, result, complaints } = ask(endpoint, ...args);
  const good = fails
    ? status === TOOL_IS_ERROR && result.isError === true
    : status === 0 && result.isError !== true && result.structuredContent !== undefined;
  return say(good, `${endpoint.era} ${tool}${fails ? ', refused with isError' : ''}`, complaints);
};

const ADA = { workspace: 'acme', username: 'ada' };
const PUBLIC_CALLS: readonly Call[] = [
  { tool: 'find_bookable_calendar', input: ADA },
  { tool: 'get_availability', input: { ...ADA, eventSlug: 'intro-30', limit: 3 } },
  { tool: 'find_bookable_calendar', input: { ...ADA, username: 'nobody' }, fails: true },
];
const WORKSPACE_CALLS: readonly Call[] = [
  { tool: 'get_workspace', input: {} },
  { tool: 'list_event_types', input: { limit: 2 } },
  { tool: 'list_schedules', input: { limit: 2 } },
  { tool: 'list_meetings', input: { filter: 'all', limit: 2 } },
  { tool: 'list_activity', input: { limit: 2 } },
  { tool: 'get_event_type', input: { eventTypeId: NOBODY }, fails: true },
];

const tryEndpoint = (where: Omit<Endpoint, 'era'>, calls: readonly Call[]): boolean => {
  console.log(where.url);
  const results = ERAS.flatMap((era) => {
    const endpoint = { ...where, era };
    return [listTools(endpoint), ...calls.map((call) => callTool(endpoint, call))];
  });
  return results.every(Boolean);
};

const run = async (): Promise<boolean> => {
  const { appUrl, publicUrl } = given;
  return withKey(appUrl, 'Inspector', async (key) => {
    const inspector = installBeside(INSPECTOR);
    const open = tryEndpoint({ inspector, url: `${publicUrl}${MCP_PATH}` }, PUBLIC_CALLS);
    return tryEndpoint({ inspector, url: `${appUrl}${IN_APP_MCP_PATH}`, key }, WORKSPACE_CALLS) && open;
  });
};

run().then(
  (good) => {
    process.exitCode = good ? 0 : 1;
  },
  (error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  },
);
