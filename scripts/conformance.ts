/**
 * Runs the MCP conformance suite against the two endpoints of a running stack, the public one and that of a workspace:
 *
 *     npm start                        # in another terminal
 *     npm run conformance              # APP_URL and PUBLIC_URL, where the stack is not at ports 3000 and 3001
 *     npm run conformance -- http://localhost:3000/api/mcp/mcp     # one endpoint
 *
 * The suite sends no key. For the workspace's endpoint a local proxy adds HOLDFAST_API_KEY, or a key that it makes as Ada
 * of the local stack and revokes at the end.
 * Installs the suite and its Node 22 (100 MB) once into the user's cache folder, never into the checkout.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IN_APP_MCP_PATH, MCP_PATH } from '../api/mcp/path.ts';
import { given } from './given.ts';
import { type Beside, installBeside } from './install-isolated.ts';
import { addKey } from './key-proxy.ts';
import { withKey } from './local-owner.ts';

const SUITE = { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12', path: 'dist/index.js' };

/** Every scenario for a server that has only tools and needs no test tools. */
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

const tryEndpoint = async (suite: Beside, url: string): Promise<boolean> => {
  await requireServer(url);
  const results: boolean[] = [];
  for (const [version, scenarios] of Object.entries(SCENARIOS))
    for (const scenario of scenarios)
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
      return await tryEndpoint(suite, `${proxy.origin}${new URL(url).pathname}`);
    } finally {
      await proxy.close();
    }
  });

const run = async (): Promise<boolean> => {
  const { appUrl, publicUrl } = given;
  const urls = process.argv.slice(2);
  if (urls.length === 0) urls.push(`${publicUrl}${MCP_PATH}`, `${appUrl}${IN_APP_MCP_PATH}`);
  const suite = installBeside(SUITE);
  const results: boolean[] = [];
  for (const url of urls) {
    console.log(url);
    results.push(await (url.endsWith(IN_APP_MCP_PATH) ? tryWithKey(suite, url) : tryEndpoint(suite, url)));
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
