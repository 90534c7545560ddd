/**
 * Runs the MCP conformance suite against the three endpoints of a running stack (the public one, that of a workspace, the connector) and
 * against its authorization server:
 *
 *     npm start                        # in another terminal
 *     npm run conformance              # APP_URL, PUBLIC_URL and MCP_URL, where the stack is not at ports 3000 to 3002
 *     npm run conformance -- http://localhost:3000/api/mcp/mcp     # one endpoint
 *     npm run conformance -- authorization                         # the authorization server
 *
 * The suite sends no key. For the workspace's endpoint a local proxy adds HOLDFAST_API_KEY, or a key that it makes as Ada
 * of the local stack and revokes at the end; for the connector an access token of an app that Ada connects.
 * Installs the suite and its Node 22 (100 MB) once into the user's cache folder, never into the checkout.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IN_APP_MCP_PATH, MCP_PATH } from '../api/mcp/path.ts';
import { CONNECTOR_PATH } from '../api/oauth/paths.ts';
import { allowApp, connectApp, registerApp } from './connect-app.ts';
import { given } from './given.ts';
import { type Beside, installBeside } from './install-isolated.ts';
import { addKey } from './key-proxy.ts';
import { withKey } from './local-owner.ts';

const SUITE = { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12', path: 'dist/index.js' };

/** Every scenario for a server with tools that needs no test tools. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'http-header-validation',
    'dns-rebinding-protection',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'input-required-result-validate-input',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
  ],
};

/** Those for resources and prompts, which the two endpoints of a workspace have. */
const READING: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['resources-list', 'prompts-list'],
  '2026-07-28': ['resources-list', 'prompts-list', 'caching'],
};

/** The suite's message for a check that needs one of its own test tools. */
const NEEDS_FIXTURE = /^Not testable: server does not list the diagnostic tool/;

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

const checksIn = (folder: string): Check[] =>
  readdirSync(folder).flatMap((run) => JSON.parse(readFileSync(join(folder, run, 'checks.json'), 'utf8')) as Check[]);

const runScenario = async (suite: Beside, url: string, scenario: string, version: string): Promise<Check[]> => {
  const output = mkdtempSync(join(tmpdir(), 'holdfast-conformance-'));
  try {
    const options = ['--url', url, '--scenario', scenario, '--spec-version', version, '-o', output];
    // Not synchronous: the proxy runs in this process.
    await once(spawn(suite.node, [suite.program, 'server', ...options], { stdio: 'ignore' }), 'exit');
    return checksIn(output);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
};

/** A scenario passes if something was checked and only missing test tools failed. */
const judge = (name: string, checks: readonly Check[]): boolean => {
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const untestable = checks.filter(({ errorMessage = '' }) => NEEDS_FIXTURE.test(errorMessage)).length;
  const failed = checks.filter(
    ({ status, errorMessage = '' }) => status === 'FAILURE' && !NEEDS_FIXTURE.test(errorMessage),
  );
  const good = passed > 0 && failed.length === 0;
  const left = untestable > 0 ? `, ${untestable} need a test tool` : '';
  console.log(`${good ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed.length} failed${left}`);
  for (const { id, errorMessage } of failed) console.log(`       ${id}: ${errorMessage}`);
  return good;
};

const requireServer = async (url: string): Promise<void> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }).catch(
    () => null,
  );
  if (answer?.status !== 200) throw new Error(`No MCP endpoint answers at ${url}. Start the stack first: npm start`);
};

const tryEndpoint = async (suite: Beside, url: string, more: typeof READING = {}): Promise<boolean> => {
  await requireServer(url);
  const results: boolean[] = [];
  for (const [version, scenarios] of Object.entries(SCENARIOS))
    for (const scenario of [...scenarios, ...(more[version] ?? [])])
      results.push(judge(`${version} ${scenario}`, await runScenario(suite, url, scenario, version)));
  const passed = results.filter(Boolean).length;
  console.log(`${passed} scenarios passed, ${results.length - passed} failed\n`);
  return passed === results.length;
};

/** The endpoint that needs a key, behind a proxy that adds one. */
const tryWithKey = (suite: Beside, url: string): Promise<boolean> =>
  withKey(new URL(url).origin, 'Conformance', async (key) => {
    const proxy = await addKey(new URL(url).origin, key);
    try {
      return await tryEndpoint(suite, `${proxy.origin}${new URL(url).pathname}`, READING);
    } finally {
      await proxy.close();
    }
  });

/** The connector, behind a proxy that adds an access token. */
const tryConnector = async (suite: Beside, url: string): Promise<boolean> => {
  const { origin, pathname } = new URL(url);
  const proxy = await addKey(origin, await connectApp(given.appUrl, origin, 'Conformance'));
  try {
    return await tryEndpoint(suite, `${proxy.origin}${pathname}`, READING);
  } finally {
    await proxy.close();
  }
};

const CALLBACK_PORT = 39_555;
const AUTHORIZE_URL = /^https?:\/\/\S+\/oauth\/authorize\?\S+$/m;

/** The authorization server: the suite prints an address, which Ada opens and allows. */
const tryAuthorization = async (suite: Beside): Promise<boolean> => {
  const { appUrl, mcpUrl } = given;
  const clientId = await registerApp(appUrl, 'Conformance', `http://127.0.0.1:${CALLBACK_PORT}/callback`);
  const output = mkdtempSync(join(tmpdir(), 'holdfast-conformance-'));
  const options = ['--url', appUrl, '--client-id', clientId, '--resource', `${mcpUrl}${CONNECTOR_PATH}`];
  const program = spawn(suite.node, [
    ...[suite.program, 'authorization', ...options],
    ...['-p', String(CALLBACK_PORT), '-o', output],
  ]);
  let printed = '';
  let isAllowed = false;
  program.stdout.on('data', (text: Buffer) => {
    printed += text.toString();
    const url = AUTHORIZE_URL.exec(printed)?.[0];
    if (url === undefined || isAllowed) return;
    isAllowed = true;
    allowApp(url)
      .then((back) => fetch(back))
      .catch((error: unknown) => console.error(error));
  });
  try {
    await once(program, 'exit');
    return judge('authorization', checksIn(output));
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
};

const tryOne = (suite: Beside, what: string): Promise<boolean> => {
  if (what === AUTHORIZATION) return tryAuthorization(suite);
  if (what.endsWith(IN_APP_MCP_PATH)) return tryWithKey(suite, what);
  return what === `${given.mcpUrl}${CONNECTOR_PATH}` ? tryConnector(suite, what) : tryEndpoint(suite, what);
};

const AUTHORIZATION = 'authorization';

const run = async (): Promise<boolean> => {
  const { appUrl, publicUrl, mcpUrl } = given;
  const wanted = process.argv.slice(2);
  if (wanted.length === 0)
    wanted.push(`${publicUrl}${MCP_PATH}`, `${appUrl}${IN_APP_MCP_PATH}`, `${mcpUrl}${CONNECTOR_PATH}`, AUTHORIZATION);
  const suite = installBeside(SUITE);
  const results: boolean[] = [];
  for (const what of wanted) {
    console.log(what);
    results.push(await tryOne(suite, what));
  }
  return results.every(Boolean);
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
